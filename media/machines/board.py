"""The educational kit's control board: 120 x 90 mm, 32-bit microcontroller, five motor drivers, USB-C, Ethernet, eight inputs and
outputs, 24 V DC."""
import math
import random

import numpy as np

from parts import pan_screw
from shapes import band, box, extrude, lathe, node, rectangle, solid, text

SIZE = (0.120, 0.090)
TOP = 0.0136  # the side of the parts; the board stands on four pillars of 12 mm
MOTORS = [-0.021 + 0.0165 * k for k in range(5)]


def board(parent=None, at=(0, 0, 0), turn=0.0):
    """Lies in the xy plane: power, USB and Ethernet to -x, motors to +y, encoders to +x, inputs and outputs to -y."""
    frame = node(parent, at, (0, 0, turn))
    _bare(frame)
    top = node(frame, (0, 0, TOP))
    _traces(top)
    _controller(top)
    _power(top)
    _sockets(top)
    for number, x in enumerate(MOTORS, 1):
        _driver(top, x, number)
    for number in range(5):
        _header(top, (0.0545, 0.0225 - number * 0.0130), 90, 6, 0.0015, f'ENC {number + 1}')
    for number, x in enumerate((-0.0195, 0.0215)):
        _terminals(top, x, -0.0385, 10, 'IN 1-8' if number == 0 else 'OUT 1-8')
    _passives(top)
    for words, size, place in (('ORRERY', 0.0050, (0.0300, 0.0052)), ('EK-5 CONTROL  REV C', 0.0021, (0.0300, 0.0012))):
        text('pale ink', words, size, top, (*place, 0.00004), thick=0.00002)
    return frame


def _bare(frame):
    x, y = SIZE[0] / 2, SIZE[1] / 2
    outline = [(across, -along) for along, across in rectangle(SIZE, 0.004)]
    extrude('board', outline, 0.0016, frame, (0, 0, TOP - 0.0008), (0, -90, 0), bevel=0.0002)
    for sx in (-1, 1):
        for sy in (-1, 1):
            place = node(frame, (sx * (x - 0.0045), sy * (y - 0.0045), 0))
            lathe('brass', [(0, 0), (0.0030, 0, 0.0003), (0.0030, TOP - 0.0016)], place, segments=6)
            lathe('brass', [(0, TOP + 0.00004), (0.0034, TOP + 0.00004), (0.0034, TOP - 0.001)], place, segments=48)
            pan_screw(place, (0, 0, TOP + 0.0001), radius=0.0026)


def _many(material, size, places, parent):
    """Small blocks in one mesh, each resting on its place."""
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0, 1)]) * size
    sides = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    vertices = np.concatenate([corners + place for place in places])
    faces = [[8 * index + k for k in side] for index in range(len(places)) for side in sides]
    return solid('parts', vertices, faces, material, parent)


def _chip(parent, at, size, pins, height=0.0014, words=(), pitch=0.0005):
    """A flat package with pins on all four sides, marked with lines of words."""
    frame = node(parent, (*at, 0))
    box('package', (size, size, height), frame, (0, 0, height / 2 + 0.0001), radius=0.00025)
    row = (np.arange(pins) - (pins - 1) / 2) * pitch
    out = size / 2 + 0.0004
    _many('steel', (pitch * 0.5, 0.0011, 0.0002), [(x, side * out, 0) for x in row for side in (-1, 1)], frame)
    _many('steel', (0.0011, pitch * 0.5, 0.0002), [(side * out, y, 0) for y in row for side in (-1, 1)], frame)
    lathe('ink', [(0.00045, 0.00002), (0, 0.00002)], frame, (-size * 0.4, -size * 0.4, height + 0.0001), segments=24)
    for number, line in enumerate(words):
        text('pale ink', line, size * 0.105, frame, (0, size * (0.16 - 0.17 * number), height + 0.00012),
             font='Inter-Medium.otf', thick=0.00001)
    return frame


def _controller(top):
    _chip(top, (0.008, -0.008), 0.020, 36, words=('ORRERY', 'OC32F7-144', '26 41 A'))
    _chip(top, (-0.025, 0.016), 0.007, 12, words=('ETH PHY',))
    _chip(top, (-0.034, -0.0025), 0.005, 8)
    box('steel', (0.0114, 0.0046, 0.0034), top, (-0.0105, -0.009, 0.0017), radius=0.0016)
    box('steel', (0.0032, 0.0025, 0.0008), top, (-0.0335, 0.0195, 0.0004), radius=0.0002)
    frame = node(top, (0.0305, -0.006, 0))
    box('package', (0.0052, 0.0052, 0.0018), frame, (0, 0, 0.001), radius=0.0002)
    legs = [(side * 0.0032, y, 0) for y in (-0.0019, -0.0006, 0.0006, 0.0019) for side in (-1, 1)]
    _many('steel', (0.0008, 0.0004, 0.0002), legs, frame)
    for y, words in ((-0.0150, 'RESET'), (-0.0245, 'BOOT')):
        button = node(top, (0.0430, y, 0))
        box('steel', (0.0062, 0.0062, 0.0030), button, (0, 0, 0.0015), radius=0.0003)
        lathe('rubber', [(0, 0.0046), (0.0016, 0.0046, 0.0002), (0.0017, 0.003)], button, segments=32)
        text('pale ink', words, 0.0020, button, (0, -0.0044, 0.00004), thick=0.00002)
    for row in range(2):
        for column in range(5):
            _pin(top, 0.0375 + column * 0.00254, -0.0085 + row * 0.00254)
    box('rubber', (0.0129, 0.0052, 0.0025), top, (0.0426, -0.0072, 0.00125), radius=0.0003)
    text('pale ink', 'DEBUG', 0.0021, top, (0.0426, -0.0025, 0.00004), thick=0.00002)
    for number, glow in enumerate(('light', 'light', 'white light', 'light')):
        x = 0.0255 + number * 0.0036
        box('paper', (0.0020, 0.0013, 0.0006), top, (x, -0.0165, 0.0003), radius=0.0001)
        box(glow, (0.0011, 0.0011, 0.0003), top, (x, -0.0165, 0.0007), radius=0.0001)


def _pin(top, x, y):
    box('brass', (0.00064, 0.00064, 0.0085), top, (x, y, 0.00425), radius=0.0001)


def _power(top):
    """The 24 V inlet, its filter and the converter."""
    inlet = node(top, (-0.0515, -0.0225, 0))
    box('graphite', (0.0105, 0.0165, 0.0125), inlet, (0, 0, 0.00625), radius=0.0006)
    for y in (-0.004, 0.004):
        box('rubber', (0.0008, 0.0056, 0.0056), inlet, (-0.0051, y, 0.0038), radius=0.0002)
        box('steel', (0.0006, 0.0042, 0.0012), inlet, (-0.0054, y, 0.0030), radius=0.0002)
        _slotted(inlet, (0.0008, y, 0.0125), 0.0027)
    text('pale ink', '24 V DC', 0.0028, top, (-0.0510, -0.0340, 0.00004), thick=0.00002)
    for x, y in ((-0.0375, -0.0155), (-0.0375, -0.0270), (-0.0385, 0.0335)):
        can = node(top, (x, y, 0))
        lathe('rubber', [(0, 0), (0.0052, 0, 0.0004), (0.0052, 0.0012)], can, segments=64)
        lathe('satin', [(0.0046, 0.001), (0.0050, 0.0014, 0.0004), (0.0050, 0.0098, 0.0006), (0, 0.0099)], can, segments=64)
        lathe('dark', [(0, 0.0001), (0.0040, 0.0001)], can, (0, 0, 0.00985), segments=3)
        text('ink', '470\n35V', 0.0021, can, (0.0008, 0, 0.0102), thick=0.00001)
    coil = node(top, (-0.0225, -0.0225, 0))
    box('graphite', (0.0125, 0.0125, 0.0065), coil, (0, 0, 0.0034), radius=0.0012)
    text('pale ink', '100', 0.0045, coil, (0, 0, 0.00672), thick=0.00001)
    _many('steel', (0.0135, 0.0030, 0.0006), [(0, 0, 0)], coil)
    _chip(top, (-0.0235, -0.0105), 0.0050, 5, pitch=0.0008)


def _slotted(parent, at, radius):
    """The screw of a terminal."""
    frame = node(parent, at)
    lathe('rubber', [(radius * 1.15, 0.0001), (0, 0.0001)], frame, segments=32)
    lathe('steel', [(radius * 0.9, 0), (radius * 0.9, 0.0004, 0.0002), (0, 0.0005)], frame, segments=32)
    box('rubber', (radius * 1.5, radius * 0.28, 0.0004), frame, (0, 0, 0.0005), (0, 0, 35), radius=0.0001)


def _sockets(top):
    """Ethernet and USB-C, their openings over the board's edge at -x."""
    jack = node(top, (-0.0510, 0.0165, 0))
    box('steel', (0.0215, 0.0160, 0.0135), jack, (0, 0, 0.00675), radius=0.0006)
    box('rubber', (0.0010, 0.0120, 0.0082), jack, (-0.0104, 0, 0.0072), radius=0.0003)
    box('dark', (0.0012, 0.0060, 0.0022), jack, (-0.0105, 0, 0.0025), radius=0.0003)
    _many('brass', (0.0010, 0.0005, 0.0030), [(-0.0108, (k - 3.5) * 0.00102, 0.0080) for k in range(8)], jack)
    for y, glow in ((-0.0062, 'light'), (0.0062, 'white light')):
        box(glow, (0.0006, 0.0024, 0.0014), jack, (-0.0107, y, 0.0122), radius=0.0002)
    for y in (-0.0082, 0.0082):
        box('satin', (0.0060, 0.0005, 0.0050), jack, (0.002, y, 0.0060), radius=0.0002)
    text('pale ink', 'ETHERNET', 0.0024, top, (-0.0375, 0.0062, 0.00004), thick=0.00002)
    usb = node(top, (-0.0570, -0.0035, 0))
    u = [(0.0030 * math.cos(a) * 0.52 + sign, 0.0030 * math.sin(a) * 0.52) for sign, turn in ((0.0029, -90), (-0.0029, 90))
         for a in np.radians(np.linspace(turn, turn + 180, 10))]
    band('steel', u, [(x * 0.91, y * 0.78) for x, y in u], 0.0078, usb, (0, 0, 0.0017), (90, 0, 90))
    box('rubber', (0.0060, 0.0066, 0.0005), usb, (0.0005, 0, 0.0017), radius=0.0002)
    box('dark', (0.0010, 0.0076, 0.0026), usb, (0.0030, 0, 0.0017), radius=0.0002)
    text('pale ink', 'USB-C', 0.0024, top, (-0.0465, -0.0035, 0.00004), thick=0.00002)


def _driver(top, x, number):
    """A motor's driver under its heat sink, and its plug."""
    sink = node(top, (x, 0.0215, 0))
    box('package', (0.0085, 0.0085, 0.0012), sink, (0, 0, 0.0007), radius=0.0002)
    box('aluminium', (0.0115, 0.0115, 0.0016), sink, (0, 0, 0.0021), radius=0.0002)
    for fin in range(6):
        box('aluminium', (0.0009, 0.0115, 0.0062), sink, ((fin - 2.5) * 0.00212, 0, 0.0058), radius=0.0002)
    for pin in (-1, 1):
        lathe('satin', [(0, 0.0046), (0.0022, 0.0044, 0.0004), (0.0023, 0)], top, (x + pin * 0.0036, 0.0305, 0), segments=48)
    _header(top, (x, 0.0390), 0, 4, 0.0025, f'M{number}')


def _header(top, at, turn, pins, pitch, words):
    """A shrouded plug socket, open upwards."""
    frame = node(top, (*at, 0), (0, 0, turn))
    length, depth, height = pins * pitch + 0.0026, 0.0058 if pitch > 0.002 else 0.0046, 0.0070 if pitch > 0.002 else 0.0052
    box('paper', (length, depth, 0.0016), frame, (0, 0, 0.0008), radius=0.0003)
    for side in (-1, 1):
        box('paper', (length, 0.0008, height), frame, (0, side * (depth / 2 - 0.0004), height / 2), radius=0.0002)
        box('paper', (0.0008, depth, height), frame, (side * (length / 2 - 0.0004), 0, height / 2), radius=0.0002)
    _many('brass', (0.0006, 0.0006, height * 0.8), [((k - (pins - 1) / 2) * pitch, 0, 0) for k in range(pins)], frame)
    inwards = -(depth / 2 + 0.0016)
    text('pale ink', words, 0.0021, frame, (0, -inwards if turn else inwards, 0.00004), thick=0.00002)


def _terminals(top, x, y, poles, words):
    """A pluggable block of screw terminals."""
    pitch = 0.0035
    frame = node(top, (x, y, 0))
    length = poles * pitch + 0.001
    box('orange', (length, 0.0085, 0.0066), frame, (0, 0, 0.0033), radius=0.0004)
    box('orange', (length, 0.0060, 0.0100), frame, (0, 0.0008, 0.0050), radius=0.0005)
    for pole in range(poles):
        at = (pole - (poles - 1) / 2) * pitch
        _slotted(frame, (at, 0.0010, 0.0100), 0.0013)
        box('rubber', (0.0022, 0.0008, 0.0030), frame, (at, -0.0040, 0.0034), radius=0.0002)
        box('dark', (0.0003, 0.0062, 0.0003), frame, (at + pitch / 2, 0.0008, 0.0100), radius=0.0001)
    text('pale ink', words, 0.0023, top, (x, y + 0.0064, 0.00004), thick=0.00002)


def _passives(top):
    """Resistors and capacitors in rows near the chips that they serve."""
    chance = random.Random(5)
    rows = [((0.0150, 0.0098), 7, 0.0025), ((-0.010, 0.0115), 9, 0.0024), ((-0.0045, 0.0015), 5, 0.0024),
            ((0.034, 0.0098), 6, 0.0024), ((-0.040, 0.0035), 3, 0.0024), ((-0.0195, 0.0085), 3, 0.0024),
            ((-0.010, -0.0305), 6, 0.0026), ((0.014, -0.0305), 9, 0.0026), ((-0.0315, -0.0365), 2, 0.0030),
            ((0.0030, 0.0075), 6, 0.0022)]
    bodies, ends, caps = [], [], []
    for (x, y), count, pitch in rows:
        for k in range(count):
            place = (x + k * pitch, y, 0)
            (caps if chance.random() < 0.45 else bodies).append(place)
            ends += [(place[0], y + side * 0.00075, 0) for side in (-1, 1)]
    _many('package', (0.0009, 0.0012, 0.0005), bodies, top)
    _many('carton', (0.0009, 0.0012, 0.0008), caps, top)
    _many('steel', (0.00095, 0.0004, 0.0006), ends, top)


def _traces(top):
    """Copper under the lacquer: buses that turn by 45 degrees, and holes between the layers."""
    vertices, faces, holes = [], [], []

    def run(points, lines, pitch=0.0006, width=0.00028):
        way = np.array(points, float)
        steps = np.diff(way, axis=0)
        steps /= np.linalg.norm(steps, axis=1)[:, None]
        normals = np.stack([-steps[:, 1], steps[:, 0]], 1)
        mitres = [normals[0], *[(a + b) / (1 + a @ b) for a, b in zip(normals, normals[1:])], normals[-1]]
        for line in range(lines):
            shift = (line - (lines - 1) / 2) * pitch
            first = len(vertices)
            for point, mitre in zip(way, mitres):
                for side in (-0.5, 0.5):
                    vertices.append((*(point + mitre * (shift + side * width)), 0.00002))
            faces.extend((first + 2 * k, first + 2 * k + 2, first + 2 * k + 3, first + 2 * k + 1) for k in range(len(way) - 1))
            holes.extend(way[end] + mitres[end] * shift for end in (0, -1))

    for x in MOTORS:
        run([(x, 0.0135), (x, 0.0125), (0.008 + (x - 0.012) * 0.22, 0.0045 + abs(x - 0.012) * 0.05)], 4, 0.0005)
        run([(x, 0.0285), (x, 0.0350)], 4, 0.0022, 0.0010)
    for number in range(5):
        y = 0.0225 - number * 0.0130
        run([(0.0500, y), (0.0460, y), (0.0460 - abs(y + 0.008) * 0.45, y - (y + 0.008) * 0.45),
             (0.0200, -0.008 + (y + 0.008) * 0.32)], 4, 0.0006)
    for x in (-0.0195, 0.0215):
        run([(x, -0.0320), (x, -0.0275), (0.008 + (x - 0.002) * 0.3, -0.0200)], 9, 0.0005, 0.00024)
    run([(-0.0385, 0.0165), (-0.0305, 0.0165)], 8, 0.0006)
    run([(-0.0200, 0.0160), (-0.0140, 0.0160), (-0.0040, 0.0030)], 7, 0.0006)
    run([(-0.0530, -0.0035), (-0.0500, -0.0085), (-0.0180, -0.0040), (-0.0035, -0.0040)], 2, 0.0006)
    run([(-0.0450, -0.0225), (-0.0290, -0.0225)], 2, 0.0048, 0.0040)
    run([(-0.0160, -0.0200), (-0.0090, -0.0140), (-0.0030, -0.0140)], 3, 0.0010, 0.0007)
    run([(0.0190, -0.0070), (0.0270, -0.0070)], 6, 0.0006)
    solid('traces', vertices, faces, 'trace', top)
    for x, y in holes:
        lathe('trace', [(0.00042, 0.00003), (0.00020, 0.00003)], top, (x, y, 0), segments=12)
