"""`arena run`: what it writes, what it prints, and what it refuses."""

from pathlib import Path

import pytest

from tests.cli.terminal import arena, lines_of

SMALL = ("run", "-b", "simple", "-b", "greedy", "-n", "2", "--seed", "s")
MINE = """
from arena.bot import Bot


class Mine(Bot):
    version = "7"
"""


def header_of(log: Path) -> dict:
    return lines_of(log)[0]


def test_a_run_writes_log_config_standings_and_private_folder(in_tmp: Path) -> None:
    done = arena(*SMALL, cwd=in_tmp)
    assert done.returncode == 0
    folder = in_tmp / "logs" / "tournament-1"
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    assert found == ["config.yaml", "games.jsonl", "private", "private/arena.log", "private/lock",
                     "standings.json"]  # fmt: skip
    assert done.stdout.splitlines()[0].split()[:3] == ["#", "bot", "series"]
    assert "log: logs/tournament-1/games.jsonl" in done.stderr


def test_every_run_gets_the_next_free_folder(in_tmp: Path) -> None:
    for _ in range(2):
        assert arena(*SMALL, cwd=in_tmp).returncode == 0
    logs = [in_tmp / "logs" / f"tournament-{n}" / "games.jsonl" for n in (1, 2)]
    assert logs[0].read_bytes() == logs[1].read_bytes()


def test_without_a_seed_one_is_made_printed_and_logged(in_tmp: Path) -> None:
    done = arena("run", "-b", "simple", "-b", "greedy", "-n", "1", "--out", "o", cwd=in_tmp)
    seed = header_of(in_tmp / "o" / "games.jsonl")["seed"]
    assert len(seed) == 32
    assert int(seed, 16) >= 0
    assert f"seed: {seed}\n" in done.stderr


def test_quiet_prints_the_standings_alone(in_tmp: Path) -> None:
    done = arena(*SMALL, "-q", cwd=in_tmp)
    assert done.stderr == ""
    assert "greedy" in done.stdout


def test_verbose_tells_of_every_series_on_stderr(in_tmp: Path) -> None:
    done = arena(*SMALL, "-v", cwd=in_tmp)
    assert done.stderr.count("termination=complete") == 4


def test_out_never_overwrites_a_log_unless_forced(in_tmp: Path) -> None:
    assert arena(*SMALL, "--out", "o", cwd=in_tmp).returncode == 0
    before = (in_tmp / "o" / "games.jsonl").read_bytes()
    done = arena(*SMALL, "--seed", "other", "--out", "o", cwd=in_tmp)
    assert done.returncode == 2
    assert "--force" in done.stderr
    assert (in_tmp / "o" / "games.jsonl").read_bytes() == before
    done = arena(*SMALL, "--seed", "other", "--out", "o", "--force", cwd=in_tmp)
    assert done.returncode == 0
    assert header_of(in_tmp / "o" / "games.jsonl")["seed"] == "other"


def test_a_dry_run_shows_the_plan_and_writes_nothing(in_tmp: Path) -> None:
    done = arena(*SMALL, "--dry-run", cwd=in_tmp)
    assert done.returncode == 0
    assert "# 4 series" in done.stdout
    assert "series 0: simple - greedy, deals 0" in done.stdout
    assert list(in_tmp.iterdir()) == []


def test_a_dry_run_of_ninety_million_series_makes_none_of_them(in_tmp: Path) -> None:
    bots = [word for number in range(10) for word in ("-b", f"bot {number}=simple")]
    done = arena("run", *bots, "-n", "1000000", "--seed", "s", "--dry-run", cwd=in_tmp)
    assert done.returncode == 0
    assert "# 90000000 series: 45 pairings x 1000000 pairs x 2 legs\n" in done.stdout
    assert done.stdout.endswith("# and 89999994 more; nothing was written\n")
    done = arena("run", *bots, "-n", "1000000", "--seed", "s", "--shard", "3/8", "--dry-run",
                 cwd=in_tmp)  # fmt: skip
    assert "# 11250000 of 90000000 series" in done.stdout
    assert "# series 22500000: bot 0 - bot 1, deals 250000\n" in done.stdout


def test_only_plays_the_series_that_the_whole_run_plays(in_tmp: Path) -> None:
    arena(*SMALL, "--out", "all", cwd=in_tmp)
    arena(*SMALL, "--out", "one", "--only", "3", cwd=in_tmp)
    lines = {name: lines_of(in_tmp / name / "games.jsonl") for name in ("all", "one")}
    assert lines["one"][0]["part"] == "only 3"
    assert "part" not in lines["all"][0]
    wanted = [line for line in lines["all"][1:-1] if line["series"] == 3]
    played = lines["one"][1:-1]
    for line in (*wanted, *played):
        line.pop("digest", None)
    assert played == wanted
    assert arena("verify", "one", cwd=in_tmp).returncode == 0


def test_a_single_file_bot_plays_under_its_class_name_without_its_folder(in_tmp: Path) -> None:
    (in_tmp / "deep").mkdir()
    (in_tmp / "deep" / "mine.py").write_text(MINE)
    done = arena("run", "-b", "simple", "-b", "./deep/mine.py:Mine", "-n", "1", "--seed", "s",
                 "--out", "o", cwd=in_tmp)  # fmt: skip
    assert done.returncode == 0, done.stderr
    entrant = header_of(in_tmp / "o" / "games.jsonl")["entrants"][1]
    assert (entrant["name"], entrant["bot"], entrant["version"]) == ("Mine", "mine.py:Mine", "7")


def test_the_resolved_config_plays_the_same_log_from_where_it_lies(in_tmp: Path) -> None:
    (in_tmp / "mine.py").write_text(MINE)
    arena("run", "-b", "simple", "-b", "me=mine.py:Mine", "-n", "1", "--seed", "s", "--rules",
          "settled", "--out", "a/b", cwd=in_tmp)  # fmt: skip
    done = arena("run", "a/b/config.yaml", "--out", "c", cwd=in_tmp)
    assert done.returncode == 0, done.stderr
    assert (in_tmp / "c/games.jsonl").read_bytes() == (in_tmp / "a/b/games.jsonl").read_bytes()


def test_a_gauntlet_has_the_first_entrant_meet_each_other_one(in_tmp: Path) -> None:
    arena("run", "-b", "simple", "-b", "greedy", "-b", "random", "-n", "1", "--seed", "s",
          "--gauntlet", "--out", "o", cwd=in_tmp)  # fmt: skip
    lines = lines_of(in_tmp / "o/games.jsonl")
    pairings = {tuple(line["pairing"]) for line in lines if line["kind"] == "series"}
    assert pairings == {("simple", "greedy"), ("simple", "random")}


def test_a_flag_beats_a_variable_beats_the_config(in_tmp: Path) -> None:
    (in_tmp / "c.yaml").write_text("seed: config\npairs: 3\nentrants: [simple, greedy]\n")
    arena(
        "run", "c.yaml", "-n", "1", "--out", "o", cwd=in_tmp, ARENA_SEED="variable", ARENA_PAIRS="2"
    )
    header = header_of(in_tmp / "o/games.jsonl")
    assert (header["seed"], header["pairs"]) == ("variable", 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-b", "simple"), "one entrant is no tournament"),
        (("-b", "simple", "-b", "simple"), "two entrants are called 'simple'"),
        (("-b", "simple", "-b", "greddy"), "did you mean greedy?"),
        (("-b", "simple", "-b", "nowhere.py:Bot"), "there is no bot file nowhere.py"),
        (("-b", "simple", "-b", "no_such_module:Bot"), "there is no module 'no_such_module'"),
        (("-b", "simple", "-b", "=x"), "-b: bot '=x'"),
        (("--rules", "clasic"), "did you mean classic?"),
        (("--only", "480"), "the schedule has series 0 to 479"),
        (("--shard", "9/8"), "--shard: '9/8' is no shard: there are 1/8 to 8/8"),
        (("--shard", "2"), "--shard: '2' is no shard"),
        (("--shard", "1/500"), "the schedule has 240 pairs of legs"),
        (("--shard", "1/2", "--only", "3"), "--only and --shard"),
        (("-b", "simple", "-b", "greedy", "--shard", "1/2"), "need one seed"),
        (("--workers", "-1"), "--workers"),
        (("--seed", ""), "--seed"),
        (("--pairs", "0"), "--pairs"),
        (("no-such-file.yaml",), "no-such-file.yaml:1:1: the config cannot be read"),
        (("--no-such-flag",), "--no-such-flag"),
    ],
)
def test_a_wrong_command_line_is_refused_and_nothing_is_written(
    words: tuple[str, ...], message: str, in_tmp: Path
) -> None:
    done = arena("run", *words, cwd=in_tmp)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert done.stdout == ""
    assert list(in_tmp.iterdir()) == []


def test_all_mistakes_of_a_config_are_told_at_once_with_line_and_column(in_tmp: Path) -> None:
    (in_tmp / "c.yaml").write_text("pairs: 1.5\nentrants: [simple, greedy]\nrulse: classic\n")
    done = arena("run", "c.yaml", cwd=in_tmp)
    assert done.returncode == 2
    assert "c.yaml:1:8: pairs" in done.stderr
    assert "c.yaml:3:1: " in done.stderr
    assert "did you mean rules?" in done.stderr
    assert [path.name for path in in_tmp.iterdir()] == ["c.yaml"]


def test_a_faulty_bot_forfeits_is_named_and_leaves_cards(in_tmp: Path) -> None:
    (in_tmp / "bad.py").write_text(
        "from arena.bot import Bot\n\n"
        "class Bad(Bot):\n    def play(self, view):\n        return 7\n"
    )
    done = arena("run", "-b", "simple", "-b", "bad.py:Bad", "-n", "1", "--seed", "s", "--out", "o",
                 cwd=in_tmp)  # fmt: skip
    assert done.returncode == 0
    assert "warning: Bad: 2 faults" in done.stderr
    cards = lines_of(in_tmp / "o/private/failures.jsonl")
    assert [card["kind"] for card in cards] == ["illegal", "illegal"]
    assert (cards[0]["entrant"], cards[0]["reply"]) == ("Bad", "7")
    command = cards[0]["replay"].split()
    assert command[:2] == ["arena", "replay"]
    shown = arena(*command[1:], cwd=in_tmp)
    assert "fault: illegal in play" in shown.stdout


def test_a_bot_that_cannot_be_imported_forfeits_and_the_rest_play_on(in_tmp: Path) -> None:
    (in_tmp / "broken.py").write_text("import no_such_thing\n")
    done = arena("run", "-b", "simple", "-b", "greedy", "-b", "broken.py:Bot", "-n", "1",
                 "--seed", "s", "--out", "o", cwd=in_tmp)  # fmt: skip
    assert done.returncode == 0
    assert "entrant Bot forfeits every series" in done.stderr
    assert "no_such_thing" in done.stderr
    assert arena("verify", "o", cwd=in_tmp).returncode == 0
    lines = lines_of(in_tmp / "o/games.jsonl")
    ended = {line["termination"] for line in lines if line["kind"] == "result"}
    assert ended == {"complete", "forfeit"}
