"""Mail, both ends: the doors it comes in by and the carriers that take it out."""
