"""When a word is another that was written with a slip: one letter is not as it should be."""

from __future__ import annotations


def shortened(form: str) -> set[str]:
    """Return a form, and it with each of its letters left out."""
    return {form} | {form[:at] + form[at + 1 :] for at in range(len(form))}


def keeps(written: str, meant: str) -> bool:
    """Say whether every letter meant was written: one is doubled, or two are swapped."""
    return len(written) > len(meant) or sorted(written) == sorted(meant)


def is_slip(written: str, meant: str) -> bool:
    """Say whether one letter is wrong, missing, doubled or swapped with its neighbour."""
    if written == meant:
        return False
    start = 0
    while start < min(len(written), len(meant)) and written[start] == meant[start]:
        start += 1
    head, rest, want = written[:start], written[start:], meant[start:]
    if len(rest) == len(want):
        return rest[1:] == want[1:] or (rest[:2] == want[1::-1] and rest[2:] == want[2:])
    return rest == want[1:] or (rest[1:] == want and head[-1:] == rest[:1])


def is_near(written: str, meant: str, most: int) -> bool:
    """Say whether so many letters at most are wrong, missing, too many or swapped."""
    if abs(len(written) - len(meant)) > most or len(set(written) ^ set(meant)) > 2 * most:
        return False
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for at, letter in enumerate(written, start=1):
        above, before, row = before, row, [at]
        for to, other in enumerate(meant, start=1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != other))
            if at > 1 < to and letter == meant[to - 2] and other == written[at - 2]:
                cost = min(cost, above[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return False
    return row[-1] <= most
