"""More stages of the page: what players do around the board."""

from __future__ import annotations

from collections.abc import Mapping

from tests.e2e.programs import programs
from tests.e2e.rooms import offer_draw, open_room
from tests.e2e.stages import STAGES, Stage, game, lobby, midgame
from tests.e2e.stages_of_choices import CHOICE_STAGES
from tests.e2e.stages_of_ends import END_STAGES
from tests.e2e.stages_of_lessons import LESSON_STAGES
from tests.e2e.tabs import LOSSES, Profile, Tab, Visitors


def talking(visitors: Visitors, who: Profile) -> Tab:
    """The chat: an old line, a new one, and a field."""
    room = midgame(visitors)
    with programs(room) as both:
        both.guest.command("say", phrase="hello")
        tab = visitors.arrive(room.seat("host"), who)
        tab.at_ply(8)
        both.host.command("say", text="Hi, Bao!")
    tab.press("chat" if tab.page.locator("[data-act=chat]:visible").count() else "tab-chat")
    tab.see(".chat-line[data-who=me]")
    return tab


def moving(visitors: Visitors, who: Profile) -> Tab:
    """The seat's way to another device."""
    tab = lobby(visitors, who)
    tab.press("move-seat")
    tab.see("img.qr")
    return tab


def new_rules(visitors: Visitors, who: Profile) -> Tab:
    """After a game: the other has changed the rules and wants a rematch."""
    room = midgame(visitors)
    tab = visitors.arrive(room.seat("host"), who)
    tab.at_ply(8)
    with programs(room) as both:
        both.guest.command("resign", game=1)
        tab.see(".end")
        both.guest.command("set_rules", rules={"preset": "ply_yard"})
        both.guest.command("rematch", game=1, accept=True)
        tab.see(".end-rules")
        tab.see(".rematch[data-state=theirs]")
    return tab


def my_rooms(visitors: Visitors, who: Profile) -> Tab:
    """The first page of somebody who plays in several rooms."""
    tab = game(visitors, who)
    tab.go(open_room(visitors.base, opponent="local").seat("host"))
    tab.screen("game")
    tab.hit("#brand")
    tab.see(".resume[data-turn=mine]")
    tab.hit(".resume-rest summary")
    tab.see(".resume[data-turn=both]")
    return tab


def waiting(visitors: Visitors, who: Profile) -> Tab:
    """It is the other one's turn."""
    tab = visitors.arrive(midgame(visitors).seat("guest"), who)
    tab.at_ply(8)
    return tab


def offering(visitors: Visitors, who: Profile) -> Tab:
    """The own offer stands."""
    tab = game(visitors, who)
    offer_draw(tab)
    tab.see(".slot[data-state=mine]")
    return tab


def left_alone(visitors: Visitors, who: Profile) -> Tab:
    """The other has lost by resigning and is gone; the card tells it."""
    room = midgame(visitors)
    tab = visitors.arrive(room.seat("guest"), who)
    tab.at_ply(8)
    with programs(room) as both:
        both.host.command("leave")
        tab.see(".rematch[data-state=left]")
    return tab


def declined(visitors: Visitors, who: Profile) -> Tab:
    """The other does not want another game."""
    room = midgame(visitors)
    tab = visitors.arrive(room.seat("host"), who)
    tab.at_ply(8)
    with programs(room) as both:
        both.guest.command("resign", game=1)
        tab.press("rematch")
        tab.see(".rematch[data-state=mine]")
        both.guest.command("rematch", game=1, accept=False)
        tab.see(".rematch[data-state=declined]")
    return tab


def panel(name: str) -> Stage:
    """The game with one of the panel's tabs that lie behind the menu."""

    def stage(visitors: Visitors, who: Profile) -> Tab:
        tab = game(visitors, who)
        tab.press("more")
        tab.press(name)
        tab.see(f"#tab-{name}[aria-selected=true]")
        tab.see(f"#pane-{name} :is(h3, table)")
        return tab

    return stage


def in_words(visitors: Visitors, who: Profile) -> Tab:
    """What stands where, unfolded as a list."""
    tab = game(visitors, who)
    is_narrow = tab.page.locator("[data-act=pieces]:visible").count()
    tab.press("pieces" if is_narrow else "tab-pieces")
    tab.hit(".told summary")
    tab.see(".told .bullets")
    return tab


def menu_sheet(act: str, name: str) -> Stage:
    """A sheet that the game's menu opens."""

    def stage(visitors: Visitors, who: Profile) -> Tab:
        tab = game(visitors, who)
        tab.press("more")
        tab.press(act)
        tab.see(f"dialog[data-sheet={name}]")
        return tab

    return stage


def leaving(visitors: Visitors, who: Profile) -> Tab:
    """Away from a game with a clock: the question."""
    room = open_room(visitors.base, clock={"initial": 600, "increment": 0})
    tab = visitors.arrive(room.seat("host"), who)
    tab.screen("game")
    tab.play("a1")
    tab.at_ply(1)
    tab.hit("#brand")
    tab.see("dialog[data-sheet=leaving]")
    return tab


def connection(visitors: Visitors, who: Profile) -> Tab:
    """What is known about the line."""
    tab = game(visitors, who)
    tab.hit("#conn")
    tab.see("dialog[data-sheet=connection]")
    return tab


def next_rules(visitors: Visitors, who: Profile) -> Tab:
    """The host thinks about other rules in the lobby."""
    tab = lobby(visitors, who)
    tab.press("edit-rules")
    tab.see("dialog[data-sheet=edit]")
    return tab


def missing(visitors: Visitors, who: Profile) -> Tab:
    return visitors.arrive("no-such-page", who, forgive=LOSSES)


EVERY_STAGE: Mapping[str, Stage] = {
    **STAGES,
    **LESSON_STAGES,
    **CHOICE_STAGES,
    **END_STAGES,
    "talking": talking,
    "moving": moving,
    "new rules": new_rules,
    "my rooms": my_rooms,
    "waiting": waiting,
    "offering": offering,
    "left alone": left_alone,
    "declined": declined,
    "rules tab": panel("rules"),
    "room tab": panel("room"),
    "in words": in_words,
    "renaming": menu_sheet("rename", "rename"),
    "connection": connection,
    "leaving": leaving,
    "next rules": next_rules,
    "missing": missing,
}
