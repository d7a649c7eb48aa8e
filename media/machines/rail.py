"""The linear slider rail: 1500 mm stroke, the fixed arm's seventh axis."""
import math
from dataclasses import dataclass, field

from parts import cap, plug, screw, t_slot
from shapes import block, box, cast, cylinder, extrude, lathe, node, sheet, text, tube, union, without

LENGTH, WIDTH, STROKE = 2.000, 0.300, 1.500
HEIGHT = 0.160  # of the guides' carriages above the ground
FOOT, BEAM, END = 0.040, (0.220, 0.090), 0.020
TOP = FOOT + BEAM[1]
GUIDE, BLOCK = 0.075, 0.112  # y of the guides and x of their carriages, to either side
PLATE = (0.310, 0.230, 0.016)
DECK = HEIGHT + PLATE[2]
MIDDLE = 0.0375  # x of the arm in the middle of the stroke: on its other side the drive makes the carriage longer
DRIVE = -0.190  # x of the pinion from the arm
MODULE, TEETH, HELIX = 0.002, 20, math.tan(math.radians(19.5))
RACK = 0.0176  # y of the rack's teeth, which look to the front
CHAIN_Y, CHAIN_LOW, CHAIN_BEND, LINK = 0.1525, 0.056, 0.062, 0.030
CHAIN_AT = 0.050  # x of the chain's moving end from the arm
CHAIN_FIXED = MIDDLE + CHAIN_AT


@dataclass
class Rail:
    """A built rail: its root, the carriage, the frame that a base stands on, and the links of its energy chain."""
    root: object
    carriage: object
    deck: object
    links: list = field(default_factory=list)

    def move(self, to):
        """Drives the carriage `to` metres from the middle of the stroke; the chain follows."""
        self.carriage.location.x = MIDDLE + to
        for index, link in enumerate(self.links):
            link.location, link.rotation_euler = _chain(MIDDLE + to + CHAIN_AT, (index + 0.5) * LINK)


def rail(parent=None, at=0.0, cable=True):
    """Stands on z = 0 with its length along x and its chain at +y; y = 0 is the middle of the beam, above which the arm stands.
    `at` is where the carriage is on its stroke, -0.75 to 0.75."""
    root = node(parent)
    carriage = node(root)
    made = Rail(root, carriage, node(carriage, (0, 0, DECK)))
    _beam(root)
    for side in (-1, 1):
        _guide(root, side * GUIDE)
        _end(root, side)
    _rack(root)
    _scale(root)
    for x in (-0.88, -0.44, 0, 0.44, 0.88):
        _feet(root, x)
    _carriage(made.carriage, made.deck)
    _drive(node(made.deck, (DRIVE, 0, 0)))
    for index in range(math.ceil((STROKE / 2 + 0.06 + math.pi * CHAIN_BEND) / LINK)):
        made.links.append(_link(root, outer=index % 2 == 0))
    _anchor(root, cable)
    made.move(at)
    return made


def _beam(root):
    """Aluminium profile with T slots, the maker's name on its front, the chain's trough on its back."""
    length = LENGTH - 2 * END
    extrude('matt aluminium', t_slot(*BEAM, 2), length, root, (0, 0, FOOT))
    front = -BEAM[0] / 2
    for z in (0.25, 0.75):
        box('graphite', (length, 0.0012, 0.0094), root, (0, front + 0.0012, FOOT + z * BEAM[1]), radius=0.0003)
    text('ink', 'ORRERY', 0.027, root, (-0.80, front - 0.0002, FOOT + BEAM[1] / 2), (90, 0, 0))
    text('ink', 'SR-1500', 0.018, root, (0.84, front - 0.0002, FOOT + BEAM[1] / 2), (90, 0, 0), font='Inter-Medium.otf')
    half = [(0.0325, 0), (0.0325, 0.024), (0.0305, 0.024), (0.0305, 0.002)]
    extrude('matt aluminium', half + [(-y, z) for y, z in reversed(half)], length, root, (0, CHAIN_Y, FOOT), bevel=0.0003)


def _guide(root, y):
    """A size 20 profile rail, its screws under caps."""
    half = [(0.010, 0), (0.010, 0.0058), (0.0066, 0.0090), (0.0066, 0.0110), (0.0100, 0.0140), (0.0100, 0.0168), (0.0093, 0.0175)]
    length = LENGTH - 2 * END - 0.012
    extrude('steel', half + [(-a, z) for a, z in reversed(half)], length, root, (0, y, TOP), bevel=0.0003)
    count = 32
    for index in range(count):
        x = (index + 0.5 - count / 2) * 0.060
        lathe('graphite', [(0.0048, 0), (0.0048, 0.0002), (0, 0.0002)], root, (x, y, TOP + 0.0175), segments=32)


def _rack(root):
    """A helical rack of module 2, bolted down from above."""
    pitch = math.pi * MODULE / math.cos(math.atan(HELIX))
    length, height = LENGTH - 2 * END - 0.070, 0.020
    count = int(length / pitch)
    outline = []
    for tooth in range(count):
        y = (tooth + 0.5 - count / 2) * pitch
        outline += [(y - 0.00258, 0.0045), (y - 0.00094, 0), (y + 0.00094, 0), (y + 0.00258, 0.0045)]
    outline += [(count * pitch / 2, 0.022), (-count * pitch / 2, 0.022)]
    made = extrude('steel', outline, height, root, (0, RACK, TOP + height / 2), (-90, -90, 0), bevel=0)
    for vertex in made.data.vertices:
        vertex.co.y += vertex.co.x * HELIX
    for index in range(16):
        lathe('rubber', [(0.0042, 0.0001), (0, 0.0001)], root, ((index - 7.5) * 0.12, RACK + 0.014, TOP + height), segments=24)


def _pinion(parent, at):
    """The gear that runs on the rack, round its z axis."""
    radius = TEETH * MODULE / math.cos(math.atan(HELIX)) / 2
    length, outline = 0.022, []
    for tooth in range(TEETH):
        for r, part in ((radius - 0.0025, -0.38), (radius + 0.002, -0.14), (radius + 0.002, 0.14), (radius - 0.0025, 0.38)):
            angle = 2 * math.pi * (tooth + part) / TEETH
            outline.append((r * math.cos(angle), r * math.sin(angle)))
    made = extrude('steel', outline, length, parent, at, (0, -90, 0), bevel=0)
    for vertex in made.data.vertices:
        angle = vertex.co.x * HELIX / radius
        y, z = vertex.co.y, vertex.co.z
        vertex.co.y, vertex.co.z = y * math.cos(angle) - z * math.sin(angle), y * math.sin(angle) + z * math.cos(angle)


def _scale(root):
    """The magnetic strip under its steel band, with a printed rule along the stroke."""
    y, length = -0.032, LENGTH - 2 * END - 0.020
    box('rubber', (length, 0.014, 0.0014), root, (0, y, TOP + 0.0007), radius=0.0003)
    box('satin', (length, 0.0125, 0.0004), root, (0, y, TOP + 0.0016), radius=0.0001)
    for tick in range(1, int(length / 0.010)):
        long = tick % 10 == 0
        size = (0.0014 if long else 0.0010, 0.0054 if long else 0.0030)
        x = tick * 0.010 - length / 2
        sheet('ink', size, root, (x, y - 0.0058 + size[1] / 2, TOP + 0.0019))
        if long:
            text('ink', str(tick * 10), 0.0064, root, (x, y + 0.0026, TOP + 0.0019), thick=0)


def _end(root, side):
    """An end cap, and the stop on the beam before it."""
    end = node(root, (side * LENGTH / 2, 0, 0), (0, 0, 0 if side > 0 else 180))
    thick = END - 0.0015
    middle = node(end, (0, side * (WIDTH - BEAM[0] - 0.010) / 2, FOOT + BEAM[1] / 2))
    box('shell', (thick, WIDTH, BEAM[1] + 0.006), middle, (-thick / 2, 0, 0), radius=0.006)
    box('dark', (0.002, 0.200, 0.050), middle, (-0.0003, 0, 0), radius=0.0009)
    text('pale ink', 'ORRERY', 0.022, middle, (0.0009, 0, 0), (90, 0, 90))
    for y in (-0.128, 0.128):
        for z in (-0.026, 0.026):
            screw(middle, (-0.0005, y, z), (0, 90, 0), 0.0048)
    stop = node(end, (-END - 0.011, -side * 0.002, TOP))
    box('satin', (0.018, 0.034, 0.052), stop, (0, 0, 0.026), radius=0.002)
    for z in (0.010, 0.024):
        screw(stop, (0.0085, 0, z), (0, 90, 0), 0.004)
    lathe('steel', [(0, 0), (0.0135, 0, 0.0005), (0.0135, 0.003, 0.0005), (0, 0.003)], stop, (-0.009, 0, 0.0385), (0, -90, 0))
    lathe('orange', [(0.0115, 0), (0.0115, 0.005, 0.002), (0.0095, 0.007, 0.002), (0.0095, 0.0115, 0.004), (0, 0.012)], stop,
          (-0.012, 0, 0.0385), (0, -90, 0), segments=64)


def _feet(root, x):
    """A cross plate with two levelling feet."""
    box('graphite', (0.070, 0.275, 0.012), root, (x, 0.0325, FOOT - 0.006), radius=0.002)
    for y in (-0.080, 0.145):
        foot = node(root, (x, y, 0))
        lathe('rubber', [(0, 0), (0.0275, 0, 0.001), (0.0275, 0.004, 0.001), (0, 0.004)], foot)
        lathe('steel', [(0.026, 0.003), (0.0265, 0.006, 0.001), (0.014, 0.0105, 0.002), (0.008, 0.012), (0.008, FOOT - 0.012)],
              foot)
        lathe('steel', [(0.0130, 0.0185), (0.0140, 0.0195, 0.0004), (0.0140, 0.0270, 0.0004), (0.0130, 0.0280)], foot, segments=6)


def _carriage(carriage, deck):
    """Four guide carriages, the plate with a seat for the arm, the scale's reading head, and the chain's bracket."""
    for x in (-BLOCK, BLOCK):
        for y in (-GUIDE, GUIDE):
            _guide_block(node(carriage, (x, y, TOP), (0, 0, 0 if x > 0 else 180)))

    x, y, z = (size / 2 for size in PLATE)
    tongue = block((DRIVE + 0.035, 0, -z), (0.075, 0.046, z), 0.0016)
    bolts = [(i * BLOCK + dx, j * GUIDE + dy)
             for i in (-1, 1) for j in (-1, 1) for dx in (-0.020, 0.020) for dy in (-0.0265, 0.0265)]
    bores = [cylinder((*bolt, 0), 'z', 0.0060, 0.0065, 0.0006) for bolt in bolts]
    seat = cylinder((0, 0, -z), 'z', 0.1005, 0.02, 0.0005)
    cast('shell', without(0.0008, union(0.012, block((0, 0, -z), (x, y, z), 0.0016), tongue), seat, *bores),
         (DRIVE - 0.041, -y, -2 * z), (x, y, 0), deck, cell=0.0015)
    for bolt in bolts:
        screw(deck, (*bolt, -0.0048), radius=0.0049)

    holes = [cylinder((r * math.cos(angle), r * math.sin(angle), 0), 'z', radius, 0.03, 0.0005)
             for count, first, r, radius in ((4, 0.5, 0.0885, 0.0034), (2, 0.5, 0.0885, 0.0025), (6, 0.5, 0.060, 0.0026))
             for angle in (2 * math.pi * (index + first) / count for index in range(count))]
    disc, bore = cylinder((0, 0, -0.005), 'z', 0.0990, 0.0055, 0.0008), cylinder((0, 0, 0), 'z', 0.0315, 0.03, 0.0005)
    cast('matt aluminium', without(0.0008, disc, bore, *holes), (-0.1, -0.1, -0.0105), (0.1, 0.1, 0.0005), deck, cell=0.0012)
    lathe('rubber', [(0.0995, -0.012), (0, -0.012)], deck)

    box('rubber', (0.176, 0.001, 0.0075), deck, (0, -y - 0.0001, -z), radius=0.0004)
    box('light', (0.168, 0.0016, 0.0030), deck, (0, -y - 0.0003, -z), radius=0.0007)
    text('ink', 'SR-1500   40 kg', 0.0075, deck, (0.046, -0.1075, 0.0001), font='Inter-Medium.otf', thick=0.0001)

    head = node(carriage, (x + 0.010, -0.032, TOP))
    box('satin', (0.048, 0.018, 0.003), head, (-0.006, 0, 0.0285), radius=0.0006)
    box('graphite', (0.036, 0.017, 0.0225), head, (0, 0, 0.0152), radius=0.0025)
    sheet('white light', (0.002, 0.002), head, (0.0182, -0.003, 0.020), (0, 90, 0))
    lathe('steel', [(0.0042, 0), (0.0042, 0.006, 0.0006), (0, 0.006)], head, (0.008, 0.0085, 0.016), (-90, 0, 0), segments=32)
    tube('rubber', [(0.008, 0.014, 0.016), (0.008, 0.030, 0.018), (0.009, 0.070, 0.036), (0.006, 0.110, 0.038)], 0.0022, head)

    bracket = node(carriage, (CHAIN_AT - 0.014, CHAIN_Y, CHAIN_LOW + 2 * CHAIN_BEND - 0.016))
    box('satin', (0.090, 0.082, 0.004), bracket, (0, -0.008, 0), radius=0.001)
    box('satin', (0.090, 0.004, 0.022), bracket, (0, y + 0.002 - CHAIN_Y, -0.001), radius=0.001)
    for dx in (-0.031, 0.031):
        screw(bracket, (dx, -0.030, 0.0025), radius=0.0035)


def _guide_block(frame):
    """A flanged carriage of a size 20 guide; its grease nipple looks to +x."""
    half = [(0.0315, 0.0300), (0.0315, 0.0205), (0.0235, 0.0185), (0.0235, 0.0048), (0.0122, 0.0048), (0.0122, 0.0190)]
    outline = half + [(-y, z) for y, z in reversed(half)]
    extrude('steel', outline, 0.054, frame, bevel=0.0008)
    cover = [(y * 0.975, z - 0.0008) for y, z in outline]
    for side in (-1, 1):
        extrude('graphite', cover, 0.0085, frame, (side * 0.0313, 0, 0), bevel=0.001)
        extrude('rubber', [(y * 0.96, z) for y, z in cover], 0.0018, frame, (side * 0.0366, 0, 0), bevel=0.0003)
        for y in (-0.018, 0.018):
            screw(frame, (side * 0.0374, y, 0.0110), (0, side * 90, 0), 0.0022)
    nipple = [(0.0035, 0), (0.0035, 0.003, 0.0004), (0.0020, 0.0045), (0.0028, 0.0075, 0.001), (0, 0.0085)]
    lathe('brass', nipple, frame, (0.0374, 0, 0.0240), (0, 90, 0), segments=24)


def _drive(frame):
    """Gearbox with pinion, and the servo motor to the back; stands on the plate's tongue, the pinion's axis at x = y = 0."""
    radius = TEETH * MODULE / math.cos(math.atan(HELIX)) / 2
    _pinion(frame, (0, RACK + 0.002 - radius, TOP + 0.0105 - DECK))
    lathe('steel', [(0.009, TOP - DECK + 0.020), (0.009, 0)], frame, segments=48)
    lathe('anodised', [(0.02, -0.020), (0.032, -0.020, 0.001), (0.032, 0)], frame)

    box('satin', (0.078, 0.078, 0.009), frame, (0, 0, 0.0045), radius=0.0018)
    for x in (-0.032, 0.032):
        for y in (-0.032, 0.032):
            screw(frame, (x, y, 0.0088), radius=0.0042)
    z = 0.042
    body = union(0.010, block((0, 0, 0.036), (0.0315, 0.0315, 0.034), 0.008), cylinder((0, 0, z), 'y', 0.0305, 0.036, 0.004))
    cast('shell', body, (-0.033, -0.037, 0.001), (0.033, 0.037, 0.075), frame, cell=0.0013)
    cap(frame, 0.0285, (0, -0.0345, z), (90, 0, 0))
    lathe('brass', [(0.0052, 0), (0.0052, 0.0025, 0.0006), (0, 0.0025)], frame, (0.0310, -0.012, 0.020), (0, 90, 0), segments=6)
    text('ink', '4 : 1', 0.0085, frame, (0, 0.005, 0.0732), thick=0.0001)

    box('aluminium', (0.062, 0.010, 0.062), frame, (0, 0.0412, z), radius=0.0016)
    for x in (-0.0255, 0.0255):
        screw(frame, (x, 0.0352, z + 0.0255), (90, 0, 0), 0.003)
    box('graphite', (0.058, 0.080, 0.058), frame, (0, 0.0865, z), radius=0.005)
    for groove in range(6):
        box('dark', (0.0584, 0.0016, 0.046), frame, (0, 0.060 + groove * 0.0085, z), radius=0.0005)
    box('satin', (0.030, 0.046, 0.0008), frame, (0, 0.082, z + 0.0292), radius=0.0003)
    text('ink', 'ORRERY', 0.0062, frame, (0, 0.089, z + 0.0297), thick=0)
    text('ink', '400 W', 0.0062, frame, (0, 0.078, z + 0.0297), thick=0, font='Inter-Medium.otf')
    box('aluminium', (0.058, 0.004, 0.058), frame, (0, 0.1288, z), radius=0.0012)
    box('graphite', (0.056, 0.036, 0.056), frame, (0, 0.1492, z), radius=0.007)
    end = CHAIN_AT - DRIVE
    for x, thick, colour in ((-0.013, 0.0044, 'orange'), (0.013, 0.0034, 'rubber')):
        plug(frame, (x, 0.146, z + 0.027), (0, 0, 0), 0.8)
        y = CHAIN_Y + x * 0.6
        tube(colour, [(x, 0.146, z + 0.048), (x, 0.147, z + 0.062), (x + 0.045, 0.150, z + 0.070), (end - 0.070, y, 0.020),
                      (end, y, 0.002)], thick, frame)


def _link(root, outer):
    """A link of the energy chain along x, with its piece of the cables; outer links carry the pivots."""
    link = node(root)
    radius, reach = 0.0138, LINK / 2 + 0.001
    ends = [(side * reach + radius * math.cos(angle), radius * math.sin(angle))
            for side, turn in ((1, -90), (-1, 90)) for angle in (math.radians(turn + step * 22.5) for step in range(9))]
    for side in (-1, 1):
        y = side * (0.0245 if outer else 0.0205)
        extrude('graphite', ends, 0.0036, link, (0, y, 0), (0, 0, 90), bevel=0.0007)
        if outer:
            for x in (-LINK / 2, LINK / 2):
                lathe('dark', [(0.0058, -0.001), (0.0058, 0.0008, 0.0004), (0.0032, 0.0008), (0.0032, 0.0002), (0, 0.0002)], link,
                      (x, y + side * 0.0018, 0), (-side * 90, 0, 0), segments=24)
    for z in (-0.0122, 0.0122):
        box('graphite', (0.011, 0.042, 0.0028), link, (0, 0, z), radius=0.0012)
    for y, thick, colour in ((-0.012, 0.0044, 'orange'), (-0.001, 0.0034, 'rubber'), (0.010, 0.0052, 'rubber')):
        lathe(colour, [(thick, -LINK * 0.54), (thick, LINK * 0.54)], link, (0, y, thick - 0.0100), (0, 90, 0), segments=16)
    return link


def _chain(end, along):
    """Place and turn of the chain `along` metres from its moving end, which is at x = `end`."""
    links = math.ceil((STROKE / 2 + 0.06 + math.pi * CHAIN_BEND) / LINK)
    loop = (links * LINK - math.pi * CHAIN_BEND + end + CHAIN_FIXED) / 2
    on = along - (loop - end)
    angle = min(max(on / CHAIN_BEND, 0), math.pi)
    straight = min(on, 0) - max(on - math.pi * CHAIN_BEND, 0)
    x = loop + straight + CHAIN_BEND * math.sin(angle)
    return (x, CHAIN_Y, CHAIN_LOW + CHAIN_BEND * (1 + math.cos(angle))), (0, angle, 0)


def _anchor(root, cable):
    """Where the chain ends in the trough and its cables leave."""
    x = CHAIN_FIXED - 0.062
    box('graphite', (0.090, 0.056, 0.052), root, (x, CHAIN_Y, CHAIN_LOW + 0.013), radius=0.004)
    for y in (-0.014, 0.006):
        plug(root, (x - 0.044, CHAIN_Y + y, CHAIN_LOW + 0.008), (0, -90, 0), 0.9)
        if cable:
            lead = node(root, (x - 0.074, CHAIN_Y + y, 0))
            tube('rubber', [(0, 0, CHAIN_LOW + 0.008), (-0.05, 0.005, 0.070), (-0.12, 0.10, 0.006), (0.05, 0.40, 0.006),
                            (0.6, 0.75, 0.006), (1.6, 1.05, 0.006)], 0.0055, lead)
