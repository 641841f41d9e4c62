"""What joints and drivers state, each once: records of two forms, and their values and derivatives."""
