"""The server: tables anyone can join from a link, played by the rules, kept in a store."""
