"""The linear slider rail."""
import math

from machines.rail import rail
from shots import card, detail, hero
from studio import camera, plain, softbox, studio
from studio import card as reflection


def _turned(angle, at):
    made = rail(at=at, cable=False)
    made.root.rotation_euler.z = math.radians(angle)
    return made


@hero('slider-rail')
def slider_rail():
    _turned(-52, 0.16)
    studio((0, 0, 0.15), size=1.3)
    softbox((-2.2, -2.0, 0.45), (0, 0, 0.1), (1.6, 0.5), 32)
    reflection((-1.2, 2.6, 1.9), (0, 0, 0.1), (3.0, 0.7), 4)
    camera((0.1, -3.7, 1.45), (0.03, 0, 0.06), lens=70, stop=11, focus=(0.1, -0.4, 0.15))


@detail('slider-rail-detail-1')
def drive():
    """The drive: gearbox, motor, pinion and rack."""
    made = _turned(52, 0)
    made.root.location = (0.055, 0.095, 0)
    studio((0, 0, 0.18), size=0.8, power=0.58)
    softbox((-0.9, -1.2, 0.30), (0, 0, 0.17), (0.7, 0.3), 2.5)
    camera((0, -1.15, 0.50), (0.02, 0, 0.175), lens=85, stop=11, focus=(-0.03, -0.08, 0.18))


@detail('slider-rail-detail-2')
def end():
    """The end of the rail: guides, rack, scale with its reading head, and stop."""
    made = _turned(24, 0.55)
    made.root.location = (-0.76, -0.34, 0)
    studio((0, 0, 0.15), size=0.8, power=0.66)
    softbox((-0.9, -1.2, 0.30), (0, 0, 0.1), (0.7, 0.3), 5)
    reflection((0.35, 1.5, 1.35), (0, 0, 0.13), (1.5, 0.9), 1.8)
    camera((-0.22, -0.85, 0.86), (0.045, 0.005, 0.135), lens=110, stop=14, focus=(0.02, -0.02, 0.14))


@card('slider-rail-card')
def slider_rail_card():
    _turned(-52, 0.16)
    plain((0, 0, 0.15), size=1.3, power=1.0)
    softbox((-2.2, -2.0, 0.45), (0, 0, 0.1), (1.6, 0.5), 32)
    camera((0.1, -3.7, 1.65), (0.03, 0, 0.04), lens=78, stop=11, focus=(0.1, -0.4, 0.15))
