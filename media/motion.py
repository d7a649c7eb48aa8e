"""How things move in films: between moments, without jerks, as a controller plans it."""


def ease(part):
    """From 0 to 1 with speed and acceleration zero at both ends."""
    part = min(max(part, 0), 1)
    return part ** 3 * (part * (6 * part - 15) + 10)


def at(moments, time):
    """The values at a time, from a list of (time, values...) that is sorted by time; in between they are eased."""
    for (start, *a), (end, *b) in zip(moments, moments[1:]):
        if time < end:
            part = ease((time - start) / (end - start))
            return [x + (y - x) * part for x, y in zip(a, b)]
    return moments[-1][1:]
