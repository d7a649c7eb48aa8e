"""The 3D vision system."""
from machines.vision import calibration_plate, controller, network_plug, stand, wrist_bracket
from shapes import node, tube
from shots import card, detail, hero
from studio import camera, plain, softbox, studio
from studio import card as reflection


def _system():
    """Camera on its stand at the left, the controller to the right with its cable, bracket and calibration plate in front."""
    root = node(turn=(0, 0, 24))
    stand(root, (-0.110, 0.02, 0))
    box = controller(root, (0.115, 0.05, 0), (0, 0, -8))
    network_plug(box, (-0.072, -0.0715, 0.030))
    tube('rubber', [(-0.110, 0.048, 0.164), (-0.106, 0.072, 0.150), (-0.075, 0.084, 0.080), (-0.018, 0.050, 0.0035),
                    (-0.005, -0.035, 0.0032), (0.008, -0.082, 0.0032), (0.022, -0.090, 0.012), (0.0285, -0.065, 0.030)],
         0.0032, root)
    wrist_bracket(root, (0.165, -0.125, 0), (0, 0, -28))
    calibration_plate(root, (-0.015, -0.170, 0), (0, 0, 10))
    return root


@hero('vision-system')
def vision_system():
    _system()
    studio((0, 0, 0.12), size=0.5, power=1.15)
    reflection((-0.5, -1.4, 0.35), (0, 0, 0.1), (0.8, 0.4), 4)
    camera((0.12, -1.50, 0.42), (0.015, 0, 0.098), lens=90, stop=16, focus=(-0.10, -0.10, 0.17))


@detail('vision-system-detail-1')
def eyes():
    """The stereo camera from the front."""
    root = node(turn=(0, 0, 30))
    stand(root, (0, 0.07, -0.06), tilt=8)
    studio((0, 0, 0.13), size=0.36, power=0.68)
    softbox((0.10, -0.55, 0.42), (0, 0, 0.12), (0.35, 0.12), 1.6)
    reflection((-0.35, -0.8, 0.35), (0, 0, 0.12), (0.5, 0.3), 6)
    reflection((0.45, -0.55, 0.10), (0, 0, 0.12), (0.25, 0.35), 5)
    camera((0.02, -0.62, 0.19), (0, 0, 0.122), lens=98, stop=22, focus=(0, -0.04, 0.125))


@detail('vision-system-detail-2')
def connectors():
    """The controller's connectors and heat sink."""
    root = node(turn=(0, 0, -26))
    box = controller(root)
    network_plug(box, (-0.072, -0.0715, 0.030))
    tube('rubber', [(-0.072, -0.113, 0.030), (-0.073, -0.135, 0.028), (-0.085, -0.170, 0.008), (-0.135, -0.200, 0.0032),
                    (-0.30, -0.20, 0.0032), (-0.6, -0.1, 0.0032)], 0.0032, root)
    studio((0, 0, 0.06), size=0.36, power=0.9)
    reflection((-0.35, -0.8, 0.25), (0, 0, 0.05), (0.5, 0.3), 4)
    camera((-0.02, -0.78, 0.22), (-0.02, 0, 0.034), lens=92, stop=22, focus=(-0.03, -0.08, 0.03))


@card('vision-system-card')
def vision_system_card():
    _system()
    plain((0, 0, 0.12), size=0.5)
    reflection((-0.5, -1.4, 0.35), (0, 0, 0.1), (0.8, 0.4), 4)
    camera((0.12, -1.50, 0.46), (0.02, 0, 0.096), lens=100, stop=16, focus=(-0.10, -0.10, 0.17))
