"""Small servers of other task APIs, written from their documentation, and what is wrong or free with each."""
