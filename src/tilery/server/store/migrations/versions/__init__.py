"""Each file makes one version of the schema from the one before."""
