"""What the places are built of in which machines work: windows, walls, girders, lamps. Metres; walls look to -y unless turned."""
import math
import random

import bpy
from mathutils import Vector

from shapes import box, lathe, node, sheet, tube
from studio import softbox, spot

WARM, COLD = (1, 0.66, 0.36), (0.55, 0.76, 1)


def again(root, at, turn=0.0):
    """One more of a built thing, which shares its meshes, at another place and turned by `turn` degrees round z."""
    copies = {thing: thing.copy() for thing in (root, *root.children_recursive)}
    for thing, copied in copies.items():
        bpy.context.scene.collection.objects.link(copied)
        if thing.parent in copies:
            copied.parent = copies[thing.parent]
    copies[root].location = at
    copies[root].rotation_euler[2] = math.radians(turn)
    return copies[root]


def wall(material, size, at, turn=0.0):
    """A flat wall of (length, height) that stands with the middle of its foot at a place."""
    return sheet(material, size, None, (at[0], at[1], at[2] + size[1] / 2), (90, 0, turn))


def floor(material, size=(24, 24), at=(0, 0, 0)):
    return sheet(material, size, None, at)


def window(parent, size, panes=(3, 4), bar=0.03, frame='girder', sky='day', power=0.0, colour=COLD):
    """A window of (width, height) with its foot at the parent's place. `sky` is what is seen through it, if not what stands behind;
    `power` the watts that come in."""
    width, height = size
    made = node(parent)
    if sky:
        sheet(sky, size, made, (0, 0.10, height / 2), (90, 0, 0))
    for end in (-1, 1):
        box(frame, (0.07, 0.12, height + 0.14), made, (end * (width / 2 + 0.035), 0, height / 2), radius=0.006)
        box(frame, (width + 0.14, 0.12, 0.07), made, (0, 0, height / 2 + end * (height / 2 + 0.035)), radius=0.006)
    for pane in range(1, panes[0]):
        box(frame, (bar, 0.05, height), made, (width * (pane / panes[0] - 0.5), 0, height / 2), radius=0.004)
    for pane in range(1, panes[1]):
        box(frame, (width, 0.05, bar), made, (0, 0, height * pane / panes[1]), radius=0.004)
    if power:
        bpy.context.view_layer.update()
        place = made.matrix_world
        light = softbox(place @ Vector((0, -0.12, height / 2)), place @ Vector((0, -1.5, height / 2 - 0.55)), (width, height), power, colour, 0.3)
        light.visible_camera = False
    return made


def pendant_lamp(at, power, drop=1.2, radius=0.17, colour=WARM, shade='dark', angle=120):
    """A lamp on a cable of `drop` metres, its bulb at a place."""
    made = node(None, at)
    r = radius
    lathe(shade, [(r, -0.045), (r, -0.04), (r * 0.62, r * 0.46, 0.02), (0.035, r * 0.80, 0.01), (0.032, r * 1.15, 0.004), (0, r * 1.15)], made, segments=96)
    lathe('shell', [(r * 0.985, -0.044), (r * 0.60, r * 0.42, 0.02), (0.03, r * 0.74)], made, segments=96)
    lathe('bulb', [(0, -0.038), (0.022, -0.030), (0.034, -0.006), (0.026, 0.024), (0.013, 0.044), (0, 0.046)], made, segments=48)
    tube('rubber', [(0, 0, r * 1.1), (0.004, 0, r + drop / 2), (0, 0, r + drop)], 0.0045, made)
    spot((at[0], at[1], at[2] - 0.05), (at[0], at[1], 0), power, angle, colour, radius=0.05)
    return made


def tube_light(at, length, along='x', power=0.0, colour=(0.90, 0.96, 1), target=None):
    """A strip of light that is seen, and that lights what is below it or at `target` with `power` watts."""
    size = {'x': (length, 0.035, 0.03), 'y': (0.035, length, 0.03), 'z': (0.03, 0.02, length)}[along]
    box('white light', size, None, at, radius=0.008)
    if power:
        flat = (length, 0.12) if along == 'x' else (0.12, length)
        softbox((at[0], at[1], at[2] - 0.04), target or (at[0], at[1], 0), flat, power, colour, 0.2)


def girder(length, at, along='x', size=(0.14, 0.22), material='girder'):
    """A rolled steel beam with two flanges, centred on its place."""
    wide, high = size
    turn = {'x': (0, 0, 0), 'y': (0, 0, 90), 'z': (0, -90, 0)}[along]
    made = node(None, at, turn)
    box(material, (length, 0.014, high), made, radius=0.002)
    for side in (-1, 1):
        box(material, (length, wide, 0.018), made, (0, 0, side * high / 2), radius=0.003)
    return made


def street(y, width, low=-0.5, high=2.0, seed=4):
    """Gabled houses at dusk on the other side of a canal, about as high as `high`, some windows lit, and the sky above them."""
    chance = random.Random(seed)
    sheet('dusk', (width * 1.6, 9), None, (0, y + 1.2, 4), (90, 0, 0))
    x = -width / 2
    while x < width / 2:
        wide, tall = chance.uniform(0.9, 1.4), high + chance.uniform(-0.45, 0.45)
        middle = x + wide / 2
        box('night', (wide, 0.3, tall - low), None, (middle, y, (tall + low) / 2), radius=0)
        for step, part in enumerate(chance.choice(((0.74, 0.52, 0.30), (0.44, 0.40), (0.60, 0.34, 0.28)))):
            box('night', (wide * part, 0.3, 0.24), None, (middle, y, tall + 0.10 + 0.21 * step), radius=0)
        for row in range(int((tall - low) / 0.55)):
            for column in (-1, 0, 1):
                if chance.random() < 0.26:
                    size = (wide * 0.13, 0.26 if chance.random() < 0.7 else 0.13)
                    sheet('lit room', size, None, (middle + column * wide * 0.28, y - 0.17, low + 0.40 + row * 0.55), (90, 0, 0))
        x += wide + 0.02
