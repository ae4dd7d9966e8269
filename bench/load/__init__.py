"""What workers bear: `python -m bench load` plays matches over HTTP and WebSocket on one, two and four of them."""
