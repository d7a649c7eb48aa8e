"""The educational kit."""
from machines.kit import kit
from shots import card, detail, hero
from studio import camera, card as reflection, plain, softbox, studio


def light(target, size, power=0.85):
    """The studio, with more light from the front, where the belts are."""
    studio(target, size, power)
    x, y, z = target
    softbox((x - 0.9 * size, y - 2.2 * size, z + 1.1 * size), target, (1.2 * size, 1.0 * size), 22 * size * size, (1, 0.98, 0.95))


@hero('educational-kit')
def whole():
    kit()
    light((0, 0, 0.15), 0.55)
    reflection((0.0, 0.9, 0.8), (0.05, -0.05, 0), (0.9, 0.5), 3)
    camera((0.22, -1.62, 0.72), (0.000, -0.008, 0.117), lens=100, stop=14, focus=(0, -0.04, 0.12))


@detail('educational-kit-detail-1')
def drives():
    kit(parts=False)
    light((-0.08, 0, 0.15), 0.5)
    camera((-0.34, -0.92, 0.36), (-0.072, 0.0, 0.160), lens=104, stop=14, focus=(-0.08, -0.02, 0.16))


@detail('educational-kit-detail-2')
def control():
    kit(parts=False)
    light((0.09, -0.09, 0.03), 0.42)
    reflection((0.12, 0.6, 0.45), (0.09, -0.09, 0), (0.7, 0.4), 4)
    camera((0.02, -0.46, 0.34), (0.088, -0.087, 0.008), lens=112, stop=16, focus=(0.08, -0.10, 0.015))


@card('educational-kit-card')
def small():
    kit()
    plain((0, 0, 0.15), 0.55)
    camera((0.22, -1.62, 0.72), (0.002, -0.008, 0.124), lens=108, stop=14, focus=(0, -0.04, 0.12))
