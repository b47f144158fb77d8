"""Small servers and tools that several tests need."""
