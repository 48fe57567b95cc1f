"""Money, certificates, the share-price chart and the trains for sale."""
