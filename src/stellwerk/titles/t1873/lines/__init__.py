"""Track, concession routes and station markers."""
