"""What must not be lost: guests, tables, what happened at them, and the history of games."""
