"""What works, works companies and railways own, earn and owe."""
