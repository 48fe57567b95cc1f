"""The best run of a company's trains, proved optimal."""
