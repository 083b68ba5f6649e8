"""The lines of a mail: parted, joined, labelled, and held against each other."""
