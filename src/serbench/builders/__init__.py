"""Which codecs there are, which toolchains are found, and drivers built and cached."""
