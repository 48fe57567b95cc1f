"""The subcommands of `stellwerk`, a module each."""
