"""What a table online is, what a command does to it and what each seat sees of it: values, no I/O."""
