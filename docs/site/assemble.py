"""Lays out the sources of the site: docs/, what lies outside it, and pages that are made.

Usage: python3 docs/site/assemble.py OUT REFERENCE GALLERY

The README becomes the first page. REFERENCE has the pages of the tools, made from their --help (scripts/reference), and GALLERY the reports, each with
its title beside it. A page of docs/ that is in no part of the site below is an error.
"""

import pathlib
import posixpath
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What learns, what works, what looks up, what wants to understand (https://diataxis.fr).
PARTS = {
    "Tutorials": ["tutorial/host", "tutorial/board", "tutorial/cmake", "gallery"],
    "How to": ["builds", "configuration", "markers", "recording", "calibrate", "outputs", "compare", "history", "live", "fleet", "budgets", "worst",
               "worst-case", "observations", "bare-metal", "first-hour", "kernels", "writing-a-port"],
    "Reference": ["tools/ipoint-cc", "tools/ipoint-run", "tools/ipoint-report", "tools/ipoint-import", "tools/ipoint-instrument",
                  "tools/ipoint-calibrate", "tools/ipoint-selftest", "report-json", "rows", "formats", "abi", "limitations",
                  "changes"],
    "Evidence": ["confidence/README", "confidence/requirements", "confidence/known-problems", "confidence/selftest", "quality"],
    "Explanation": ["method/README", "method/clock", "method/overhead", "method/reconstruction", "method/execution-time",
                    "method/distributions", "method/uncertainty", "method/sampling", "method/closure-error", "method/balance",
                    "method/cpu-time", "method/interrupts", "method/interrupt-detection", "method/interrupt-classes",
                    "method/interrupt-detection-ablation", "method/comparing", "method/history", "method/worst-case", "method/tails", "architecture",
                    "contributing"],
}
# Where in the repository a page comes from, if not from docs/.
SOURCES = {"index.md": "README.md", "changes.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
PAGE_OF = {source: page for page, source in SOURCES.items()}
# A link, whose text may have code; or code, in which there are none.
LINK_OR_CODE = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)|^```.*?^```$|`[^`\n]+`", re.M | re.S)


def rewrite_links(name, text, pages):
    """Links are written for the repository: leads them to pages; a link to what is no page becomes plain text."""
    folder = posixpath.dirname(SOURCES.get(name, f"docs/{name}"))

    def rewrite(match):
        picture, shown, target = match.groups()
        if target is None or re.match(r"[a-z]+:|#", target):
            return match[0]
        path, _, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(folder, path))
        if not (ROOT / path).exists():
            sys.exit(f"{name}: a link to '{target}', which does not exist")
        path = PAGE_OF.get(path, path.removeprefix("docs/"))
        if path not in pages:
            return shown
        start = posixpath.relpath(path, posixpath.dirname(name) or ".")
        return f"{picture}[{shown}]({start}{'#' + anchor if anchor else ''})"

    return LINK_OR_CODE.sub(rewrite, text)


def gallery_page(reports):
    lines = ["# Gallery of reports", "", "Reports as `ipoint-report html --single-file` writes them: a file each, without a network.", ""]
    lines += [f"- <a href=\"gallery/{path.name}\">{path.with_suffix('.title').read_text().strip()}</a>" for path in reports]
    if not reports:
        lines += ["This build of the site has none: `scripts/site.sh --gallery` makes them."]
    return "\n".join(lines) + "\n"


def contents():
    """The trees of pages, behind the first page."""
    return "".join(f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n" for caption, pages in PARTS.items())


def main():
    out, reference, gallery = (pathlib.Path(argument) for argument in sys.argv[1:4])
    docs = ROOT / "docs"
    pages = {str(path.relative_to(docs)): path for path in docs.rglob("*") if path.suffix in (".md", ".png", ".svg")}
    pages |= {page: ROOT / source for page, source in SOURCES.items()}
    pages |= {f"tools/{path.name}": path for path in reference.glob("*.md")}
    wanted = {f"{page}.md" for part in PARTS.values() for page in part} | {"index.md"}
    texts = {name for name in pages if name.endswith(".md")} | {"gallery.md"}
    for name in sorted(texts ^ wanted):
        sys.exit(f"docs/site/assemble.py: {name} is {'in no part of the site' if name in texts else 'no page'}; see PARTS")
    shutil.rmtree(out, ignore_errors=True)
    for name, path in pages.items():
        to = out / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            to.write_text(rewrite_links(name, path.read_text(encoding="utf-8"), pages) + (contents() if name == "index.md" else ""),
                          encoding="utf-8")
        else:
            shutil.copy(path, to)
    reports = sorted(gallery.glob("*.html"))
    (out / "extra/gallery").mkdir(parents=True)
    for report in reports:
        shutil.copy(report, out / "extra/gallery")
    (out / "gallery.md").write_text(gallery_page(reports), encoding="utf-8")
    shutil.copy(docs / "site/conf.py", out)
    shutil.copytree(docs / "site/static", out / "static")


main()
