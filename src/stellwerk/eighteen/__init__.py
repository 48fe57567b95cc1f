"""What the 18xx titles share: parts, clauses and steps. The order of events is each title's own."""
