"""Builds Tilery: what setuptools does, and the web app before it."""
