"""From what a command line names to drivers that can be measured."""
