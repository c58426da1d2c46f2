"""The site: scripts/site.sh builds it."""

project = "ipoint"
copyright = "the ipoint project"  # noqa: A001
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"

# An option in running text stays what is to be typed.
smartquotes = False

html_theme = "furo"
html_title = "ipoint"
html_copy_source = False
html_show_sphinx = False
html_extra_path = ["extra"]

# The anchors that forges give headings, so that links lead there in both.
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]
highlight_language = "none"

html_static_path = ["static"]
html_js_files = [("theme.js", {"defer": "defer"})]
# Summaries of what was found are fetched, which browsers do not allow pages that are files.
html_show_search_summary = False
