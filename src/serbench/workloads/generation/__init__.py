"""What generators are made of: vocabularies, and the generator that outgrew its workload's file."""
