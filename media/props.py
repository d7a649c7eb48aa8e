"""What stands round the machines: goods, shelves, benches, a conveyor. Metres; things stand on their parent's z = 0."""
import random

from shapes import box, lathe, node

LABELS = ('teal', 'orange', 'shell', 'dark')


def carton(parent, size, at=(0, 0, 0), turn=0.0, tape=True):
    """A closed shipping box of (x, y, z)."""
    x, y, z = size
    frame = node(parent, at, (0, 0, turn))
    box('carton', size, frame, (0, 0, z / 2), radius=0.002)
    box('carton', (x * 0.998, 0.0012, z), frame, (0, -y / 2, z / 2), radius=0.0004)
    if tape:
        box('paper', (x * 1.001, min(0.05, y * 0.2), 0.0006), frame, (0, 0, z), radius=0.0002)
    box('paper', (min(0.08, x * 0.45), 0.0006, min(0.05, z * 0.4)), frame, (x * 0.18, -y / 2 - 0.0008, z * 0.55), radius=0.0002)
    return frame


def bottle(parent, at=(0, 0, 0), height=0.20, radius=0.032, colour='teal'):
    """A bottle with a label and a cap."""
    frame = node(parent, at)
    r, h = radius, height
    lathe(colour, [(0, 0), (r * 0.9, 0, r * 0.1), (r, h * 0.06, r * 0.2), (r, h * 0.62, r * 0.7), (r * 0.42, h * 0.80, r * 0.5), (r * 0.40, h * 0.88),
                   (0, h * 0.88)], frame, segments=64)
    lathe('paper', [(r * 1.004, h * 0.16), (r * 1.006, h * 0.17), (r * 1.006, h * 0.52), (r * 1.004, h * 0.53)], frame, segments=64)
    lathe('dark', [(r * 0.46, h * 0.87), (r * 0.48, h * 0.88, 0.001), (r * 0.48, h * 0.99, 0.002), (0, h)], frame, segments=48)
    return frame


def pack(parent, size, at=(0, 0, 0), colour='teal', turn=0.0):
    """A printed pack, as goods on a shelf are: a coloured box with a pale band."""
    x, y, z = size
    frame = node(parent, at, (0, 0, turn))
    box(colour, size, frame, (0, 0, z / 2), radius=0.0025)
    box('paper', (x * 1.002, y * 1.002, z * 0.22), frame, (0, 0, z * 0.64), radius=0.0006)
    return frame


def shelf(parent, width=1.0, boards=(0.12, 0.48, 0.84, 1.20, 1.56), depth=0.40, height=1.9, seed=1, gaps=()):
    """A bay of a shop's shelving with goods on it, open towards -y, its back at y = depth / 2. `gaps` are (board, slot) that stay
    empty; a slot is a tenth of the width. Returns the frame."""
    frame = node(parent)
    chance = random.Random(seed)
    for side in (-1, 1):
        box('graphite', (0.03, 0.06, height), frame, (side * width / 2, depth / 2 - 0.03, height / 2), radius=0.002)
        box('graphite', (0.03, depth, 0.08), frame, (side * width / 2, 0, 0.04), radius=0.002)
    box('graphite', (width, 0.008, height - 0.1), frame, (0, depth / 2, height / 2 + 0.04), radius=0.001)
    for number, z in enumerate(boards):
        box('satin', (width - 0.03, depth, 0.022), frame, (0, 0, z), radius=0.003)
        box('shell', (width - 0.03, 0.006, 0.036), frame, (0, -depth / 2 - 0.003, z - 0.004), radius=0.001)
        slot = 0
        while slot < 10:
            kind = chance.choice(('bottle', 'pack', 'pack', 'carton'))
            slots = {'bottle': 1, 'pack': 1, 'carton': 3}[kind]
            slots = min(slots, 10 - slot)
            x = (slot + slots / 2) / 10 * (width - 0.08) - (width - 0.08) / 2
            colour = chance.choice(LABELS)
            empty = any((number, s) in gaps for s in range(slot, slot + slots))
            if not empty:
                for row in (0, 1):
                    y = -depth / 2 + 0.08 + row * 0.15
                    if kind == 'bottle':
                        bottle(frame, (x, y, z + 0.011), colour=colour)
                    elif kind == 'pack':
                        tall = chance.uniform(0.13, 0.24)
                        pack(frame, (0.075, 0.10, tall), (x, y, z + 0.011), colour)
                    else:
                        carton(frame, (0.09 * slots, 0.13, 0.16), (x, y, z + 0.011))
            slot += slots
    return frame


def conveyor(parent, length=3.0, width=0.42, height=0.62):
    """A belt along x on a satin frame with feet."""
    frame = node(parent)
    for side in (-1, 1):
        box('satin', (length, 0.03, 0.11), frame, (0, side * width / 2, height - 0.045), radius=0.004)
        box('light', (length * 0.96, 0.002, 0.004), frame, (0, side * (width / 2 + 0.0155), height - 0.075), radius=0.001)
        for x in (-0.42, 0.42):
            box('graphite', (0.05, 0.05, height - 0.1), frame, (x * length, side * (width / 2 - 0.02), (height - 0.1) / 2), radius=0.004)
            lathe('rubber', [(0, 0), (0.04, 0, 0.003), (0.036, 0.016, 0.003), (0.012, 0.02), (0.012, 0.03)], frame,
                  (x * length, side * (width / 2 - 0.02), 0), segments=48)
    box('rubber', (length, width - 0.04, 0.012), frame, (0, 0, height), radius=0.002)
    for end in (-1, 1):
        lathe('steel', [(0, -width / 2 + 0.02), (0.035, -width / 2 + 0.02, 0.002), (0.035, width / 2 - 0.02, 0.002), (0, width / 2 - 0.02)],
              frame, (end * length / 2, 0, height - 0.03), (90, 0, 0), segments=64)
    return frame


def bench(parent, size=(1.6, 0.8, 0.78), top='wood'):
    """A workbench on a frame of profiles."""
    x, y, z = size
    frame = node(parent)
    box(top, (x, y, 0.04), frame, (0, 0, z - 0.02), radius=0.004)
    for sx in (-1, 1):
        for sy in (-1, 1):
            box('graphite', (0.06, 0.06, z - 0.04), frame, (sx * (x / 2 - 0.06), sy * (y / 2 - 0.06), (z - 0.04) / 2), radius=0.004)
    for sy in (-1, 1):
        box('graphite', (x - 0.18, 0.04, 0.06), frame, (0, sy * (y / 2 - 0.06), z - 0.08), radius=0.003)
    return frame


def pendant(parent, at=(0, 0, 0), turn=(0, 0, 0)):
    """The teach pendant: a 10.1-inch screen in a rubber frame, emergency stop beside it. Its screen faces +z."""
    frame = node(parent, at, turn)
    box('dark', (0.30, 0.20, 0.032), frame, (0, 0, 0.016), radius=0.012)
    box('gloss', (0.232, 0.150, 0.002), frame, (-0.018, 0, 0.0325), radius=0.001)
    box('screen', (0.217, 0.136, 0.001), frame, (-0.018, 0, 0.0335), radius=0.0004)
    for row in range(5):
        box('ink', (0.12 - 0.014 * (row % 3), 0.006, 0.0006), frame, (-0.056, 0.045 - row * 0.018, 0.0342), radius=0.0002)
    box('orange', (0.05, 0.018, 0.0006), frame, (0.055, -0.048, 0.0342), radius=0.0002)
    lathe('graphite', [(0.022, 0), (0.022, 0.006, 0.001), (0.014, 0.007)], frame, (0.124, 0.066, 0.032), segments=64)
    lathe('orange', [(0.009, 0.005), (0.009, 0.012), (0.018, 0.013, 0.002), (0.017, 0.022, 0.005), (0, 0.024)], frame, (0.124, 0.066, 0.032), segments=64)
    return frame
