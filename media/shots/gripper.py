"""The parallel gripper, alone and at work."""
import math

from machines.gripper import gripper
from parts import flange, light_ring, plug
from shapes import extrude, lathe, node, tube
from shots import card, detail, hero
import studio


def gear(parent, at, turn=(0, 0, 0), teeth=28, radius=0.0185, width=0.012):
    """A spur gear to hold, its axis along z."""
    frame = node(parent, at, turn)
    outline = []
    for tooth in range(teeth):
        for part, r in ((0.0, 0.875), (0.22, 0.875), (0.36, 1.0), (0.64, 1.0), (0.78, 0.875)):
            angle = 2 * math.pi * (tooth + part) / teeth
            outline.append((radius * r * math.cos(angle), radius * r * math.sin(angle)))
    extrude('steel', outline, width, frame, turn=(0, -90, 0), bevel=0.0004)
    lathe('brass', [(0.004, -0.009), (0.0078, -0.009, 0.0008), (0.0078, 0.009, 0.0008), (0.004, 0.009)], frame)
    return frame


def wrist(parent):
    """The end of an arm, for the gripper to hang on; the flange's face is the parent's origin."""
    arm = node(parent, (0, 0, -0.111))
    lathe('rubber', [(0.0425, -0.30), (0.0425, 0.0695)], arm)
    lathe('shell', [(0.02, 0.069), (0.0465, 0.069, 0.003), (0.0465, 0.094, 0.003), (0.041, 0.098, 0.001), (0.041, 0.101), (0.02, 0.101)], arm)
    light_ring(arm, 0.0418, 0.0985)
    flange(node(arm, (0, 0, 0.101)))


def hanging(opening, turn):
    """The gripper at a wrist, working downwards, its flange half a metre above the floor. Returns its frame."""
    frame = node(None, (0, 0, 0.50), (180, 0, turn))
    wrist(frame)
    gripper(frame, opening)
    plug(frame, (-0.036, 0.029, 0.040), (-90, 0, 0), 0.9)
    tube('rubber', [(-0.036, 0.054, 0.040), (-0.036, 0.072, 0.032), (-0.034, 0.078, 0.0), (-0.024, 0.066, -0.06), (-0.012, 0.050, -0.16)], 0.0032, frame)
    studio.softbox((0.3, -1.2, 0.7), (0, 0, 0.42), (0.5, 0.5), 3)
    return frame


@hero('gripper')
def at_the_wrist():
    frame = hanging(0.033, -28)
    gear(frame, (0, 0, 0.166), (90, 0, 0))
    studio.studio((0, 0, 0.40), size=0.55, power=0.55)
    studio.card((0.10, -0.9, 0.28), (0, 0, 0.34), (0.9, 0.5), 3)
    studio.camera((0.30, -1.30, 0.50), (0, 0, 0.408), lens=110, stop=9, focus=(0, -0.03, 0.40))


@detail('gripper-detail-1')
def fingers():
    frame = hanging(0.033, -30)
    gear(frame, (0, 0, 0.166), (90, 0, 0))
    studio.studio((0, 0, 0.34), size=0.5, power=0.55)
    studio.card((0.10, -0.7, 0.30), (0, 0, 0.33), (0.7, 0.4), 3)
    studio.camera((0.10, -0.85, 0.37), (0, 0, 0.345), lens=120, stop=11, focus=(0, -0.02, 0.334))


@detail('gripper-detail-2')
def connector():
    frame = hanging(0.05, 16)
    studio.studio((0, 0, 0.44), size=0.5, power=0.55)
    studio.card((-0.3, -0.8, 0.62), (0, 0, 0.45), (0.8, 0.5), 4)
    studio.camera((-0.26, -0.95, 0.60), (0, 0, 0.455), lens=120, stop=11, focus=(0, -0.03, 0.46))


@card('gripper-card')
def on_plain_ground():
    frame = node(None, turn=(0, 0, -26))
    gripper(frame, 0.06)
    studio.plain((0, 0, 0.12), size=0.5, power=0.6)
    studio.card((0.10, -0.8, 0.20), (0, 0, 0.10), (0.8, 0.5), 3)
    studio.camera((0.30, -1.38, 0.34), (0, 0, 0.096), lens=135, stop=13, focus=(0, -0.03, 0.1))
