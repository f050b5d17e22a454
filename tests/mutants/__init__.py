"""Would the tests notice? The code is changed in one place at a time, and the tests that run that place must fail.

``python -m tests.mutants`` changes `rules`, `game`, `match` and `record`, then the server's pure and stored parts;
`explained.toml` says why some changes make no difference that a test could see.
"""
