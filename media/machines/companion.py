"""The entertainment companion: 230 x 210 x 310 mm, two driven wheels and a trailing one, a head of two axes, two arms."""
import math
from dataclasses import dataclass

import numpy as np

from parts import lens, pan_screw, wheel
from shapes import (block, box, capsule, cast, common, cylinder, ellipsoid, half_space, landed, lathe, node, offset, pebble,
                    printed,
                    printed_text, rectangle, solid, union, without)

HEIGHT = 0.310
NECK = 0.190  # the centre of the ball that the head turns on
HEAD = (0.090, 0.067, 0.066)  # half of the head's width, depth and height
FACE, CORNER = (0.132, 0.090), 0.032
DISPLAY = (0.0937, 0.0562)  # 4.3 inches, 5:3
WHEEL = 0.042
TRACK = 0.092  # from the middle to the middle of each wheel
SHOULDER = (0.087, -0.006, 0.134)
SEAM, WAIST = 0.034, 0.114  # the gaps between the bumper and the two halves of the shell

BODY = pebble((0, 0, 0.086), (0.088, 0.083, 0.097), 2.5)
MIDDLE = HEIGHT - HEAD[2] - NECK
SKULL = pebble((0, -0.006, MIDDLE), HEAD, 2.9)  # in the frame of the neck


@dataclass
class Companion:
    """A built companion: its root, the two frames of its head and the frames of its arms, the left one first."""
    root: object
    pan: object
    tilt: object
    arms: tuple

    def pose(self, pan=0, tilt=0, left=25, right=25):
        """Turns the head to the viewer's right and down, and lifts the arms forwards from hanging, in degrees."""
        self.pan.rotation_euler[2] = math.radians(pan)
        self.tilt.rotation_euler[0] = math.radians(tilt)
        for arm, angle in zip(self.arms, (left, right)):
            arm.rotation_euler[0] = math.radians(-angle)


def companion(parent=None, gaze=(0, 0), smile=0.14):
    """Stands on z = 0 and looks to -y; its left is +x. `gaze` moves the eyes on the display, in metres to the viewer's right and
    up, `smile` lifts their lower lids by this part of their height. Returns a Companion."""
    root = node(parent)
    _body(root)
    _chest(root)
    for side in (-1, 1):
        _wheel(root, side)
    pan = node(root, (0, 0, NECK))
    tilt = node(pan)
    lathe('graphite', [(0, -0.030), (0.033, -0.030, 0.001), (0.0365, -0.0165), (0.0393, -0.008), (0.040, 0), (0.0393, 0.008),
                       (0.035, 0.020),
                       (0, 0.034)], pan)
    _head(tilt, gaze, smile)
    made = Companion(root, pan, tilt, tuple(_arm(root, side) for side in (1, -1)))
    made.pose()
    return made


def _body(root):
    arches = [cylinder((side * 0.103, 0, WHEEL), 'x', WHEEL + 0.0035, 0.0265, 0.003) for side in (-1, 1)]
    hollow = union(0, *arches, half_space('z', 0.1735, 'above'))
    low, high = (-0.09, -0.087, 0.0), (0.09, 0.087, 0.18)
    for bottom, top in ((SEAM, WAIST), (WAIST, HEIGHT)):
        part = common(0.0012, BODY, half_space('z', bottom + 0.0006, 'above'), half_space('z', top - 0.0006))
        cast('shell', without(0.003, part, hollow), (*low[:2], bottom - 0.002), (*high[:2], min(top + 0.002, high[2])), root,
             cell=0.0011)
    belly = union(0, offset(BODY, 0.0035), ellipsoid((0, 0.058, 0.036), (0.05, 0.0665, 0.030)))
    skirt = common(0.002, belly, half_space('z', SEAM - 0.0007), half_space('z', 0.011, 'above'))
    cast('graphite', without(0.003, skirt, union(0, *arches)), (-0.095, -0.092, 0.008), (0.095, 0.127, 0.036), root, cell=0.0012)
    cast('rubber', without(0.001, common(0.001, offset(BODY, -0.004), half_space('z', 0.16)), *arches), (low[0], low[1], 0.02),
         (high[0], high[1], 0.165), root, cell=0.003)
    lathe('rubber', [(0.020, 0.172), (0.0440, 0.172, 0.0008), (0.0440, 0.1750, 0.0008), (0.036, 0.1750)], root)
    lathe('light', [(0.0385, 0.1748), (0.0418, 0.1748, 0.0004), (0.0418, 0.1760, 0.0004), (0.0385, 0.1760)], root)
    lathe('dark', [(0.0355, 0.1752), (0.0395, 0.1752, 0.0004), (0.0390, 0.1790, 0.001), (0.0355, 0.1786)], root)
    lathe('rubber', [(0, -0.006), (0.012, -0.006, 0.002), (0.013, 0, 0.004), (0.012, 0.006, 0.002), (0, 0.006)], root,
          (0, 0.092, 0.013),
          (0, 90, 0), segments=64)


def _chest(root):
    """Time-of-flight sensor, loudspeaker, lettering, contacts for the dock."""
    front = offset(BODY, 0.0002)
    printed('rubber', _stadium(0.0335, 0.0105), front, root, (0, 0.055))
    window = common(0.0006, offset(BODY, 0.0006), lambda p: _pill(p[0], p[2] - 0.055, 0.0325, 0.0095), half_space('y', 0))
    cast('gloss', window, (-0.018, -0.086, 0.049), (0.018, -0.07, 0.061), root, cell=0.0007)
    for x in (-0.0075, 0.0075):
        printed('satin', _stadium(0.0062, 0.0062), offset(BODY, 0.0007), root, (x, 0.055))
        printed('lens', _stadium(0.0050, 0.0050), offset(BODY, 0.0008), root, (x, 0.055))
    for row, z in enumerate(np.linspace(0.0785, 0.0975, 6)):
        count = (7, 8, 9, 9, 8, 7)[row]
        for column in range(count):
            printed('rubber', _stadium(0.0019, 0.0019), front, root, ((column - (count - 1) / 2) * 0.0042, z))
    printed_text('ink', 'ORRERY', 0.0085, front, root, (0, 0.1290))
    for x in (-0.011, 0, 0.011):
        lathe('brass', [(0, 0.0012), (0.0022, 0.0008, 0.0005), (0.0026, -0.002)], root, (x, -0.0842, 0.0235), (90, 0, 0),
              segments=32)


def _wheel(root, side):
    frame = node(root, (side * TRACK, 0, WHEEL), (0, side * 90, 0))
    wheel(frame, (0, 0, 0), (0, 0, 0), WHEEL - 0.0008, 0.024, 'satin')
    for index in range(40):
        turn = index * 9
        angle = math.radians(turn)
        for half in (-1, 1):
            shift = math.radians(4.5) if half > 0 else 0
            at = ((WHEEL - 0.0009) * math.cos(angle + shift), (WHEEL - 0.0009) * math.sin(angle + shift), half * 0.0046)
            box('rubber', (0.0018, 0.0026, 0.0058), frame, at, (0, 0, turn + math.degrees(shift)), radius=0.0005)
    lathe('shell', [(0.012, 0.006), (0.0288, 0.006, 0.001), (0.0288, 0.0112, 0.002), (0.022, 0.0150, 0.006),
                    (0.0148, 0.0158, 0.0006),
                    (0.0146, 0.0142, 0.0004), (0, 0.0142)], frame)
    lathe('dark', [(0.0142, 0.012), (0.0142, 0.0150, 0.0006), (0, 0.0154)], frame)
    for angle in (0.5, 2.6, 4.7):
        pan_screw(frame, (0.0096 * math.cos(angle), 0.0096 * math.sin(angle), 0.0150), radius=0.0015)


def _head(tilt, gaze, smile):
    ball = ellipsoid((0, 0, 0), (0.0435, 0.0435, 0.0435))
    middle = MIDDLE + 0.001

    def frame(p, extra):
        return _squircle(p[0], p[2] - middle, FACE[0] + extra, FACE[1] + extra, CORNER)
    pocket = common(0, lambda p: frame(p, -0.0008), lambda p: -offset(SKULL, -0.003)(p), half_space('y', -0.02))
    low, high = (-0.092, -0.075, -0.014), (0.092, 0.063, 0.122)
    cast('shell', without(0.0005, without(0.004, SKULL, ball), pocket), low, high, tilt, cell=0.0011)
    glass = common(0.0006, offset(SKULL, -0.0002), lambda p: frame(p, -0.0036), half_space('y', -0.02))
    cast('gloss', glass, (-0.068, -0.076, 0.004), (0.068, -0.018, 0.106), tilt, cell=0.0012)
    _trim(tilt, middle)
    surface = offset(SKULL, -0.0002)
    z = middle - 0.006
    printed('display', rectangle(DISPLAY, 0.006), offset(surface, 0.00006), tilt, (0, z))
    for side in (-1, 1):
        printed('screen', _eye(0.0205, 0.0310, smile), offset(surface, 0.00012), tilt,
                (side * 0.0220 + gaze[0], z + 0.001 + gaze[1]))
        _ear(tilt, side)
    _camera(tilt, surface, middle + 0.0335)
    _crown(tilt)


def _trim(tilt, middle):
    """The metal frame round the face."""
    profile = ((0.0014, -0.0006), (0.0013, 0.0002), (0.0008, 0.0006), (0, 0.0007), (-0.0008, 0.0006), (-0.0013, 0.0002),
               (-0.0014, -0.0010))
    rows = []
    for out, height in profile:
        wider = 2 * (out - 0.0010)
        outline = np.array(rectangle((FACE[0] + wider, FACE[1] + wider), CORNER + wider / 2, 32))
        rows.append(landed(outline + (0, middle), offset(SKULL, height)))
    count = len(rows[0])
    faces = [(row * count + k, row * count + (k + 1) % count, (row + 1) * count + (k + 1) % count, (row + 1) * count + k)
             for row in range(len(rows) - 1) for k in range(count)]
    solid('trim', np.concatenate(rows), faces, 'satin', tilt)


def _camera(tilt, surface, z):
    """The objective, and the shutter beside it, which is open."""
    (_, low, _), (_, y, _), (_, high, _) = landed(np.array([(0, z - 0.004), (0, z), (0, z + 0.004)]), surface)
    frame = node(tilt, (0, y, z), (90 - math.degrees(math.atan2(high - low, 0.008)), 0, 0))
    cast('satin', without(0.0003, lambda p: np.maximum(_pill(p[0], p[1], 0.0420, 0.0118), np.abs(p[2] - 0.0004) - 0.0009),
                          lambda p: _pill(p[0], p[1], 0.0402, 0.0100)),
         (-0.022, -0.007, -0.001), (0.022, 0.007, 0.002), frame, cell=0.0004)
    cast('dark', lambda p: np.maximum(_pill(p[0], p[1], 0.0406, 0.0104), np.abs(p[2] + 0.0010) - 0.0012),
         (-0.021, -0.006, -0.003),
         (0.021, 0.006, 0.001), frame, cell=0.0006)
    lens(frame, (0, 0, 0.0002), radius=0.0034)
    box('anodised', (0.0105, 0.0084, 0.0012), frame, (0.0132, 0, 0.0007), radius=0.0005)
    for ridge in range(4):
        box('satin', (0.0006, 0.0056, 0.0007), frame, (0.0108 + ridge * 0.0014, 0, 0.0014), radius=0.0002)
    box('light', (0.0009, 0.0056, 0.0004), frame, (0.0166, 0, 0.0012), radius=0.0001)
    lathe('white light', [(0, 0.0004), (0.0007, 0.0002, 0.0001), (0.0007, -0.001)], frame, (-0.0130, 0, 0), segments=24)


def _ear(tilt, side):
    frame = node(tilt, (side * 0.0860, -0.004, MIDDLE), (0, side * 90, 0))
    lathe('rubber', [(0.010, 0), (0.0285, 0, 0.0006), (0.0285, 0.0052)], frame)
    lathe('light', [(0.0262, 0.0050), (0.0282, 0.0050, 0.0004), (0.0282, 0.0066, 0.0004), (0.0262, 0.0066)], frame)
    lathe('graphite', [(0.010, 0.0064), (0.0288, 0.0068, 0.0006), (0.0288, 0.0098, 0.0016), (0.0250, 0.0128, 0.003),
                       (0.0185, 0.0130, 0.0006),
                       (0.0181, 0.0120, 0.0004), (0.0176, 0.0120, 0.0004), (0.0172, 0.0130, 0.0006), (0, 0.0134)], frame)


def _crown(tilt):
    """The switch that cuts the four microphones off, and their holes."""
    frame = node(tilt, (0, -0.006, HEIGHT - NECK - 0.0006))
    lathe('rubber', [(0, -0.004), (0.0165, -0.004), (0.0165, -0.0001, 0.0003), (0.0155, 0.0001), (0, 0.0001)], frame, segments=96)
    lathe('dark', [(0.004, -0.002), (0.0155, -0.002), (0.0155, 0.0005, 0.0005), (0.0080, 0.0005, 0.0004), (0.0078, -0.0006),
                   (0, -0.0006)],
          frame, segments=96)
    lathe('light', [(0.0076, -0.0010), (0.0076, 0.0001), (0.0068, 0.0001), (0.0068, -0.0010)], frame, segments=96)
    lathe('satin', [(0.0066, -0.0010), (0.0066, 0.0006, 0.0005), (0, 0.0002)], frame, segments=96)
    for x in (-1, 1):
        for y in (-0.030, 0.018):
            printed('rubber', _stadium(0.0022, 0.0022), offset(SKULL, 0.00015), tilt, (x * 0.034, y), above=True)


def _arm(root, side):
    """Hangs from the shoulder; the frame that is returned turns round x."""
    socket = node(root, (side * (SHOULDER[0] - 0.0078), SHOULDER[1], SHOULDER[2]), (0, side * 90, 0))
    lathe('rubber', [(0.004, -0.006), (0.0162, -0.006), (0.0162, 0.0080, 0.001), (0.004, 0.0080)], socket)
    lathe('light', [(0.010, 0.0078), (0.0152, 0.0078, 0.0003), (0.0152, 0.0092, 0.0003), (0.010, 0.0092)], socket)
    arm = node(root, (side * SHOULDER[0], SHOULDER[1], SHOULDER[2]))
    x, end, wrist = side * 0.0135, -0.047, -0.033
    paddle = common(0.011, capsule((x, 0, 0), (x, -0.003, end), 0.0178, 0.0148),
                    block((x, 0, end / 2), (0.0118, 0.06, 0.09), 0.001))
    low, high = (x - 0.014, -0.024, end - 0.018), (x + 0.014, 0.022, 0.021)
    cast('shell', common(0.0012, paddle, half_space('z', wrist + 0.0006, 'above')), low, high, arm, cell=0.0011)
    cast('graphite', common(0.0012, offset(paddle, 0.0002), half_space('z', wrist - 0.0006)), low, (*high[:2], wrist + 0.004),
         arm, cell=0.0011)
    cast('rubber', common(0.001, offset(paddle, -0.002), half_space('z', wrist + 0.004)), low, (*high[:2], wrist + 0.007), arm,
         cell=0.0015)
    outside = node(arm, (x + side * 0.0114, 0, 0), (0, side * 90, 0))
    lathe('graphite', [(0.0100, -0.002), (0.0098, 0.0006, 0.0005), (0.0060, 0.0012), (0, 0.0012)], outside, segments=96)
    pan_screw(outside, (0, 0, 0.0012), radius=0.0019)
    return arm


def _pill(u, v, length, height):
    return np.hypot(np.maximum(np.abs(u) - (length - height) / 2, 0), v) - height / 2


def _squircle(u, v, length, height, corner):
    u, v = np.abs(u) - length / 2 + corner, np.abs(v) - height / 2 + corner
    return np.minimum(np.maximum(u, v), 0) + np.hypot(np.maximum(u, 0), np.maximum(v, 0)) - corner


def _stadium(length, height):
    return rectangle((length, height), height / 2 * 0.9999)


def _eye(length, height, smile):
    """An upright pill whose lower lid is lifted in an arch, with round corners."""
    lid = cylinder((0, 0, -height / 2 - 0.014 + smile * height), 'y', 0.014, 1)
    shape = common(0.005, lambda p: _pill(p[2], p[0], height, length), lambda p: -lid(p))
    angles = np.linspace(0, 2 * math.pi, 96, endpoint=False)
    inside, outside = np.zeros(96), np.full(96, height)
    for _ in range(24):
        middle = (inside + outside) / 2
        within = shape([middle * np.cos(angles), 0 * angles, middle * np.sin(angles)]) < 0
        inside, outside = np.where(within, middle, inside), np.where(within, outside, middle)
    return np.stack([inside * np.cos(angles), inside * np.sin(angles)], 1)
