"""The server's HTTP side: what can be asked for without a socket."""
