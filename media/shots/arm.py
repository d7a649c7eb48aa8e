"""The fixed arm and the collaborative robot."""
from machines.arm import FIXED, arm
from shots import card as plain_card, detail, hero
from studio import camera, card, plain, studio


@hero('fixed-arm')
def fixed_arm():
    made = arm(FIXED)
    made.pose(-26, -30, 104, 16, 90, 118)
    made.root.location.x = -0.06
    studio((0, 0, 0.45))
    camera((0.47, -3.75, 0.66), (-0.075, -0.05, 0.415), lens=92, focus=(0, -0.2, 0.5))


@plain_card('fixed-arm-card')
def fixed_arm_card():
    made = arm(FIXED, cable=False)
    made.pose(-30, -34, 108, 16, 90, 118)
    plain((0, 0, 0.45))
    camera((0.6, -3.9, 0.95), (-0.055, -0.05, 0.425), lens=105, stop=11, focus=(0, -0.2, 0.5))


@detail('fixed-arm-detail-1')
def elbow():
    """The elbow's joint, whose cap and seam show how it is built."""
    made = arm(FIXED, cable=False)
    made.pose(-38, -30, 104, 16, 90, 118)
    studio((0, 0, 0.62), size=0.7, power=0.9)
    camera((0.10, -2.1, 0.86), (-0.20, -0.1, 0.63), lens=120, stop=8, focus=(-0.2, -0.3, 0.63))


@detail('fixed-arm-detail-2')
def base():
    """The base with its connectors, from behind."""
    made = arm(FIXED)
    made.root.rotation_euler[2] = 2.5
    made.pose(150, -30, 104, 16, 90, 118)
    studio((0, 0, 0.14), size=0.6, power=0.8)
    card((-0.5, -1.2, 0.2), (0, 0, 0.08), (0.9, 0.5), 4)
    camera((-0.35, -1.55, 0.40), (0.01, 0, 0.135), lens=100, stop=9, focus=(0, -0.09, 0.08))
