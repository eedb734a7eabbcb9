"""serbench: which serialization library should I use for my data, in my languages?"""

__version__ = "0.1.0"
