"""What users see of a result: words, terminal table, Markdown, HTML, JSON, CSV and a picture.

Everything here reads `serbench.results.rows.Result` and nothing else.
"""
