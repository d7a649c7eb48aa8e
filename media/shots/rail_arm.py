"""The fixed arm on the carriage of the rail."""
import math

from machines.arm import FIXED, arm
from machines.rail import rail
from shapes import tube
from shots import card, detail, hero
from studio import camera, plain, softbox, studio
from studio import card as reflection


def _machine(angle, at, *pose, cable=False):
    """The rail turned by `angle`, its carriage at `at`, the arm on it with its cables in the chain."""
    made = rail(at=at, cable=cable)
    made.root.rotation_euler.z = math.radians(angle)
    standing = arm(FIXED, made.deck, cable=False)
    standing.pose(*pose)
    for x, y in ((-0.015, 0.144), (0.015, 0.160)):
        tube('rubber', [(x, 0.117, 0.047), (x, 0.136, 0.047), (x + 0.016, y, 0.032), (0.052, y, 0.003), (0.080, y, 0)], 0.0052,
             standing.root)
    return made


@hero('rail-arm')
def rail_arm():
    _machine(-34, -0.18, -20, -32, 106, 16, 90, 118)
    studio((0, 0, 0.45), size=1.35, power=1.0)
    softbox((-2.2, -2.0, 0.45), (0, 0, 0.1), (1.6, 0.5), 26)
    reflection((-1.2, 2.6, 1.9), (0, 0, 0.1), (3.0, 0.7), 4)
    camera((0.3, -4.9, 1.35), (0.02, 0, 0.31), lens=80, stop=9, focus=(-0.1, -0.2, 0.4))


@detail('rail-arm-detail-1')
def base():
    """The arm's base on the carriage."""
    made = _machine(-30, 0, 158, -32, 106, 16, 90, 118)
    made.root.location = (-0.02, 0, 0)
    studio((0, 0, 0.25), size=0.9, power=0.7)
    softbox((-1.0, -1.2, 0.30), (0, 0, 0.17), (0.7, 0.3), 5)
    camera((0.25, -1.55, 0.62), (0, 0, 0.225), lens=85, stop=11, focus=(0, -0.1, 0.22))


@detail('rail-arm-detail-2')
def cables():
    """From behind: the arm's and the motor's cables go into the chain."""
    made = _machine(148, 0, -60, -32, 106, 16, 90, 118, cable=True)
    made.root.location = (0.08, 0, 0)
    studio((0, 0, 0.25), size=0.9, power=0.7)
    softbox((-1.0, -1.2, 0.30), (0, 0, 0.17), (0.7, 0.3), 5)
    reflection((0.6, -1.5, 0.7), (0, -0.1, 0.17), (1.0, 0.5), 4)
    camera((0.1, -1.45, 0.66), (0.01, 0, 0.185), lens=82, stop=11, focus=(0, -0.15, 0.2))


@card('rail-arm-card')
def rail_arm_card():
    _machine(-40, -0.14, -20, -32, 106, 16, 90, 118)
    plain((0, 0, 0.45), size=1.35, power=1.0)
    softbox((-2.2, -2.0, 0.45), (0, 0, 0.1), (1.6, 0.5), 26)
    camera((0.3, -4.9, 1.5), (0.02, 0, 0.31), lens=88, stop=11, focus=(-0.1, -0.2, 0.4))
