"""What leaves for other places than Discord: public news of matches, sent to webhooks that servers have ordered."""
