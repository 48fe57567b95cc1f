"""Events and refusals as sentences, German and English."""
