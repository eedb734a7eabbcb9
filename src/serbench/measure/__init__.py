"""Speaking to drivers, proving that values survive, and timing in interleaved rounds."""
