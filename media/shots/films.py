"""The films: loops of machines at work."""
import math

import bpy
import numpy as np

import materials
import studio
from machines.arm import FIXED, arm
from machines.gripper import grip
from machines.rail import rail
from machines.slam import WHEEL, slam
from motion import at
from props import bottle, carton
from shapes import box, node
from shots import film
from shots.gripper import gear, hanging

BOTTLE = 0.20


def crate(parent, place):
    """A grey tote, 400 x 300 mm, open above."""
    frame = node(parent, place)
    box('graphite', (0.40, 0.30, 0.012), frame, (0, 0, 0.006), radius=0.004)
    for side in (-1, 1):
        box('graphite', (0.012, 0.30, 0.12), frame, (side * 0.194, 0, 0.066), radius=0.004)
        box('graphite', (0.40, 0.012, 0.12), frame, (0, side * 0.144, 0.066), radius=0.004)
        box('orange', (0.14, 0.002, 0.03), frame, (0, side * 0.151, 0.085), radius=0.001)
    return frame


@film('rail-arm-film', 8)
def picking():
    """Takes two bottles from one crate, drives along the rail, and sets them into the other."""
    axis = rail(at=-0.5, cable=False)
    machine = arm(FIXED, axis.deck, opening=0.075, cable=False)
    floor, deck = 0.02, 0.176
    crates = [crate(None, (x, -0.52, floor)) for x in (-0.62, 0.62)]
    for frame in crates:
        box('satin', (0.5, 0.4, floor), None, (frame.location.x, -0.52, floor / 2), radius=0.004)
    goods = [bottle(None, (-0.62 + dx, -0.52, floor + 0.012), BOTTLE, 0.032, colour) for dx, colour in ((-0.07, 'teal'), (0.07, 'orange'))]
    hold, high = floor + 0.012 + BOTTLE * 0.86, 0.62
    from_x, to_x = (-0.69, -0.55), (0.55, 0.69)
    way = [(0.0, -0.35, -0.35, high, 0.075)]  # time, carriage, x and z of the tool, opening
    for turn in (0, 1):
        t = turn * 4.0
        way += [(t + 0.6, -0.55, from_x[turn], high, 0.075), (t + 1.0, -0.55, from_x[turn], hold, 0.075),
                (t + 1.2, -0.55, from_x[turn], hold, 0.030), (t + 1.6, -0.55, from_x[turn], high, 0.030),
                (t + 2.7, 0.55, to_x[turn], high, 0.030), (t + 3.1, 0.55, to_x[turn], hold, 0.030),
                (t + 3.25, 0.55, to_x[turn], hold, 0.075), (t + 3.6, 0.55, to_x[turn], high, 0.075)]
    way.append((8.0, -0.35, -0.35, high, 0.075))

    def pose(time):
        carriage, x, z, opening = at(way, time)
        axis.move(carriage)
        machine.reach(x - axis.carriage.location.x, -0.52, z - deck, 90)
        grip(machine.fingers, opening)
        for turn, thing in enumerate(goods):
            taken, set_down = turn * 4.0 + 1.2, turn * 4.0 + 3.1
            if time < taken:
                thing.location = (from_x[turn], -0.52, floor + 0.012)
            elif time < set_down:
                thing.location = (x, -0.52, z - hold + floor + 0.012)
            else:
                thing.location = (to_x[turn], -0.52, floor + 0.012)

    studio.studio((0, 0, 0.5), size=1.5, power=0.95)
    studio.camera((1.5, -4.9, 1.75), (0, -0.1, 0.47), lens=66, stop=8, focus=(0, -0.3, 0.5))
    return pose


@film('gripper-film', 6, mirrored=True)
def closing():
    """The fingers close on a gear and open again."""
    frame = hanging(0.08, -28)
    fingers = [thing for thing in frame.children_recursive if 'side' in thing]
    gear(frame, (0, 0, 0.166), (90, 0, 0))
    studio.studio((0, 0, 0.40), size=0.55, power=0.55)
    studio.card((0.10, -0.9, 0.28), (0, 0, 0.34), (0.9, 0.5), 3)
    studio.camera((0.30, -1.45, 0.46), (0, 0, 0.375), lens=110, stop=9, focus=(0, -0.03, 0.36))
    way = [(0.0, 0.08, -28), (0.5, 0.08, -28), (2.4, 0.037, -30), (3.0, 0.037, -30)]

    def pose(time):
        opening, turn = at(way, time)
        grip(fingers, opening)
        frame.rotation_euler[2] = math.radians(turn)

    return pose


# What stands in the room: middle (x, y), size (x, y), height.
WALLS = [((0, 2.0), (5.2, 0.08), 0.55), ((-2.6, 0.15), (0.08, 3.7), 0.55), ((2.6, 0.75), (0.08, 2.5), 0.55), ((1.2, 1.25), (0.30, 0.30), 0.9)]
GOODS = [((-1.75, 1.45), (0.6, 0.5), 0.42), ((2.05, -0.25), (0.5, 0.6), 0.34), ((-0.35, -0.05), (0.5, 0.4), 0.36)]
SCAN, AROUND, GRID = 0.18, 120, 0.045  # height of the scanner's plane, rays of a turn, metres between two dots of the map


@film('slam-robot-film', 8)
def mapping():
    """Drives once round a room. What its scanner sees becomes a map of dots."""
    for (x, y), (across, along), height in WALLS:
        box('graphite', (across, along, height), None, (x, y, height / 2), radius=0.008)
    for (x, y), (across, along), height in GOODS:
        carton(None, (across, along, height), (x, y, 0))
    base = slam()
    seconds, dots = 8.0, {}

    def place(time):
        angle = 2 * math.pi * time / seconds
        x, y = 1.35 * math.cos(angle) - 0.35, 0.78 * math.sin(angle) + 0.62
        return x, y, math.atan2(0.78 * math.cos(angle), -1.35 * math.sin(angle))

    for step in range(96):
        moment = step * 7.2 / 96
        for x, y in _scan(place(moment)):
            dots.setdefault((round(x / GRID), round(y / GRID)), (moment, x, y))
    known = np.array(sorted(dots.values()))
    length = sum(math.dist(place(step / 50)[:2], place((step + 1) / 50)[:2]) for step in range(400)) / seconds
    drawn = [_drawing('light'), _drawing('beam')]

    def pose(time):
        x, y, heading = place(time)
        base.root.location = (x, y, 0)
        base.root.rotation_euler[2] = heading + math.pi / 2  # its front is at -y
        for wheel, side in zip(base.wheels, (1, -1)):
            wheel.rotation_euler[2] = side * time * length / WHEEL
        size = 0.011 * min(1, max(0, (seconds - 0.15 - time) / 0.5))
        seen = known[known[:, 0] <= time]
        _redraw(drawn[0], [(a, b, SCAN + 0.004, size, size, size) for _, a, b in seen] if size else [])
        rays = _scan((x, y, heading))[::2] if time < seconds - 0.6 else []
        _redraw(drawn[1], [_ray((x, y), hit) for hit in rays])

    studio.studio((0, 0.6, 0.2), size=2.6, power=0.55, glow=0)
    studio.camera((1.9, -5.6, 4.6), (-0.05, 0.62, 0.05), lens=52, stop=0)
    return pose


def _scan(place):
    """Where the rays of one turn end, from (x, y, heading)."""
    x, y, heading = place
    ends = []
    for ray in range(AROUND):
        angle = heading + 2 * math.pi * ray / AROUND
        way = (math.cos(angle), math.sin(angle))
        far = min(filter(None, (_distance((x, y), way, middle, size) for middle, size, _ in WALLS + GOODS)), default=None)
        if far and far < 5:
            ends.append((x + way[0] * far, y + way[1] * far))
    return ends


def _distance(start, way, middle, size):
    """How far a ray goes to an upright block; None when it passes."""
    near, far = 0.0, math.inf
    for axis in (0, 1):
        step = way[axis] or 1e-9
        first, last = sorted((middle[axis] + sign * size[axis] / 2 - start[axis]) / step for sign in (-1, 1))
        near, far = max(near, first), min(far, last)
    return near if 0 < near <= far else None


def _ray(start, end):
    """A thin bar from the scanner to what it sees, as (x, y, z, half sizes along, across and up, angle)."""
    length = math.dist(start, end)
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    from_, to = 0.30 / length, 1
    part = (from_ + to) / 2
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part, SCAN, length * (to - from_) / 2, 0.0016, 0.0016, angle)


def _drawing(material):
    mesh = bpy.data.meshes.new('drawing')
    mesh.materials.append(materials.get(material))
    made = bpy.data.objects.new('drawing', mesh)
    bpy.context.scene.collection.objects.link(made)
    return made


def _redraw(thing, bars):
    """Gives the drawing small blocks at (x, y, z, half sizes, angle)."""
    corners = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    vertices, faces = [], []
    for x, y, z, along, across, up, *angle in bars:
        c, s = (math.cos(angle[0]), math.sin(angle[0])) if angle else (1, 0)
        faces += [tuple(len(vertices) + corner for corner in side) for side in sides]
        vertices += [(x + i * along * c - j * across * s, y + i * along * s + j * across * c, z + k * up) for i, j, k in corners]
    thing.data.clear_geometry()
    thing.data.from_pydata(vertices, [], faces)
    thing.data.update()
