"""What stands around orders: headings, commands, remarks, doubts, conditions, corrections."""
