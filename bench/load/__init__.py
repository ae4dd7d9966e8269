"""Load test of workers: `python -m bench load` plays matches over HTTP and WebSocket on one, two and four of them."""
