"""The report's charts, as Vega-Lite through Altair: in the page, and as SVG and PNG files.

`points` makes the charts' data from a result, `specs` draws them, `vega` runs them.
"""
