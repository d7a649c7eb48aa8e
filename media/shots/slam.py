"""The SLAM navigation robot."""
from machines.slam import slam
from shots import card, detail, hero
from studio import camera, card as reflected, plain, softbox, studio


def _stand(turn):
    made = slam()
    made.root.rotation_euler.z = turn
    return made


@hero('slam-robot')
def slam_robot():
    _stand(1.02)
    studio((0, 0, 0.2), size=0.85)
    reflected((-0.4, -2.2, 0.10), (0, 0, 0.08), (1.6, 0.3), 5)
    camera((0.1, -3.6, 1.30), (0.0, 0, 0.15), lens=96, stop=8, focus=(0.05, -0.25, 0.2))


@detail('slam-robot-detail-1')
def scanner():
    _stand(1.42)
    studio((0, 0, 0.2), size=0.85)
    softbox((-0.2, -2.4, 0.7), (-0.3, -0.2, 0.15), (1.2, 0.7), 20)
    camera((-1.20, -1.50, 0.36), (-0.372, -0.19, 0.172), lens=116, stop=11, focus=(-0.36, -0.22, 0.17))


@detail('slam-robot-detail-2')
def front():
    _stand(0.55)
    studio((0, 0, 0.2), size=0.85)
    reflected((0.8, -2.2, 0.10), (0.2, 0, 0.08), (1.6, 0.4), 5)
    softbox((0.9, -2.4, 0.9), (0.15, -0.3, 0.15), (1.2, 0.7), 26)
    camera((0.45, -2.0, 0.82), (0.15, -0.33, 0.205), lens=95, stop=11)


@card('slam-robot-card')
def slam_card():
    _stand(1.02)
    plain((0, 0, 0.2), size=0.85)
    reflected((-0.4, -2.2, 0.10), (0, 0, 0.08), (1.6, 0.3), 5)
    camera((0.1, -3.6, 1.30), (0.0, 0, 0.15), lens=120, stop=11)
