"""What a terminal shows while a command runs: plain text, screens, progress."""
