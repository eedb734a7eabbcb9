"""What a run measured: the store, and the rows that reports are made of."""
