"""The SLAM navigation robot ORR-MB-100: a rectangular base that carries 100 kg."""
from dataclasses import dataclass

from parts import depth_camera, emergency_stop, name_plate, screw, wheel
from shapes import block, box, cast, circle, cylinder, lathe, node, panel, plinth, rectangle, slab, text, without

WIDTH, LENGTH, HEIGHT = 0.560, 0.800, 0.320
CORNER = 0.075
CHASSIS = 0.040, 0.142   # between these heights; the scanners look through the gap above it
HOOD = 0.196, 0.309
WHEEL = 0.080            # radius
TRACK = 0.240            # from the middle to a driven wheel's middle
SCANNER = 0.059          # from the sides to a scanner's axis
THREADS = [(x, y) for x in (-0.215, 0.215) for y in (-0.315, -0.105, 0.105, 0.315)]
SUPPLY = (0.0, 0.290)    # where modules are plugged in


@dataclass
class Base:
    """A built base. The wheels, left and right, turn round their own z axis."""
    root: object
    wheels: list


def slam(parent=None):
    """800 x 560 x 320 mm, its length along y, driving towards -y. Safety scanners stand at the rear right corner (-x) and at the
    front left one."""
    root = node(parent)
    _chassis(root)
    wheels = [_wheel(root, side) for side in (1, -1)]
    for x in (-0.19, 0.19):
        for y in (-0.31, 0.31):
            _caster(root, x, y)
    slab('dark', [(0.02, 0.14), (0, 0.14), (0, 0.2), (0.02, 0.2)], (WIDTH - 0.19, LENGTH - 0.19), 0.03, root)
    for side, turn in ((-1, 135), (1, -45)):
        at = side * (WIDTH / 2 - SCANNER), -side * (LENGTH / 2 - SCANNER), CHASSIS[1]
        _scanner(root, at, turn)
        _pillar(root, (at[0], -at[1], at[2]))
    _hood(root)
    _top(root)
    for side in (-1, 1):
        _flank(node(root, (side * WIDTH / 2, 0, 0), (0, 0, side * 90)))
        _end(node(root, (0, side * LENGTH / 2, 0), (0, 0, 90 + side * 90)))
    return Base(root, wheels)


def _chassis(root):
    low, high = CHASSIS
    body = plinth((WIDTH - 0.016, LENGTH - 0.016), CORNER - 0.008, low, high, 0.006)
    arches = [cylinder((side * WIDTH / 2, 0, WHEEL), 'x', WHEEL + 0.012, 0.075, 0.002) for side in (-1, 1)]
    bays = [block((0, side * LENGTH / 2, 0.1195), (0.095, 0.018, 0.0185), 0.008) for side in (-1, 1)]
    reach = (WIDTH / 2, LENGTH / 2, high)
    cast('graphite', without(0.005, body, *arches, *bays), (-reach[0], -reach[1], low), reach, root, cell=0.003)
    bumper = plinth((WIDTH - 0.004, LENGTH - 0.004), CORNER - 0.002, 0.052, 0.086, 0.012)
    cast('rubber', without(0.006, bumper, block((0, 0, 0.07), (1, 0.135, 0.1), 0.004)),
         (-reach[0], -reach[1], 0.05), (reach[0], reach[1], 0.09), root, cell=0.003)


def _wheel(root, side):
    mount = node(root, (side * TRACK, 0, WHEEL), (0, side * 90, 0))
    lathe('rubber', [(0, -0.035), (WHEEL + 0.011, -0.035), (WHEEL + 0.011, 0.030)], mount)
    return wheel(mount, (0, 0, 0), (0, 0, 0), WHEEL, 0.052, hub='satin')


def _caster(root, x, y):
    frame = node(root, (x, y, 0), (0, 0, 20))
    lathe('satin', [(0, 0.066), (0.026, 0.066, 0.002), (0.026, 0.074)], frame, segments=48)
    for side in (-1, 1):
        box('satin', (0.003, 0.036, 0.050), frame, (side * 0.016, 0.012, 0.045), radius=0.0014)
    wheel(frame, (0, 0.018, 0.030), (0, 90, 0), 0.030, 0.024)


def _scanner(root, at, turn):
    """A safety scanner, 270 degrees: body, tapered window, cap with its signal lights; its front at -y, turned by `turn`."""
    frame = node(root, at, (0, 0, turn + 90))
    lathe('satin', [(0, -0.010), (0.058, -0.010), (0.058, 0.005, 0.002), (0.0545, 0.009, 0.002), (0.050, 0.0095)], frame)
    lathe('gloss', [(0.044, 0.006), (0.0520, 0.010, 0.001), (0.0475, 0.032, 0.001), (0.040, 0.034)], frame)
    lathe('graphite', [(0, 0.0335), (0.0550, 0.0345, 0.001), (0.0565, 0.037, 0.001), (0.0565, 0.054), (0, 0.054)], frame)
    for place in (-30, -18, 18, 30):
        light = node(frame, turn=(0, 0, place))
        box('white light' if place < 0 else 'light', (0.008, 0.001, 0.0028), light, (0, -0.0564, 0.0435), radius=0.0004)
    for place, words in ((-7, 'SCAN'), (7, 'PL d')):
        text('pale ink', words, 0.0058, node(frame, turn=(0, 0, place)), (0, -0.0568, 0.0435), (90, 0, 0))


def _pillar(root, at):
    """What carries the hood where there is no scanner."""
    lathe('graphite', [(0.034, -0.004), (0.034, 0.004, 0.002), (0.024, 0.012, 0.008), (0.024, 0.046, 0.008), (0.034, 0.056)],
          root, at)


def _hood(root):
    low, high = HOOD
    slab('dark', [(0.02, low), (0.003, low, 0.002), (0.002, low + 0.006, 0.0005), (0.02, low + 0.006)], (WIDTH, LENGTH), CORNER,
         root)
    slab('light', [(0.02, low + 0.004), (0.0030, low + 0.004), (0.0030, low + 0.010), (0.02, low + 0.010)], (WIDTH, LENGTH),
         CORNER, root)
    groove = high - 0.020
    slab('shell', [(0.02, low + 0.009), (0.0012, low + 0.009, 0.001), (0.0, low + 0.016, 0.02), (0.0, groove, 0.0005),
                   (0.0022, groove + 0.0005, 0.0003), (0.0022, groove + 0.0027, 0.0003), (0.0, groove + 0.0032, 0.0005),
                   (0.0, high, 0.014), (0.024, high + 0.001, 0.003), (0.026, high - 0.005), (0.04, high - 0.005)],
         (WIDTH, LENGTH), CORNER, root)


def _top(root):
    """The deck that modules are screwed to: eight M8 threads, two grooves, the plugs of the supply."""
    width, length, z = WIDTH - 0.056, LENGTH - 0.056, HOOD[1] - 0.002
    slab('rubber', [(0.01, z - 0.004), (0, z - 0.004), (0, z + 0.0012), (0.01, z + 0.0012)], (width, length), CORNER - 0.028,
         root)
    thick = HEIGHT - z - 0.0012
    grooves = [[(x + across, y) for across, y in rectangle((0.012, 0.50), 0.0059, 6)] for x in (-0.145, 0.145)]
    supply = [(x + SUPPLY[0], y + SUPPLY[1]) for x, y in rectangle((0.120, 0.050), 0.010)]
    panel('deck', rectangle((width - 0.002, length - 0.002), CORNER - 0.029), thick,
          [*[circle(0.0105, at) for at in THREADS], *grooves, supply], root, (0, 0, z + 0.0012), bevel=0.0012)
    for x, y in THREADS:
        _thread(root, (x, y, HEIGHT))
        text('pale ink', 'M8', 0.011, root, (x * 0.90, y - 0.001, HEIGHT + 0.0001), (0, 0, 90))
    for x in (-0.145, 0.145):
        box('satin', (0.005, 0.49, 0.002), root, (x, 0, z + 0.002), radius=0.0005)
    plugs = node(root, (*SUPPLY, z + 0.001))
    for x, words in ((-0.036, '24 V'), (0.0, '10 A'), (0.036, 'LAN')):
        lathe('steel', [(0.0125, 0), (0.0125, 0.005, 0.0006), (0.0095, 0.005, 0.0004), (0.0085, 0.0095, 0.001), (0.0065, 0.0095),
                        (0.0065, 0.003), (0, 0.003)], plugs, (x, 0.004, 0), segments=64)
        text('pale ink', words, 0.008, plugs, (x, -0.016, 0.0006))
    for turn in (0, 90):
        box('pale ink', (0.05, 0.0008, 0.0003), root, (0, 0, HEIGHT), (0, 0, turn), radius=0)
    text('pale ink', 'ORR-MB-100', 0.020, root, (0, -0.325, HEIGHT + 0.0001), font='Inter-Medium.otf')


def _thread(root, at):
    """A steel insert with its thread of 8 mm."""
    turns = [point for k in range(7) for point in ((0.0040, -0.0016 - k * 0.00125), (0.0034, -0.0022 - k * 0.00125))]
    lathe('steel', [(0.0102, -0.008), (0.0102, -0.0002, 0.0005), (0.0052, -0.0002, 0.0003), (0.0041, -0.0012), *turns], root, at,
          segments=64)
    lathe('rubber', [(0.0045, -0.0105), (0, -0.0105)], root, at, segments=24)


def _flank(side):
    """On a long side, which looks to -y of `side`: hatch, lettering, stop button. The front is to the right or left."""
    seam = (0.0012, 0.0006, HOOD[1] - HOOD[0] - 0.040)
    middle = (HOOD[0] + HOOD[1]) / 2 - 0.003
    for x in (-0.155, 0.155):
        box('rubber', seam, side, (x, -0.0001, middle), radius=0.0002)
        for z in (-0.028, 0.028):
            screw(side, (x * 0.92, -0.0002, middle + z), (90, 0, 0), 0.0048)
    text('ink', 'ORRERY', 0.046, side, (0, -0.0002, middle + 0.002), (90, 0, 0))
    for x in (-0.265, 0.265):
        stop = node(side, (x, -0.0002, middle), (90, 0, 0))
        lathe('dark', [(0.0, -0.002), (0.033, -0.002), (0.033, 0.0016, 0.0014), (0.029, 0.0016, 0.0006), (0.028, 0.0006),
                       (0, 0.0006)], stop)
        emergency_stop(stop, (0, 0, 0.0006))
    text('pale ink', '100 kg  /  1.5 m/s', 0.015, side, (-0.245, 0.0078, 0.118), (90, 0, 0), font='Inter-Medium.otf')
    name_plate(side, 'ORR-MB-100', (0.235, 0.0078, 0.118), (90, 0, 0), (0.085, 0.024))


def _end(end):
    """A short side: sensor window with lights, charging contacts in their bay."""
    middle = (HOOD[0] + HOOD[1]) / 2 - 0.005
    window = node(end, (0, -0.0002, middle), (90, 0, 0))
    slab('rubber', [(0.01, -0.004), (0, -0.004), (0, 0.0006, 0.0004), (0.003, 0.0006)], (0.266, 0.054), 0.020, window)
    slab('gloss', [(0.01, -0.003), (0.0015, -0.003), (0.0015, 0.0016, 0.001), (0.01, 0.0016)], (0.266, 0.054), 0.020, window)
    depth_camera(window, (0, 0, 0.001), size=(0.105, 0.030))
    for x in (-0.094, 0.094):
        slab('white light', [(0.002, 0.001), (0, 0.001), (0, 0.0021, 0.0004), (0.002, 0.0021)], (0.046, 0.007), 0.0034, window,
             (x, 0, 0))
    box('rubber', (0.188, 0.002, 0.036), end, (0, 0.0165, 0.1195), radius=0.0005)
    for z in (0.112, 0.127):
        box('brass', (0.120, 0.008, 0.008), end, (0, 0.0125, z), radius=0.0018)
        for x in (-0.05, 0.05):
            screw(end, (x, 0.0085, z), (90, 0, 0), 0.0022)
    for x in (-0.078, 0.078):
        lathe('satin', [(0.009, 0), (0.009, 0.006, 0.001), (0.005, 0.010, 0.002), (0, 0.010)], end, (x, 0.0165, 0.1195),
              (90, 0, 0), segments=48)
