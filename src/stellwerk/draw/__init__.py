"""Board, tiles, chart and runs as SVG."""
