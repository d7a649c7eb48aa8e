"""The mobile assistant."""
from machines.mobile_assistant import mobile_assistant
from props import bottle, carton, pack
from shots import card, detail, hero
from shapes import node
from studio import camera, card as reflected, plain, softbox, studio

MIDDLE = (0, 0, 0.66)


def _stand(turn, loaded=True, **pose):
    made = mobile_assistant()
    made.pose(**pose)
    made.root.rotation_euler.z = turn
    if loaded:
        tray = node(made.root, (0, 0.13, 0.6195))
        carton(tray, (0.20, 0.13, 0.10), (-0.06, 0.05, 0), 4)
        pack(tray, (0.07, 0.05, 0.12), (0.12, 0.06, 0), turn=-8)
        bottle(tray, (0.135, -0.055, 0), 0.17, 0.026, 'shell')
    return made


def _hold(made):
    """A bottle, upright between the fingers."""
    bottle(node(made.tool, (0, -0.085, 0), (-90, 0, 0)), colour='teal', radius=0.031)


@hero('mobile-assistant')
def whole():
    made = _stand(0.85, lift=0.93, reach=0.58, opening=0.0625)
    _hold(made)
    made.root.location = (-0.22, 0.05, 0)
    studio(MIDDLE, size=1.5, power=0.85)
    camera((0.0, -6.2, 1.35), (0, 0, 0.665), lens=88, stop=6.3, focus=(0, -0.2, 0.8))


@detail('mobile-assistant-detail-1')
def hand():
    made = _stand(0.9, loaded=False, lift=1.0, reach=0.56, wrist=(0, 70, 28), opening=0.05)
    pack(node(made.tool, (0, 0, 0.030), (180, 0, 0)), (0.05, 0.05, 0.09))
    studio((0.4, -0.3, 0.85), size=1.0)
    reflected((0.9, -1.9, 0.75), (0.5, -0.35, 0.8), (0.9, 0.6), 4)
    softbox((0.9, -2.2, 0.55), (0.45, -0.4, 0.85), (0.9, 0.9), 16)
    camera((0.75, -1.95, 1.0), (0.36, -0.40, 0.925), lens=85, stop=9)


@detail('mobile-assistant-detail-2')
def base():
    _stand(0.7, lift=0.6, reach=0.45)
    studio((0, 0, 0.4), size=1.1)
    reflected((0.4, -2.4, 0.15), (0, 0, 0.1), (1.6, 0.4), 4)
    camera((0.06, -1.9, 0.42), (0.01, -0.1, 0.172), lens=85, stop=9)


@card('mobile-assistant-card')
def listed():
    made = _stand(0.85, lift=0.93, reach=0.52, opening=0.0625)
    _hold(made)
    made.root.location = (-0.20, 0.05, 0)
    plain(MIDDLE, size=1.5)
    camera((0.0, -6.2, 1.35), (0, 0, 0.665), lens=102, stop=11)
