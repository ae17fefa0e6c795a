"""Drives a server over HTTP and looks at what it costs; one client for ours and for the peer."""
