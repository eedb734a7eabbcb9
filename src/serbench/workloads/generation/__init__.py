"""What generators are made of: types of records, vocabularies, and generators that outgrew their
workload's file."""
