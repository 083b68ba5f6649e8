"""The desk: takes in mail, works it off, one transaction each; every door calls it, nothing else."""
