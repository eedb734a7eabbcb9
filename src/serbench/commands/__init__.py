"""What the subcommands do, one module each."""
