"""Proof that a log is sound: every round played again, every field and byte compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, cast

from msgspec import UNSET, to_builtins

from arena.dealer import Dealer
from arena.log.header import HeaderError, Plan, plan_of, rules_for_header
from arena.log.reader import LogError, RawLine, UnopenedError, header_of, open_log, read_lines
from arena.log.script import ReplayMismatch, play_again
from arena.record import (
    ENCODER,
    AnyLine,
    EndLine,
    ResultLine,
    RoundLine,
    SeriesLine,
    SeriesRecord,
    TournamentLine,
    encode_line,
)
from arena.schedule import Job
from arena.table.scribe import deck_text, series_line
from arena.table.table import first_dealer_of


@dataclass(frozen=True, slots=True)
class Report:
    """What a verification found: how much was sound, and the first thing that is not.

    `line` counts from 1, 0 for the file as a whole; `field` is None where no field is to blame.
    """

    source: str
    series: int
    rounds: int
    problem: str | None = None
    line: int = 0
    field: str | None = None

    @property
    def is_sound(self) -> bool:
        """Whether nothing was wrong."""
        return self.problem is None

    def __str__(self) -> str:
        """Return one line for people."""
        if self.problem is None:
            return f"{self.source}: sound: {self.series} series, {self.rounds} rounds"
        where = f":{self.line}" if self.line else ""
        return f"{self.source}{where}: {self.problem}"


class Unsound(Exception):  # noqa: N818 - the log is wrong, not the program
    """The first thing that is wrong with a log."""

    def __init__(self, line: int, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.field = field


def verify_log(path: Path, source: str | None = None) -> Report:
    """Play a whole log again and compare every field with what the rules give.

    The deals are checked against the seed in the header. The first problem ends the check.

    Raises:
        UnopenedError: when the file cannot be opened.
    """
    name = source or str(path)
    verifier = Verifier(name)
    try:
        with open_log(path) as file:
            verifier.read(file)
    except UnopenedError:
        raise
    except LogError as error:
        return Report(name, verifier.series, verifier.rounds, error.message, error.line)
    except Unsound as error:
        return Report(name, verifier.series, verifier.rounds, str(error), error.line, error.field)
    return Report(name, verifier.series, verifier.rounds)


class Verifier:
    """One reading of a log. `series` and `rounds` count what was found sound so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.series = 0
        self.rounds = 0
        self._hash = blake2b(digest_size=32)

    def read(self, file: BinaryIO) -> None:
        """Check a whole log.

        Raises:
            LogError: at a line that cannot be read.
            Unsound: at anything else that is wrong.
        """
        lines = read_lines(file, self.source)
        first = next(lines)
        plan, dealer = self._check_header(first)
        last = first
        for job in plan.jobs():
            last = self._check_series(lines, last, job, plan, dealer)
        self._check_end(lines, last)

    def _check_header(self, line: RawLine) -> tuple[Plan, Dealer]:
        header = header_of(line, self.source)
        self._digest(line)
        try:
            plan = plan_of(header)
            expected = header_in_order(header, plan)
        except HeaderError as error:
            raise Unsound(line.number, str(error), error.field) from None
        except RecursionError:
            message = "entrants: options are nested too deeply"
            raise Unsound(line.number, message, "entrants") from None
        self._check_form(line, expected)
        return plan, Dealer(header.seed)

    def _check_series(
        self, lines: Iterator[RawLine], last: RawLine, job: Job, plan: Plan, dealer: Dealer
    ) -> RawLine:
        """Check one series; return its last line."""
        raw = first = self._take(lines, last, f"series {job.number} of {len(plan.schedule)}")
        start = raw.record
        if not isinstance(start, SeriesLine):
            raise Unsound(raw.number, f"series {job.number} should start here")
        self._compare(raw, start, series_line(job, start.first_dealer))
        self._digest(raw)
        rounds: list[RawLine] = []
        while True:
            raw = self._take(lines, raw, f"the result of series {job.number}")
            if not isinstance(raw.record, RoundLine):
                break
            self._digest(raw)
            rounds.append(raw)
        result = raw.record
        if not isinstance(result, ResultLine):
            raise Unsound(raw.number, f"the result of series {job.number} should stand here")
        said = SeriesRecord(start, tuple([cast("RoundLine", one.record) for one in rounds]), result)
        decks = self._check_deals(said, job, plan, dealer, first.number)
        played = self._play_again(said, job, plan, decks, [*rounds, raw])
        played.result.digest = result.digest
        self._compare(raw, result, played.result)
        self._check_digest(raw, result.digest)
        self.series += 1
        self.rounds += len(rounds)
        return raw

    def _check_deals(
        self, record: SeriesRecord, job: Job, plan: Plan, dealer: Dealer, start: int
    ) -> list[bytes]:
        """Check the decks and the first dealer against the seed; return the decks."""
        seat = first_dealer_of(job, plan.setting.rules, dealer)
        if record.series.first_dealer != seat:
            message = f"first_dealer: the seed and the rules give seat {seat}"
            raise Unsound(start, message, "first_dealer")
        decks: list[bytes] = []
        for number, line in enumerate(record.rounds):
            decks.append(dealer.deck(job.deal_index, number))
            if line.deck != deck_text(decks[number]):
                raise Unsound(
                    start + 1 + number, "deck: is not the one that the seed gives", "deck"
                )
        return decks

    def _play_again(
        self,
        record: SeriesRecord,
        job: Job,
        plan: Plan,
        decks: list[bytes],
        lines: list[RawLine],
    ) -> SeriesRecord:
        """Play a series again and compare its rounds; return it as the rules give it.

        `lines` are those of the rounds and, last, of the result.
        """
        *rounds, end = lines
        try:
            played = play_again(record, job, plan.setting, decks)
        except ReplayMismatch as mismatch:
            self._compare_rounds(rounds, mismatch.before[: mismatch.round])
            line = end if mismatch.round is None else rounds[mismatch.round]
            raise Unsound(line.number, str(mismatch), mismatch.field) from None
        again = played.record.rounds
        self._compare_rounds(rounds, again)
        if len(rounds) > len(again):
            surplus = rounds[len(again)].number
            raise Unsound(surplus, "round: the series was over before this one", "round")
        return played.record

    def _compare_rounds(self, said: list[RawLine], again: Sequence[RoundLine]) -> None:
        for line, expected in zip(said, again, strict=False):
            self._compare(line, line.record, expected)

    def _check_end(self, lines: Iterator[RawLine], last: RawLine) -> None:
        raw = self._take(lines, last, "the end line")
        end = raw.record
        if not isinstance(end, EndLine):
            raise Unsound(raw.number, "the schedule is over: the end line should stand here")
        expected = EndLine(self.series, self.rounds, UNSET, end.digest)
        self._compare(raw, end, expected)
        self._check_digest(raw, end.digest)
        surplus = next(lines, None)
        if surplus is not None:
            raise Unsound(surplus.number, "follows the log's last line")

    def _take(self, lines: Iterator[RawLine], last: RawLine, wanted: str) -> RawLine:
        line = next(lines, None)
        if line is None:
            raise Unsound(last.number, f"the log is cut after this line: {wanted} is missing")
        return line

    def _compare(self, line: RawLine, said: AnyLine, expected: AnyLine) -> None:
        """Compare a line with what the rules give; what has the same bytes has the same fields."""
        text = encode_line(expected)
        if line.text == text:
            return
        if said != expected:
            field, found, wanted = difference(said, expected)
            raise Unsound(line.number, f"{field}: the log has {found}, not {wanted}", field)
        self._check_form(line, text)

    def _check_form(self, line: RawLine, expected: bytes) -> None:
        if line.text != expected:
            at = next(
                (
                    i
                    for i, pair in enumerate(zip(line.text, expected, strict=False))
                    if pair[0] != pair[1]
                ),
                min(len(line.text), len(expected)),
            )
            raise Unsound(line.number, f"byte {at} is not in the log's form")

    def _digest(self, line: RawLine) -> None:
        self._hash.update(line.text + b"\n")

    def _check_digest(self, line: RawLine, digest: object) -> None:
        head, _, _ = line.text.rpartition(b',"digest"')
        self._hash.update(head)
        if digest != self._hash.hexdigest():
            raise Unsound(
                line.number, "digest: the bytes up to here are not those written", "digest"
            )
        self._hash.update(line.text[len(head) :] + b"\n")


def header_in_order(header: TournamentLine, plan: Plan) -> bytes:
    """Return a header's canonical bytes: rules in the schema's order, options with sorted keys.

    Raises:
        HeaderError: when an option is a float.
    """
    profile = str(header.rules["profile"])
    plain = to_builtins(header)
    plain["rules"] = rules_for_header(profile, plan.setting.rules)
    for entrant in plain["entrants"]:
        entrant["options"] = in_sorted_order(entrant["options"])
    return ENCODER.encode(plain)


def in_sorted_order(value: object) -> object:
    """Return plain data with the keys of every mapping sorted.

    Raises:
        HeaderError: at a float, which a log never holds.
    """
    if isinstance(value, float):
        raise HeaderError("entrants", f"{value!r} is a float; the log has a text for it")
    if isinstance(value, dict):
        return {key: in_sorted_order(value[key]) for key in sorted(value)}
    return [in_sorted_order(item) for item in value] if isinstance(value, list) else value


def difference(said: AnyLine, expected: AnyLine) -> tuple[str, str, str]:
    """Return the first field in which two lines differ, and both values as the log has them."""
    if type(said) is not type(expected):
        return "kind", str(said.__struct_config__.tag), str(expected.__struct_config__.tag)
    for field in said.__struct_fields__:
        found, wanted = getattr(said, field), getattr(expected, field)
        if found != wanted:
            return field, shown(found), shown(wanted)
    return "kind", "another", "this"


def shown(value: object) -> str:
    """Return a field's value as a message shows it, cut where it is long."""
    text = "nothing" if value is UNSET else ENCODER.encode(value).decode()
    return text if len(text) <= 120 else text[:117] + "..."
