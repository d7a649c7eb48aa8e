"""The collaborative robot."""
from machines.arm import COLLABORATIVE, arm
from shots import card, detail, hero
from studio import camera, plain, studio
from studio import card as reflection


def _robot(*pose, cable=False):
    made = arm(COLLABORATIVE, cable=cable, tool=False)
    made.pose(*pose)
    return made


@hero('cobot')
def cobot():
    made = _robot(-24, -15, 94, 11, 90, 118, cable=True)
    made.root.location.x = -0.14
    studio((0, 0, 0.6), size=1.25, power=1.1)
    camera((0.45, -4.75, 0.80), (0, 0, 0.515), lens=88, focus=(-0.1, -0.2, 0.7))


@detail('cobot-detail-1')
def joint():
    """The elbow: the torque sensor's ring shows between the links."""
    made = _robot(-38, -15, 94, 11, 90, 118)
    made.root.location = (0.14, -0.04, -0.47)
    studio((0, 0, 0.42), size=0.8, power=0.8)
    camera((0.05, -1.55, 0.52), (0.03, 0, 0.405), lens=85, stop=11, focus=(0, -0.1, 0.42))


@detail('cobot-detail-2')
def wrist():
    """The wrist with its tool flange."""
    made = _robot(-20, -15, 94, -29, 64, 60)
    made.root.location = (-0.43, 0.20, -0.60)
    studio((0, 0, 0.42), size=0.7, power=0.8)
    reflection((1.1, -1.3, 0.2), (0, 0, 0.4), (1.0, 1.0), 5)
    camera((0.1, -1.45, 0.34), (-0.02, 0, 0.43), lens=98, stop=11, focus=(0, -0.15, 0.42))


@card('cobot-card')
def cobot_card():
    made = _robot(-24, -15, 94, 11, 90, 118)
    made.root.location.x = -0.14
    plain((0, 0, 0.6), size=1.25)
    camera((0.45, -4.9, 0.95), (0, 0, 0.515), lens=106, stop=11, focus=(-0.1, -0.2, 0.7))
