"""What stands between the network and the pages, and how the server runs."""
