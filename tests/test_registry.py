"""From a bot's reference to its class, and the digest of its code."""

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from textwrap import dedent

import pytest

from arena.registry import BotSpec, PluginError, find_bot, installed_bots

BOT = """\
from arena.bot import Bot


class Mine(Bot):
    word = {word!r}


class Outer:
    class Inner(Bot):
        pass


number = 7
"""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, and no restriction of the set of bots."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delenv("ARENA_BOTS")
    yield folder
    for name in [name for name, module in sys.modules.items() if is_below(module, folder)]:
        del sys.modules[name]


def is_below(module: object, folder: Path) -> bool:
    return str(getattr(module, "__file__", "") or "").startswith(str(folder))


def install(site: Path, name: str, entry_points: str | bytes, metadata: str = "") -> None:
    """Write the metadata of an installed distribution."""
    folder = site / f"{name.replace('-', '_')}-1.5.dist-info"
    folder.mkdir()
    text = metadata or f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n"
    (folder / "METADATA").write_text(text, encoding="utf-8")
    data = entry_points if isinstance(entry_points, bytes) else entry_points.encode()
    (folder / "entry_points.txt").write_bytes(data)


def write_bot(path: Path, word: str = "a") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BOT.format(word=word), encoding="utf-8")
    return path


def error_of(reference: str, folder: Path = Path()) -> str:
    with pytest.raises(PluginError) as caught:
        find_bot(reference, folder).load()
    return str(caught.value)


# Files


def test_a_file_is_named_by_its_path_and_its_class(tmp_path: Path) -> None:
    write_bot(tmp_path / "deep" / "mine.py")
    spec = find_bot("deep/mine.py:Mine", tmp_path)
    assert spec.load().__name__ == "Mine"
    assert spec.reference == "mine.py:Mine", "the log names no folder"
    assert find_bot(f"{tmp_path}/deep/mine.py:Mine", Path("/")).load().__name__ == "Mine"
    assert find_bot("./deep/mine.py:Outer.Inner", tmp_path).load().__name__ == "Inner"


def test_two_files_of_one_name_can_meet(tmp_path: Path) -> None:
    write_bot(tmp_path / "one" / "mine.py", "first")
    write_bot(tmp_path / "two" / "mine.py", "second")
    specs = [find_bot(f"{folder}/mine.py:Mine", tmp_path) for folder in ("one", "two")]
    classes = [spec.load() for spec in specs]
    assert [made.word for made in classes] == ["first", "second"]  # type: ignore[attr-defined]
    assert [sys.modules[made.__module__].Mine for made in classes] == classes
    assert specs[0].digest() != specs[1].digest()


def test_a_file_shadows_no_module(tmp_path: Path) -> None:
    """A bot's file may be called `random.py` or `json.py`."""
    import json

    write_bot(tmp_path / "json.py")
    assert find_bot("json.py:Mine", tmp_path).load().__name__ == "Mine"
    assert sys.modules["json"] is json


def test_nothing_is_imported_before_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    spec = find_bot("bad.py:Mine", tmp_path)
    assert spec.digest()
    assert error_of("bad.py:Mine", tmp_path) == (
        "bot 'bad.py:Mine' cannot be loaded: SystemExit: imported"
    )


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert error_of("mine.py:Mine", tmp_path) == f"there is no bot file mine.py in {tmp_path}"
    (tmp_path / "folder.py").mkdir()
    assert error_of("folder.py:Mine", tmp_path) == f"there is no bot file folder.py in {tmp_path}"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise ValueError('two\\n lines')", "ValueError: two lines"),
        ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("def broken(:", "SyntaxError: invalid syntax"),
        ("x = 1", "AttributeError: module"),
        ("Mine = 7", "Mine is no class"),
        ("import sys; sys.exit()", "SystemExit"),
        ("raise BaseException", "BaseException"),
        (
            "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
            "E: (no text)",
        ),
    ],
)
def test_code_that_does_not_load_is_a_plugin_error_in_one_line(
    code: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    with pytest.raises(PluginError) as caught:
        find_bot("mine.py:Mine", tmp_path).load()
    text = str(caught.value)
    assert text.startswith("bot 'mine.py:Mine' cannot be loaded: ")
    assert reason in text
    assert "\n" not in text
    if "no class" not in reason:
        assert "Traceback" in caught.value.detail


def test_an_interruption_while_loading_is_the_user_s(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        find_bot("mine.py:Mine", tmp_path).load()


# Modules


def test_a_module_is_named_with_its_class(plugins: Path) -> None:
    write_bot(plugins / "stranger_pack" / "sub.py")
    (plugins / "stranger_pack" / "__init__.py").touch()
    spec = find_bot("stranger_pack.sub:Mine", Path())
    assert spec.load().__name__ == "Mine"
    assert spec.reference == "stranger_pack.sub:Mine"
    assert find_bot("stranger_pack.sub:Outer.Inner", Path()).load().__name__ == "Inner"


def test_a_module_that_is_not_there_is_told_before_anything_is_played() -> None:
    assert error_of("nowhere_at_all.sub:Mine") == (
        "there is no module 'nowhere_at_all' for bot 'nowhere_at_all.sub:Mine'"
    )


def test_a_class_that_is_not_there_is_a_failure_to_load(plugins: Path) -> None:
    write_bot(plugins / "stranger_mod.py")
    assert "has no attribute 'Mien'" in error_of("stranger_mod:Mien")
    assert "number is no class" in error_of("stranger_mod:number")


# Entry points


def test_an_entry_point_is_named_alone(plugins: Path) -> None:
    write_bot(plugins / "stranger_mod.py")
    install(plugins, "Stranger-Bots", "[arena.bots]\nstranger = stranger_mod:Mine [extra]\n")
    spec = find_bot("stranger", Path())
    assert spec == BotSpec("stranger", "stranger_mod:Mine", "Stranger-Bots", "1.5")
    assert spec.load().__name__ == "Mine"
    assert spec in installed_bots()


def test_the_bots_are_listed_by_name(plugins: Path) -> None:
    install(plugins, "zz", "[arena.bots]\nalpha = a:B\nzeta = a:B\n")
    install(plugins, "aa", "[arena.bots]\nmid = a:B\n[console_scripts]\nmid = a:main\n")
    names = [spec.reference for spec in installed_bots()]
    assert names == sorted(names)
    assert {"alpha", "zeta", "mid", "simple", "greedy", "gin-hunter", "random"} <= set(names)


def test_arena_bots_restricts_the_set(plugins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(plugins, "zz", "[arena.bots]\nalpha = a:B\nzeta = a:B\n")
    install(plugins, "broken", "[arena.bots]\nno entry\n")
    monkeypatch.setenv("ARENA_BOTS", "alpha, simple,nobody")
    assert [spec.reference for spec in installed_bots()] == ["alpha", "simple"]
    assert "installed are: alpha, simple;" in error_of("zeta")
    monkeypatch.setenv("ARENA_BOTS", "")
    assert installed_bots() == []
    assert "installed are: none;" in error_of("simple")


@pytest.mark.parametrize(
    ("said", "meant"), [("simpel", "simple"), ("gin_hunter", "gin-hunter"), ("rnadom", "random")]
)
def test_a_near_miss_gets_a_hint(said: str, meant: str) -> None:
    assert error_of(said) == (
        f"there is no bot {said!r}; did you mean {meant}? installed are: gin-hunter, greedy, "
        "random, simple; or write module:Class, or path/to/file.py:Class"
    )


def test_a_name_far_from_all_gets_the_list() -> None:
    assert "did you mean" not in error_of("zzzzzz")
    assert "installed are: gin-hunter, greedy, random, simple" in error_of("zzzzzz")


def test_a_name_that_two_packages_have_is_refused(plugins: Path) -> None:
    write_bot(plugins / "stranger_mod.py")
    install(plugins, "one", "[arena.bots]\ntwin = stranger_mod:Mine\n")
    install(plugins, "two", "[arena.bots]\ntwin = stranger_mod:Outer.Inner\nsimple = q:Q\n")
    assert error_of("twin") == (
        "the bot name 'twin' is taken by several packages: one, two; "
        "name one as module:Class (stranger_mod:Mine, stranger_mod:Outer.Inner)"
    )
    assert "taken by several packages" in error_of("simple"), "nobody takes a built-in's name"
    assert find_bot("stranger_mod:Mine", Path()).load().__name__ == "Mine"


def test_two_copies_of_one_distribution_are_one(plugins: Path, tmp_path: Path) -> None:
    """The first on the path counts, whatever the spelling of its name."""
    behind = tmp_path / "behind"
    behind.mkdir()
    install(plugins, "Two.Copies", "[arena.bots]\ncopy = first:Bot\n")
    install(behind, "two-copies", "[arena.bots]\ncopy = second:Bot\nold = second:Old\n")
    sys.path.append(str(behind))
    try:
        assert find_bot("copy", Path()).target == "first:Bot"
        assert "old" not in [spec.reference for spec in installed_bots()]
    finally:
        sys.path.remove(str(behind))


BROKEN: dict[str, str | bytes] = {
    "no-equals": "[arena.bots]\nthis is no entry\n",
    "no-text": b"\xff\xfe[arena.bots]\nx = y:z\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_list_of_entry_points_is_told_and_harms_nobody(name: str, plugins: Path) -> None:
    install(plugins, name, BROKEN[name])
    install(plugins, "good", "[arena.bots]\ngood = stranger_mod:Mine\n")
    write_bot(plugins / "stranger_mod.py")
    assert find_bot("good", Path()).load().__name__ == "Mine"
    (broken,) = [spec for spec in installed_bots() if spec.problem]
    assert (broken.distribution, broken.version) == (name, "1.5")
    with pytest.raises(PluginError, match="entry points cannot be read"):
        broken.load()
    assert "there is no bot '?'" in error_of(broken.reference)


def test_a_broken_list_that_has_no_bots_is_nothing_to_us(plugins: Path) -> None:
    install(plugins, "other", "[other.group]\nthis is no entry\n")
    assert not [spec for spec in installed_bots() if spec.problem]


def test_packages_without_a_name_are_passed_over(plugins: Path) -> None:
    install(plugins, "nameless", "[arena.bots]\nx = y:z\n", metadata="Metadata-Version: 2.1\n")
    (plugins / "empty-1.0.dist-info").mkdir()
    assert "x" not in [spec.reference for spec in installed_bots()]


@pytest.mark.parametrize("target", ["", "not valid!!", "module_alone", ":", "a:", "..:B", "a b:C"])
def test_an_entry_point_that_points_nowhere_does_not_load(target: str, plugins: Path) -> None:
    install(plugins, "odd", f"[arena.bots]\nodd = {target}\n")
    assert error_of("odd").startswith("bot 'odd' cannot be loaded: ")


# Digests


def digest_by_hand(files: dict[str, bytes]) -> str:
    text = b"".join(name.encode() + b"\0" + files[name] + b"\0" for name in sorted(files))
    return blake2b(text, digest_size=32).hexdigest()


def test_the_digest_of_a_file_is_that_of_its_name_and_bytes(tmp_path: Path) -> None:
    path = write_bot(tmp_path / "mine.py")
    expected = digest_by_hand({"mine.py": path.read_bytes()})
    assert find_bot("mine.py:Mine", tmp_path).digest() == expected
    assert find_bot("mine.py:Outer.Inner", tmp_path).digest() == expected


def test_a_digest_does_not_depend_on_the_place(tmp_path: Path, plugins: Path) -> None:
    for folder in ("a", "b/c"):
        write_bot(tmp_path / folder / "mine.py")
    first, second = (find_bot(f"{folder}/mine.py:Mine", tmp_path) for folder in ("a", "b/c"))
    assert first.digest() == second.digest()


@pytest.mark.parametrize("ending", [b"\r\n", b"\r"])
def test_a_digest_does_not_depend_on_line_ends(ending: bytes, tmp_path: Path) -> None:
    path = write_bot(tmp_path / "mine.py")
    spec = find_bot("mine.py:Mine", tmp_path)
    before = spec.digest()
    path.write_bytes(path.read_bytes().replace(b"\n", ending))
    assert spec.digest() == before


def test_a_digest_changes_with_the_code(tmp_path: Path) -> None:
    path = write_bot(tmp_path / "mine.py")
    spec = find_bot("mine.py:Mine", tmp_path)
    before = spec.digest()
    path.write_bytes(path.read_bytes() + b"# a comment\n")
    assert spec.digest() != before


def package(site: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8", newline="\n")


def test_the_digest_of_a_package_covers_all_its_python_files(plugins: Path) -> None:
    files = {
        "whole_pack/__init__.py": "",
        "whole_pack/bot.py": "from arena.bot import Bot as Mine\n",
        "whole_pack/deep/er/help.py": "x = 1\n",
    }
    package(plugins, files | {"whole_pack/notes.txt": "no code", "whole_pack/lib.so": "binary"})
    spec = find_bot("whole_pack.bot:Mine", Path())
    expected = digest_by_hand({name: text.encode() for name, text in files.items()})
    assert spec.digest() == expected
    spec.load()
    assert spec.digest() == expected, "loading leaves no trace in it"
    for name in files:
        path = plugins / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "# changed\n", encoding="utf-8")
        assert spec.digest() != expected
        path.write_text(text, encoding="utf-8")
    package(plugins, {"whole_pack/new.py": ""})
    assert spec.digest() != expected


def test_the_digest_covers_declared_data(plugins: Path) -> None:
    package(
        plugins, {"data_pack/__init__.py": "", "data_pack/net/w.txt": "1", "data_pack/n.md": ""}
    )
    spec = find_bot("data_pack:Mine", Path())
    plain, declared = spec.digest(), spec.digest(("net/*.txt",))
    assert plain != declared
    assert spec.digest(("nothing/*",)) == plain
    (plugins / "data_pack/net/w.txt").write_text("2", encoding="utf-8")
    assert spec.digest() == plain
    assert spec.digest(("net/*.txt",)) != declared


@pytest.mark.parametrize("pattern", ["/etc/*", "", "../*.txt", "net/../../*.txt"])
def test_declared_data_lies_in_the_package(pattern: str, plugins: Path) -> None:
    package(plugins, {"data_pack/__init__.py": ""})
    with pytest.raises(PluginError, match="bot 'data_pack:Mine': data_files: "):
        find_bot("data_pack:Mine", Path()).digest((pattern,))


def test_the_digest_of_a_single_module_is_that_of_its_file(plugins: Path) -> None:
    path = write_bot(plugins / "stranger_mod.py")
    expected = digest_by_hand({"stranger_mod.py": path.read_bytes()})
    assert find_bot("stranger_mod:Mine", Path()).digest() == expected


def test_a_bot_without_files_of_its_own_has_no_digest() -> None:
    assert find_bot("sys:Mine", Path()).digest() is None


def test_the_reference_bots_share_the_digest_of_their_package() -> None:
    digests = {spec.digest() for spec in installed_bots()}
    assert len(digests) == 1
    assert None not in digests
