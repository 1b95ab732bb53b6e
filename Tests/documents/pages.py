"""The pages of the project: their fenced blocks and what stands in backticks."""

import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGES = [TOP / "README.md", TOP / "config/context/README.md", *sorted((TOP / "docs").glob("*.md"))]


def text(path):
    return (TOP / path).read_text(encoding="utf-8")


def blocks(language, path):
    return re.findall(rf"^```{language}\n(.*?)^```", text(path), re.S | re.M)


def every_block(language):
    return [(str(page.relative_to(TOP)), block) for page in PAGES for block in blocks(language, page)]


def inline(path):
    """The texts in single backticks outside of blocks. A word that is broken over two lines is one."""
    prose = re.sub(r"^```.*?^```", "", text(path), flags=re.S | re.M)
    return [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose)]


def cells(path, heading, column=1):
    """The words in backticks of a column of the table below a heading."""
    table = text(path).split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.split("|")[column] for line in table.splitlines() if line.startswith("| ") and "---" not in line]
    return {word for row in rows for word in re.findall(r"`([^`]+)`", row)}
