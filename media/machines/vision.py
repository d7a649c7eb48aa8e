"""The 3D vision system: stereo camera with pattern projector, its controller, stand, wrist bracket and calibration plate."""
import math

from parts import plug, screw
from shapes import block, box, cast, cylinder, extrude, lathe, node, sheet, text, union, without

BASELINE = 0.075
HEAD = (0.146, 0.060, 0.064)
CONTROLLER = (0.200, 0.140, 0.048)  # without heat sink and feet
HEAT_SINK, FEET = 0.026, 0.008
FLANGE, FLANGE_CIRCLE, FLANGE_BORE = 0.0315, 0.025, 0.01575  # radii of ISO 9409-1-50-4-M6
POST = 0.235


def _plate(material, size, radius, parent, at=(0, 0, 0), turn=(0, 0, 0), bevel=0.0006):
    """A panel in the xz plane, `size` (x, thickness, z), whose corners are round."""
    x, z = size[0] / 2 - radius, size[2] / 2 - radius
    outline = [(i * x + radius * math.cos(angle), j * z + radius * math.sin(angle))
               for i, j, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
               for angle in (math.radians(start + step * 11.25) for step in range(9))]
    return extrude(material, outline, size[1], node(parent, at, turn), turn=(0, 0, 90), bevel=bevel)


def camera_head(parent=None, at=(0, 0, 0), turn=(0, 0, 0)):
    """Centred on its place, looks to -y. Its connector is at (0, 0.042, -0.012)."""
    frame = node(parent, at, turn)
    x, y, z = (size / 2 for size in HEAD)
    body = block((0, 0.004, 0), (x, y - 0.004, z), 0.0135)
    grooves = [block((0, 0.010 + row * 0.0075, z), (0.050, 0.0013, 0.0042), 0.0010) for row in range(-2, 3)]
    recess = block((0, -y, 0), (x - 0.0028, 0.0088, z - 0.0028), 0.004)
    cast('shell', without(0.0012, body, recess, *grooves), (-x, -y, -z), (x, y, z), frame, cell=0.0011)
    for groove in range(-2, 3):
        box('rubber', (0.098, 0.0022, 0.0005), frame, (0, 0.010 + groove * 0.0075, z - 0.0038), radius=0.0002)

    front = node(frame, (0, -y, 0))
    _plate('graphite', (HEAD[0] - 0.0064, 0.012, HEAD[2] - 0.0064), 0.0105, front, (0, 0.0052, 0))
    for i in (-1, 1):
        for j in (-1, 1):
            screw(front, (i * (x - 0.0095), -0.0006, j * (z - 0.0095)), (90, 0, 0), 0.0021)
        _objective(front, (i * BASELINE / 2, -0.0008, 0.001))
    _projector(front)
    colour = node(front, (0, -0.0008, -0.0205), (90, 0, 0))
    lathe('satin', [(0.0072, 0), (0.0072, 0.0014, 0.0004), (0.0060, 0.0014, 0.0003), (0.0052, 0.0002)], colour, segments=64)
    lathe('lens', [(0.0054, 0.0002), (0.0030, 0.0008), (0, 0.0011)], colour, segments=64)
    _plate('light', (0.011, 0.0012, 0.0030), 0.00145, front, (-0.0625, -0.0010, 0), (0, 90, 0), bevel=0.0003)
    text('pale ink', 'ORRERY', 0.0064, front, (0, -0.0010, 0.0238), (90, 0, 0))
    text('ink', 'V3D', 0.020, frame, (x + 0.0001, 0.010, 0), (90, 0, 90))

    lathe('anodised', [(0.013, 0), (0.013, 0.004, 0.0008), (0.0095, 0.004)], frame, (0, y, -0.012), (-90, 0, 0), segments=64)
    plug(frame, (0, y + 0.001, -0.012), (-90, 0, 0), 0.85)
    box('anodised', (0.060, 0.008, 0.034), frame, (0, y + 0.003, 0.014), radius=0.0015)
    return frame


def _objective(parent, at):
    """A stereo camera's lens in its hood, looking to -y."""
    frame = node(parent, at, (90, 0, 0))
    lathe('satin', [(0.0150, -0.002), (0.0178, -0.002), (0.0178, 0.0012, 0.0005), (0.0166, 0.0018, 0.0003),
                    (0.0166, 0.0078, 0.0007), (0.0156, 0.0078, 0.0005), (0.0148, 0.0062)], frame)
    lathe('graphite', [(0.0149, 0.0066), (0.0143, 0.0056, 0.0003), (0.0143, 0.0046), (0.0133, 0.0046, 0.0003), (0.0133, 0.0034),
                       (0.0124, 0.0034, 0.0003), (0.0118, 0.0020)], frame)
    lathe('coated lens', [(0.0122, 0.0012), (0.0100, 0.0033), (0.0066, 0.0051), (0.0030, 0.0060), (0, 0.0062)], frame)


def _projector(front):
    """The pattern projector between the lenses: a window over a grid of emitters."""
    _plate('satin', (0.0240, 0.003, 0.0290), 0.0045, front, (0, -0.0016, 0.0025))
    _plate('gloss', (0.0216, 0.003, 0.0266), 0.0036, front, (0, -0.0019, 0.0025), bevel=0.0003)
    for column in range(-2, 3):
        for row in range(-3, 4):
            place = (column * 0.0036, -0.00342, 0.0025 + row * 0.0034)
            lathe('orange', [(0.00055, 0), (0, 0.0001)], front, place, (90, 0, 0), segments=16)


def stand(parent=None, at=(0, 0, 0), tilt=16, height=0.190):
    """A foot with a post on z = 0; the camera is clamped to it at `height`, tilted down. Returns the camera's frame."""
    frame = node(parent, at)
    box('graphite', (0.150, 0.130, 0.010), frame, (0, 0, 0.007), radius=0.003)
    box('rubber', (0.144, 0.124, 0.003), frame, (0, 0, 0.0015), radius=0.0009)
    for x in (-0.063, 0.063):
        for y in (-0.053, 0.053):
            screw(frame, (x, y, 0.0105), radius=0.0045)
    lathe('anodised', [(0, 0.011), (0.030, 0.011, 0.001), (0.028, 0.030, 0.003), (0.0135, 0.034, 0.001), (0.0135, 0.03)], frame)
    lathe('satin', [(0.0125, 0.03), (0.0125, POST, 0.001), (0, POST)], frame)
    top = [(0.0125, -0.001), (0.0135, -0.001, 0.0004), (0.0130, 0.005, 0.002), (0, 0.0055)]
    lathe('dark', top, frame, (0, 0, POST))
    clamp = node(frame, (0, 0, height))
    grip = union(0.006, cylinder((0, 0, 0), 'z', 0.0215, 0.017, 0.002), block((0, -0.022, 0), (0.021, 0.012, 0.017), 0.002),
                 block((0.026, 0, 0), (0.010, 0.010, 0.017), 0.002))
    bore, slit = cylinder((0, 0, 0), 'z', 0.0128, 0.03, 0.001), block((0.03, 0, 0), (0.03, 0.0011, 0.03), 0.0005)
    cast('anodised', without(0.001, grip, bore, slit), (-0.023, -0.035, -0.018), (0.037, 0.023, 0.018), clamp, cell=0.0013)
    screw(clamp, (0.027, -0.0095, 0), (90, 0, 0), 0.0040)
    return camera_head(clamp, (0, -0.072, -0.010), (tilt, 0, 0))


def controller(parent=None, at=(0, 0, 0), turn=(0, 0, 0)):
    """Stands on z = 0, its connectors to -y: PoE at (-0.072, -0.070, 0.030)."""
    frame = node(parent, at, turn)
    x, y, z = CONTROLLER
    for i in (-1, 1):
        for j in (-1, 1):
            foot = [(0, 0), (0.009, 0, 0.001), (0.010, FEET, 0.0005), (0, FEET)]
            lathe('rubber', foot, frame, (i * (x / 2 - 0.022), j * (y / 2 - 0.022), 0), segments=48)
    middle = FEET + z / 2
    box('shell', (x, y, z), frame, (0, 0, middle), radius=0.005)
    box('rubber', (x - 0.003, y - 0.003, 0.003), frame, (0, 0, FEET + z + 0.0004), radius=0.001)
    box('anodised', (x, y, 0.007), frame, (0, 0, FEET + z + 0.005), radius=0.0015)
    fins = 15
    for fin in range(fins):
        across = (fin / (fins - 1) - 0.5) * (x - 0.008)
        box('anodised', (0.0034, y - 0.002, HEAT_SINK), frame, (across, 0, FEET + z + HEAT_SINK / 2), radius=0.0010)
    _front(node(frame, (0, -y / 2, middle)))
    text('ink', 'V3D CONTROLLER', 0.0088, frame, (x / 2 + 0.0001, 0, middle), (90, 0, 90))
    return frame


def _front(front):
    """The controller's connectors and lamps."""
    _plate('graphite', (CONTROLLER[0] - 0.014, 0.003, CONTROLLER[2] - 0.010), 0.004, front)
    for i in (-1, 1):
        for j in (-1, 1):
            screw(front, (i * 0.0885, -0.0012, j * 0.0145), (90, 0, 0), 0.0020)
    for x, words in ((-0.072, 'PoE'), (-0.048, 'LAN')):
        _socket(node(front, (x, -0.0015, -0.002)))
        text('pale ink', words, 0.0052, front, (x, -0.0017, 0.0130), (90, 0, 0), font='Inter-Medium.otf')
    for x, words in ((-0.020, 'I/O'), (0.008, '24 V')):
        _round_socket(node(front, (x, -0.0015, -0.002), (90, 0, 0)))
        text('pale ink', words, 0.0052, front, (x, -0.0017, 0.0130), (90, 0, 0), font='Inter-Medium.otf')
    text('pale ink', 'ORRERY', 0.0095, front, (0.056, -0.0017, 0.004), (90, 0, 0))
    for x, glow in ((0.044, 'light'), (0.052, 'white light'), (0.060, 'white light')):
        _plate(glow, (0.0050, 0.0010, 0.0016), 0.0007, front, (x, -0.0016, -0.0095), bevel=0)


def _socket(frame):
    """An RJ45 socket in its shield, looking to -y."""
    _plate('steel', (0.0172, 0.0030, 0.0150), 0.0012, frame, (0, -0.0006, 0), bevel=0.0004)
    _plate('rubber', (0.0130, 0.0030, 0.0088), 0.0004, frame, (0, -0.0009, -0.0012), bevel=0)
    _plate('rubber', (0.0064, 0.0030, 0.0030), 0.0004, frame, (0, -0.0009, 0.0044), bevel=0)
    for contact in range(8):
        box('brass', (0.0005, 0.0004, 0.0034), frame, ((contact - 3.5) * 0.00102, -0.0024, -0.0036), radius=0)
    for x, glow in ((-0.0052, 'light'), (0.0052, 'white light')):
        sheet(glow, (0.0026, 0.0018), frame, (x, -0.0022, 0.0052), (90, 0, 0))


def _round_socket(frame):
    """An M12 socket with its ring nut, looking to +z."""
    lathe('steel', [(0.0106, 0), (0.0106, 0.0024, 0.0005), (0.0086, 0.0030, 0.0004)], frame, segments=6)
    lathe('steel', [(0.0086, 0), (0.0086, 0.0058, 0.0005), (0.0070, 0.0058, 0.0004), (0.0070, 0.0015)], frame, segments=64)
    lathe('rubber', [(0.0070, 0.0018), (0, 0.0018)], frame, segments=48)
    for index in range(5):
        angle = 2 * math.pi * index / 5
        r = 0.0038 if index else 0
        pin = [(0.0006, 0.0018), (0.0006, 0.0046, 0.0003), (0, 0.0048)]
        lathe('brass', pin, frame, (r * math.cos(angle), r * math.sin(angle), 0), segments=16)


def network_plug(parent, at, turn=(0, 0, 0)):
    """A shielded RJ45 plug in a socket that looks to -y; its cable leaves at y = -0.043."""
    frame = node(parent, at, turn)
    box('satin', (0.0120, 0.014, 0.0084), frame, (0, -0.008, -0.0012), radius=0.0006)
    box('graphite', (0.0150, 0.020, 0.0125), frame, (0, -0.022, 0), radius=0.0028)
    sleeve = [(0.0052, 0), (0.0046, 0.006, 0.001), (0.0034, 0.013, 0.0005), (0, 0.013)]
    lathe('rubber', sleeve, frame, (0, -0.030, 0), (90, 0, 0), segments=48)


def wrist_bracket(parent=None, at=(0, 0, 0), turn=(0, 0, 0)):
    """Between a flange and the tool, with a tongue that carries the camera; lies on z = 0."""
    frame = node(parent, at, turn)
    thick = 0.010
    disc = cylinder((0, 0, thick / 2), 'z', FLANGE + 0.004, thick / 2, 0.0010)
    tongue = block((0, 0.050, thick / 2), (0.0200, 0.040, thick / 2), 0.0010)
    upright = block((0, 0.086, 0.0275), (0.0320, 0.005, 0.0275), 0.0010)
    rib = block((0, 0.070, 0.016), (0.0045, 0.020, 0.012), 0.0010)
    holes = [cylinder((FLANGE_CIRCLE * math.cos(angle), FLANGE_CIRCLE * math.sin(angle), 0), 'z', 0.0033, 0.03, 0.0005)
             for angle in (math.pi / 4 + index * math.pi / 2 for index in range(4))]
    slots = [block((i * 0.020, 0.086, 0.036), (0.0024, 0.03, 0.0070), 0.0022) for i in (-1, 1)]
    bore = cylinder((0, 0, 0), 'z', FLANGE_BORE, 0.03, 0.0005)
    window = cylinder((0, 0.086, 0.036), 'y', 0.0105, 0.03, 0.0005)
    cast('satin', without(0.0008, union(0.006, disc, tongue, upright, rib), bore, window, *holes, *slots),
         (-0.037, -0.037, 0), (0.037, 0.092, 0.056), frame, cell=0.0012)
    text('ink', 'ISO 9409-1-50-4-M6', 0.0036, frame, (0, 0.0415, thick + 0.0001), font='Inter-Medium.otf', thick=0.00005)
    return frame


def calibration_plate(parent=None, at=(0, 0, 0), turn=(0, 0, 0)):
    """A rigid plate with a grid of dots, lying on z = 0."""
    frame = node(parent, at, turn)
    box('shell', (0.140, 0.105, 0.006), frame, (0, 0, 0.003), radius=0.0012)
    for column in range(-4, 5):
        for row in range(-3, 4):
            radius = 0.0052 if (column, row) in ((0, 0), (1, 0), (0, 1)) else 0.0036
            lathe('ink', [(radius, 0), (0, 0)], frame, (column * 0.014, row * 0.0135, 0.0061), segments=48)
    return frame
