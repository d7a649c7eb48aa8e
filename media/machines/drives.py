"""Stepper motors and belt drives. All stand on their own z axis."""
import math

import numpy as np

from parts import pan_screw
from shapes import band, box, cast, cylinder, extrude, lathe, node, without

PITCH = 0.003  # of the belts' teeth


def stepper(parent, at=(0, 0, 0), turn=(0, 0, 0), size=0.0423, length=0.040, shaft=0.020):
    """A stepper motor, `size` wide, its face on z = 0 and its shaft to +z; plug towards -x."""
    frame = node(parent, at, turn)
    k, half, cut = size / 0.0423, size / 2, size * 0.11

    def slab(material, low, high, by=0.0):
        h, c = half - by, cut
        outline = [(h, h - c), (h - c, h), (c - h, h), (-h, h - c), (-h, c - h), (c - h, -h), (h - c, -h), (h, c - h)]
        extrude(material, outline, high - low, frame, (0, 0, (low + high) / 2), (0, -90, 0), bevel=0.0005)
    slab('satin', -0.0085 * k, 0)
    slab('dark', 0.009 * k - length, -0.0085 * k, 0.0004)
    slab('satin', -length, 0.009 * k - length)
    for plate in np.arange(0.011 * k - length, -0.0095 * k, 0.0016):
        slab('rubber', plate, plate + 0.0003, 0.0002)
    lathe('aluminium', [(0.011 * k, -0.001), (0.011 * k, 0.002 * k, 0.0004), (0.004 * k, 0.002 * k)], frame)
    lathe('steel', [(0.0025 * k, 0), (0.0025 * k, shaft, 0.0004), (0, shaft)], frame, segments=32)
    for x in (-0.0155 * k, 0.0155 * k):
        for y in (-0.0155 * k, 0.0155 * k):
            pan_screw(frame, (x, y, 0), radius=0.0026 * k)
            pan_screw(frame, (x, y, -length), (180, 0, 0), radius=0.0023 * k)
    box('paper', (0.005, 0.016 * k, 0.007), frame, (-half - 0.0022, 0, 0.005 - length), radius=0.0005)
    return frame


def pulley(parent, radius, width=0.008, at=(0, 0, 0), turn=(0, 0, 0), material='aluminium', holes=0):
    """A toothed pulley centred on z = 0, `radius` to the tips of its teeth, with flanges, a hub, and `holes` in its web."""
    frame = node(parent, at, turn)
    teeth, r, w = round(2 * math.pi * radius / PITCH), radius, width / 2
    angles = np.linspace(0, 2 * math.pi, teeth * 4, endpoint=False)
    tip = np.where(np.arange(teeth * 4) % 4 < 2, r, r - 0.0010)
    bore = 0.0026 if not holes else r * 0.78
    direction = np.stack([np.cos(angles), np.sin(angles)], 1)
    band(material, direction * tip[:, None], direction * bore, width, frame)
    for z in (-w, w):
        lathe(material, [(bore, z - 0.0005), (r + 0.0011, z - 0.0005, 0.0003), (r + 0.0011, z + 0.0005, 0.0003),
                         (bore, z + 0.0005)], frame)
    if holes:
        middle = r * 0.52
        cuts = [cylinder((middle * math.cos(a), middle * math.sin(a), 0), 'z', r * 0.17, 0.02, 0.001)
                for a in np.linspace(0, 2 * math.pi, holes, endpoint=False)]
        cast(material, without(0.0008, cylinder((0, 0, 0), 'z', r * 0.82, w * 0.55, 0.0004), *cuts), (-r, -r, -w), (r, r, w),
             frame,
             cell=max(0.0006, r / 45))
    hub = min(0.0085, r * 0.62)
    lathe('steel' if holes else material, [(0.0026, -w), (hub, -w), (hub, w + 0.0022, 0.0006), (0.0026, w + 0.0022)], frame,
          segments=48)
    lathe('steel', [(0.0026, w), (0.0026, w + 0.0016, 0.0004), (0, w + 0.0016)], frame, segments=32)
    if holes:
        for a in np.linspace(0.5, 0.5 + 2 * math.pi, 4, endpoint=False):
            pan_screw(frame, (hub * 0.70 * math.cos(a), hub * 0.70 * math.sin(a), w + 0.0022), radius=0.0013)
    return frame


def belt(parent, first, second, width=0.006, at=(0, 0, 0), turn=(0, 0, 0)):
    """A toothed belt round two pulleys, each given by (x, y, radius)."""
    (ax, ay, ar), (bx, by, br) = first, second
    ar, br = ar + 0.0001, br + 0.0001
    length, way = math.hypot(bx - ax, by - ay), math.atan2(by - ay, bx - ax)
    lean = math.acos((ar - br) / length)
    straight = length * math.sin(lean)
    around = [ar * (2 * math.pi - 2 * lean), straight, br * 2 * lean, straight]
    count = round(sum(around) / PITCH) * 4
    outer, inner = [], []
    for index in range(count):
        s, part = sum(around) * index / count, 0
        while s > around[part]:
            s, part = s - around[part], part + 1
        angle = way + (lean + s / ar, -lean, -lean + s / br, lean)[part]
        normal = np.array((math.cos(angle), math.sin(angle)))
        if part in (0, 2):
            foot = np.array(((ax, ay), (bx, by))[part // 2]) + normal * (ar, br)[part // 2]
        else:
            along = s / straight if part == 1 else 1 - s / straight
            foot = (np.array((ax, ay)) + normal * ar) * (1 - along) + (np.array((bx, by)) + normal * br) * along
        outer.append(foot + normal * 0.0013)
        inner.append(foot - normal * (0.0009 if index % 4 < 2 else 0))
    return band('belt', outer, inner, width, parent, at, turn, name='belt')
