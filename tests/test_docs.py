"""What the documents name exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/*.md")])


def test_every_invariant_is_guarded_by_a_test_that_exists() -> None:
    text = (ROOT / "docs" / "invariants.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    assert len(named) >= 12
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{test}"


def test_every_link_between_documents_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[\w-]*)?\)", page.read_text(encoding="utf-8")):
            if not target.startswith(("http://", "https://", "urn:")):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_link_to_a_heading_leads_to_one() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\(([^)#\s]*)#([\w-]+)\)", text):
            there = (page.parent / target) if target else page
            heads = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in slugs, f"{page.name}: {target}#{anchor}"
