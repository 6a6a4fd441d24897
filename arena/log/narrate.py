"""A logged series as text for people: cards, every move, the sheet filling."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arena.display import display_width
from arena.gin.actions import BigGin, Discard, Draw, Knock, LayOff, Offer
from arena.gin.cards import format_card, format_hand, hand_of, parse_cards
from arena.gin.kernel import deadwood
from arena.gin.rules import Rules, knock_limit
from arena.gin.sheet import Sheet
from arena.log.script import Step
from arena.record import ResultLine, RoundLine, SeriesRecord
from arena.table.incident import Fault
from arena.table.view import RoundSeen, View


@dataclass(frozen=True, slots=True)
class Told:
    """A line of text, and where it belongs: its round, and its move token or None for none."""

    round: int
    token: int | None
    text: str


class Narrator:
    """Turns the steps of one series into lines."""

    def __init__(self, record: SeriesRecord, rules: Rules) -> None:
        self._record = record
        self._rules = rules
        self._names = record.series.seats
        self._width = max(map(display_width, self._names))
        self._drew = ""

    def tell(self, steps: Iterable[Step]) -> Iterator[Told]:
        """Yield the lines of a series, round by round."""
        number, is_new, seat, at = 0, True, 0, 0
        for step in steps:
            if step.question in ("start", "end_series"):
                continue
            line = self._record.rounds[number]
            if step.question == "end_round":
                if step.seat == 1:
                    assert isinstance(step.asked, RoundSeen)
                    if at + 1 < len(line.moves.split()):
                        yield self._told(line, at + 1, *self._unasked(line, seat))
                    yield from self._tell_end(line, step.asked)
                    number, is_new = number + 1, True
                continue
            if is_new:
                yield from self._tell_deal(line)
                is_new = False
            assert isinstance(step.asked, View)
            seat = step.seat
            text = self._tell_move(step, step.asked)
            if text:
                tokens = step.asked.moves.split()
                at = len(tokens) - (step.question == "play")
                yield self._told(line, at, seat, text)
        if number == 0:
            yield Told(0, 0, f"   0  {self._absent()}")

    def tell_result(self, result: ResultLine) -> str:
        """Return the line that says how the series ended."""
        winner = "nobody" if result.winner is None else self._names[result.winner]
        games = f"games {result.games[0]}-{result.games[1]}"
        return (
            f"Series {result.series} ends ({result.termination}): {winner} wins, {games}, "
            f"settlement {result.net:+d} for {self._names[0]}"
        )

    def _absent(self) -> str:
        winner = self._record.rounds[0].winner if self._record.rounds else None
        if winner is None:
            return "neither could start: the series is void"
        return f"{self._names[1 - winner]} could not start: the series is forfeited"

    def _name(self, seat: int) -> str:
        name = self._names[seat]
        return name + " " * (self._width - display_width(name))

    def _told(self, line: RoundLine, at: int, seat: int, text: str) -> Told:
        return Told(line.round, at, f"{at:>4}  {self._name(seat)}  {text}")

    def _unasked(self, line: RoundLine, seat: int) -> tuple[int, str]:
        """Return whose a last token is that no answer stands for, and what it means (V6, V7)."""
        if line.moves.endswith("s"):
            return seat, "draws, and the stock has run out"
        return 1 - seat, "has no knock with it"

    def _tell_deal(self, line: RoundLine) -> Iterator[Told]:
        cards = parse_cards(line.deck)
        limit = knock_limit(cards[20], self._rules)
        yield Told(
            line.round,
            None,
            f"Round {line.series}.{line.round}: {self._names[line.dealer]} deals, "
            f"upcard {format_card(cards[20])}, knock limit {limit}",
        )
        for seat in (0, 1):
            hand = hand_of(cards[seat:20:2])
            yield Told(
                line.round,
                None,
                f"      {self._name(seat)}  {format_hand(hand, ' ')}  ({self._count(hand)})",
            )

    def _tell_move(self, step: Step, view: View) -> str:
        """Return what a seat did, or nothing for a draw: it is told with what follows."""
        answer = step.answer
        if answer is Offer.PASS:
            return f"passes {format_card(view.upcard)}"
        if answer in (Offer.TAKE, Draw.PILE):
            self._drew = f"takes {format_card(view.upcard)}, "
            return ""
        if answer is Draw.STOCK or isinstance(answer, LayOff):
            return ""
        drew, self._drew = self._drew, ""
        if step.question == "play" and not drew:
            assert view.taken is not None
            drew = f"draws {format_card(view.taken)}, "
        if isinstance(answer, Fault):
            return f"{drew}fault: {answer.kind} in {step.question}"
        return drew + self._tell_play(answer, view.hand)

    def _tell_play(self, answer: object, hand: int) -> str:
        if isinstance(answer, Discard):
            rest = hand ^ 1 << answer.card
            kept = f"{format_hand(rest, ' ')}  ({self._count(rest)})"
            return f"throws {format_card(answer.card)}: {kept}"
        if isinstance(answer, Knock):
            melds = [format_hand(meld) for meld in answer.melds or ()]
            loose = hand ^ 1 << answer.card ^ sum(answer.melds or ())
            left = format_hand(loose, " ") or "nothing"
            what = "knocks" if loose else "goes gin"
            return f"throws {format_card(answer.card)}, {what}: {' '.join(melds)}, left {left}"
        return "shows big gin" if isinstance(answer, BigGin) else ""

    def _tell_end(self, line: RoundLine, seen: RoundSeen) -> Iterator[Told]:
        if line.knocker is not None and line.deadwood is not None and line.melds is not None:
            defender = 1 - line.knocker
            melds = " ".join(line.melds) or "none"
            off = line.laid_off or "none"
            yield Told(
                line.round,
                None,
                f"      {self._name(defender)}  melds {melds}, lays off {off}; "
                f"counts {line.deadwood[line.knocker]} against {line.deadwood[defender]}",
            )
        if line.winner is None:
            ending = f"      {line.finish}: nobody scores"
        else:
            ending = f"      {line.finish}: {self._names[line.winner]} wins {line.points} points"
        yield Told(line.round, None, ending)
        for seat in (0, 1):
            yield Told(line.round, None, f"      {self._name(seat)}  {self._row(seen.sheet, seat)}")
        yield Told(line.round, None, "")

    def _row(self, sheet: Sheet, seat: int) -> str:
        """Return a seat's columns; a won game has a star, a lost one a stroke."""
        cells = []
        for score, winner in zip(sheet.scores[seat], sheet.winners, strict=True):
            mark = " " if winner is None else "*" if winner == seat else "-"
            cells.append(f"{score:>4}{mark}")
        return " ".join(cells)

    def _count(self, hand: int) -> int:
        return deadwood(hand, self._rules.tables)
