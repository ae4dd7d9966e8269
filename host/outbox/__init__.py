"""What is sent to people and threads: messages, and whether and how somebody is notified."""
