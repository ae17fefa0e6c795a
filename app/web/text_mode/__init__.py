"""The text mode: the whole of play by typed words.

`text_mode` (the page), what can be `typed` there, what is `ordered` for later, what is `spoken` in answer, and
`timing`, the clocks.
"""
