"""How Sphinx builds the documentation; ``make docs`` is the command, ``build_backend/docsite.py`` runs it."""

from importlib.metadata import version as _version
from importlib.util import find_spec

project = "Tilery"
author = "Tilery contributors"
copyright = author
version = release = _version("tilery")

extensions = ["myst_parser", "sphinx.ext.autodoc", "build_backend.reference"]
exclude_patterns = ["_site"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
smartquotes = False

add_module_names = False
autodoc_default_options = {"members": True, "imported-members": True}
# Extras that the pages are written without.
autodoc_mock_imports = [name for name in ("gymnasium", "pettingzoo") if find_spec(name) is None]
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

html_theme = "furo"
html_title = "Tilery"
html_logo = "../build/docs-static/icon.svg"
html_favicon = "../build/docs-static/icon.svg"
html_static_path = ["_site/static", "../build/docs-static"]
html_css_files = ["tokens.css", "tiles.css", "tilery.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {"sidebar_hide_name": False, "top_of_page_buttons": []}
