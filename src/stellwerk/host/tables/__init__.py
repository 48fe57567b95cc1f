"""Tables: who sits where, what people agree on, say and try out."""
