"""What is tested and how it is reached: the agent card, its interfaces, credentials, and the options of a run.

Nothing here asks about tasks; only the card is fetched.
"""
