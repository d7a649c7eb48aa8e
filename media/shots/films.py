"""The films: loops of machines at work."""
import math

import bpy
import numpy as np

import materials
import studio
from machines.arm import FIXED, arm
from machines.gripper import grip
from machines.mobile_assistant import WHEEL as ASSISTANT_WHEEL, mobile_assistant
from machines.rail import rail
from machines.slam import WHEEL as BASE_WHEEL, slam
from motion import at
from props import bottle, carton, conveyor, pack, shelf
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


@film('rail-arm-film', 10, rate=30, paths=5, poster=3.2, blurred=True, mirrored=True)
def picking():
    """Takes a bottle from one crate, drives along the rail, and sets it into the other; and back again."""
    axis = rail(at=-0.5, cable=False)
    machine = arm(FIXED, axis.deck, opening=0.075, cable=False)
    for x in (-0.62, 0.62):
        crate(None, (x, -0.52, 0))
    bottom, deck = 0.012, 0.176
    goods = bottle(None, (-0.55, -0.52, bottom), BOTTLE, 0.032, 'orange')
    for x in (-0.69, 0.69):
        bottle(None, (x, -0.52, bottom), BOTTLE, 0.032, 'teal')
    hold, high, from_x, to_x = bottom + BOTTLE * 0.86, 0.60, -0.55, 0.55
    # time, carriage, x and z of the tool, opening
    way = [(0.0, -0.35, -0.35, high, 0.075), (0.75, -0.55, from_x, high, 0.075), (1.25, -0.55, from_x, hold, 0.075),
           (1.5, -0.55, from_x, hold, 0.030), (2.0, -0.55, from_x, high, 0.030), (3.375, 0.55, to_x, high, 0.030),
           (3.875, 0.55, to_x, hold, 0.030), (4.125, 0.55, to_x, hold, 0.075), (5.0, 0.55, to_x, high, 0.075)]

    def pose(time):
        carriage, x, z, opening = at(way, time)
        axis.move(carriage)
        machine.reach(x - axis.carriage.location.x, -0.52, z - deck, 90)
        grip(machine.fingers, opening)
        goods.location = (x, -0.52, bottom + max(0, z - hold)) if 1.375 < time < 4 else (from_x if time < 2 else to_x, -0.52, bottom)

    studio.studio((0, 0, 0.5), size=3.2, power=0.9)
    studio.camera((1.5, -4.9, 1.75), (0.05, -0.15, 0.42), lens=76, stop=8, focus=(0, -0.3, 0.5))
    return pose


@film('mobile-assistant-film', 6.6, paths=9, poster=0.9)
def filling():
    """Drives up to a shelf, sets a bottle into the gap, and backs off."""
    for bay in range(3):
        shelf(node(None, (-1.0, 0.056 + bay * 1.22, 0), (0, 0, 90)), 1.2, seed=41 + bay, gaps=[(2, slot) for slot in (3, 4, 5, 6)] if bay == 0 else ())
        studio.softbox((0.1, bay * 1.22, 2.6), (-1.0, bay * 1.22, 0.8), (0.4, 1.0), 5, (0.95, 0.97, 1))
    robot = mobile_assistant()
    robot.root.rotation_euler[2] = math.radians(-90)  # reaches towards -x
    tray = node(robot.root, (0, 0.13, 0.6195))
    for x, y, colour in ((-0.13, 0.06, 'teal'), (-0.04, 0.06, 'orange'), (0.05, 0.06, 'teal'), (0.13, -0.03, 'orange')):
        bottle(tray, (x, y, 0), BOTTLE, 0.031, colour)
    goods = bottle(None, (0, 0, 0), BOTTLE, 0.031, 'orange')
    ahead, below = 0.298, 0.085  # of the tool from the arm's reach, of the bottle's foot from the tool
    slot, board = -0.88, 0.852   # x and z where the bottle is set down
    stop, hold = slot + ahead + 0.55, board + below
    # time, x, lift, reach, opening
    way = [(0.0, 0.85, 0.80, 0.39, 0.0625), (0.2, 0.85, 0.80, 0.39, 0.0625), (2.3, stop, 0.99, 0.39, 0.0625),
           (3.1, stop, 0.99, 0.55, 0.0625), (3.5, stop, hold, 0.55, 0.0625), (3.75, stop, hold, 0.55, 0.095), (4.4, stop, hold, 0.39, 0.095),
           (6.5, 0.85, 0.80, 0.39, 0.0625), (6.6, 0.85, 0.80, 0.39, 0.0625)]

    def pose(time):
        x, lift, reach, opening = at(way, time)
        robot.pose(lift=lift, reach=reach, opening=opening)
        robot.root.location.x = x
        for wheel, side in zip(robot.wheels, (1, -1)):
            wheel.rotation_euler[2] = side * x / ASSISTANT_WHEEL
        goods.location = (x - reach - ahead, 0, lift - below) if time < 3.5 else (slot, 0, board)

    studio.studio((0, 0, 0.7), size=2.6, power=0.85)
    studio.camera((1.25, -4.2, 1.40), (-0.07, 0.12, 0.665), lens=53, stop=5.6, focus=(0, 0, 0.9))
    return pose


@film('fixed-arm-film', 8.5, times=2, poster=2.2)
def sorting():
    """Takes packs from one belt and sets them, turned, on another."""
    top, tall, pitch = 0.606, 0.13, 0.5
    conveyor(node(None, (-1.25, -0.52, 0)), 2.6, 0.30, 0.60)
    conveyor(node(None, (0.56, 0.83, 0), (0, 0, 90)), 2.6, 0.30, 0.60)
    box('graphite', (0.30, 0.30, 0.56), None, (0, 0, 0.28), radius=0.012)
    box('satin', (0.36, 0.36, 0.02), None, (0, 0, 0.57), radius=0.004)
    machine = arm(FIXED, node(None, (0, 0, 0.58)), opening=0.08, cable=False)
    taken, laid, away = (-0.12, -0.52), (0.56, -0.20), (0, 0, -5)
    arriving = [pack(None, (0.06, 0.10, tall), colour='teal') for _ in range(5)]
    leaving = [pack(None, (0.06, 0.10, tall), colour='teal', turn=90) for _ in range(5)]
    hold, high = top + 0.10 - 0.58, 0.36
    # time, x, y and z of the tool, turn, opening
    way = [(0.0, *taken, high, 0, 0.08), (0.5, *taken, hold, 0, 0.08), (0.7, *taken, hold, 0, 0.060), (1.1, *taken, high, 0, 0.060),
           (2.25, *laid, high, 90, 0.060), (2.65, *laid, hold, 90, 0.060), (2.8, *laid, hold, 90, 0.08), (3.15, *laid, high, 90, 0.08),
           (4.25, *taken, high, 0, 0.08)]

    def pose(time):
        x, y, z, turn, opening = at(way, time)
        machine.reach(x, y, z, turn)
        grip(machine.fingers, opening)
        (come,) = at([(1.2, 0), (2.9, pitch)], max(time, 1.2))
        (gone,) = at([(2.95, 0), (4.1, pitch)], max(time, 2.95))
        for index, thing in enumerate(arriving):
            thing.location = (taken[0] - index * pitch + come, taken[1], top)
        for index, thing in enumerate(leaving):
            thing.location = (laid[0], laid[1] + index * pitch + gone, top)
        held, laid_down = arriving[0], leaving[0]
        held.rotation_euler[2] = math.radians(turn)
        if time < 2.65:
            laid_down.location = away
            if time >= 0.7:
                held.location = (x, y, z + 0.58 - 0.10)
        else:
            held.location = away

    studio.studio((0.1, 0, 0.85), size=3.6, power=0.9)
    studio.camera((0.95, -3.7, 1.75), (0.10, -0.12, 0.88), lens=63, stop=8, focus=(0, -0.3, 0.9))
    return pose


@film('gripper-film', 6, mirrored=True, poster=1.0)
def closing():
    """The fingers close on a gear and open again."""
    frame = hanging(0.08, -28)
    fingers = [thing for thing in frame.children_recursive if 'side' in thing]
    gear(frame, (0, 0, 0.166), (90, 0, 0))
    studio.studio((0, 0, 0.40), size=0.55, power=0.55)
    studio.card((0.10, -0.9, 0.28), (0, 0, 0.34), (0.9, 0.5), 3)
    studio.camera((0.30, -1.45, 0.46), (0, 0, 0.397), lens=142, stop=9, focus=(0, -0.03, 0.36))
    way = [(0.0, 0.08, -28), (0.5, 0.08, -28), (2.4, 0.037, -30), (3.0, 0.037, -30)]

    def pose(time):
        opening, turn = at(way, time)
        grip(fingers, opening)
        frame.rotation_euler[2] = math.radians(turn)

    return pose


# What stands in the room: middle (x, y), size (x, y), height.
WALLS = [((0, 2.0), (5.2, 0.08), 0.55), ((-2.6, 0.15), (0.08, 3.7), 0.55), ((2.6, 0.75), (0.08, 2.5), 0.55), ((1.65, 1.5), (0.30, 0.30), 0.9)]
GOODS = [((-2.1, 1.6), (0.6, 0.5), 0.42), ((2.0, 0.3), (0.5, 0.6), 0.34), ((-0.35, 0.62), (0.5, 0.4), 0.30)]
SCAN, AROUND, GRID = 0.18, 120, 0.045  # height of the scanner's plane, rays of a turn, metres between two dots of the map


@film('slam-robot-film', 8, rate=20, poster=3.6)
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
            wheel.rotation_euler[2] = side * time * length / BASE_WHEEL
        size = 0.009 * min(1, max(0, (seconds - 0.15 - time) / 0.5))
        seen = known[known[:, 0] <= time]
        _redraw(drawn[0], [(a, b, SCAN + 0.004, size, size, size) for _, a, b in seen] if size else [])
        rays = _scan((x, y, heading))[::2] if time < seconds - 0.6 else []
        _redraw(drawn[1], [_ray((x, y), hit) for hit in rays])

    studio.studio((0, 0.6, 0.2), size=4.5, power=0.6, glow=0)
    studio.camera((1.9, -5.6, 4.6), (-0.12, 0.62, 0.05), lens=58, stop=0)
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
