"""What players want done when they do not look.

`orders` are left, `order_list` says what can be ordered and which move it makes, `order_words` how it is said;
`errands` carries them out, behind the requests.
"""
