"""Every language once: one entry that all the rest asks."""
