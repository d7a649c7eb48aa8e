"""The mobile assistant ORR-MA-2: a slim base with a lift column, a telescopic arm, a wrist with a soft gripper, and a tray."""
import math
from dataclasses import dataclass, field

from parts import cap, depth_camera, emergency_stop, flange, lidar, light_ring, ring, screw, wheel
from shapes import (block, box, cast, cylinder, extrude, lathe, node, panel, plinth, rectangle, slab, text, tube, union,
                    without)

FOOTPRINT, HEIGHT, CORNER = 0.450, 1.350, 0.085
LIDAR = 0.180                # height of the plane it scans
WHEEL = 0.065                # radius
COLUMN = 0.096, 0.110        # across and along
COLUMN_AT, COLUMN_TOP = -0.020, 1.272
FRONT = COLUMN_AT - COLUMN[1] / 2   # the column's face, which the reach is measured from
TRAY = 0.400, 0.300
TRAY_AT = 0.0, 0.130, 0.612
DECK = 0.203, 0.245          # the upper shell of the base; the lidar looks out below it
LIFT = 0.315, 1.150          # heights of the arm; when the gripper points down its tip is 272 mm below
REACH = 0.390, 0.600         # from the column to the middle of the wrist
OPENING = 0.100
CARRIAGE = 0.055             # the carriage's face before the column's


@dataclass
class MobileAssistant:
    """A built machine and the frames that move. `tool` is where the gripper holds things, z away from the wrist."""
    root: object
    wheels: list = field(default_factory=list)
    carriage: object = None
    sections: list = field(default_factory=list)
    wrist: list = field(default_factory=list)
    fingers: list = field(default_factory=list)
    tool: object = None

    def pose(self, lift=0.9, reach=0.5, wrist=(0, 0, 0), opening=0.06):
        """Height of the arm above the floor and its reach in metres; the wrist's roll, pitch and roll of the tool in degrees (all
        0: the tool points ahead; pitch 90: down); the clear width between the fingers."""
        self.carriage.location.z = min(max(lift, LIFT[0]), LIFT[1])
        out = min(max(reach, REACH[0]), REACH[1]) - REACH[0]
        for section, part in zip(self.sections, (0.56, 1)):
            section.location.z = out * part
        for joint, axis, angle in zip(self.wrist, (2, 0, 2), wrist):
            joint.rotation_euler[axis] = math.radians(angle)
        for finger in self.fingers:
            finger.location.x = finger['side'] * min(opening, OPENING) / 2


def mobile_assistant(parent=None):
    """450 x 450 x 1350 mm, driving and reaching towards -y."""
    made = MobileAssistant(node(parent))
    _base(made.root)
    made.wheels = [_wheel(made.root, side) for side in (1, -1)]
    _column(made.root)
    _tray(made.root)
    _head(made.root)
    made.carriage = _carriage(node(made.root, (0, FRONT, 0.9)))
    _arm(made)
    made.pose()
    return made


def _base(root):
    half = FOOTPRINT / 2
    arches = [cylinder((side * half, 0, WHEEL), 'x', WHEEL + 0.009, 0.062, 0.002) for side in (-1, 1)]
    bumper = plinth((FOOTPRINT - 0.004, FOOTPRINT - 0.004), CORNER - 0.002, 0.028, 0.091, 0.012)
    cast('graphite', without(0.004, bumper, *arches), (-half, -half, 0.028), (half, half, 0.092), root)
    slab('rubber', [(0.02, 0.085), (0.006, 0.085), (0.006, 0.10), (0.02, 0.10)], (0.33, FOOTPRINT), CORNER, root)
    lower = plinth((FOOTPRINT, FOOTPRINT), CORNER, 0.095, 0.155, 0.010)
    cast('shell', without(0.004, lower, *arches), (-half, -half, 0.095), (half, half, 0.156), root)
    for y in (-0.165, 0.165):
        wheel(node(root, (0, y, 0.028), (0, 90, 0)), (0, 0, 0), (0, 0, 0), 0.028, 0.022)
        box('anodised', (0.036, 0.044, 0.012), root, (0, y, 0.054))

    depth_camera(root, (0, -half - 0.0004, 0.122), (90, 0, 0), (0.100, 0.030))
    for x in (-0.115, 0.115):
        slab('white light', [(0.002, -0.002), (0, -0.002), (0, 0.0012, 0.0005), (0.002, 0.0012)], (0.030, 0.006), 0.0029, root,
             (x, -half, 0.122), (90, 0, 0))

    slab('dark', [(0.02, 0.15), (0, 0.15), (0, 0.21), (0.02, 0.21)], (0.20, 0.19), 0.03, root, (0, 0.045, 0))
    slab('gloss', [(0.03, 0.1545), (0.016, 0.1545, 0.001), (0.016, 0.1562, 0.001), (0.03, 0.1562)], (FOOTPRINT, FOOTPRINT),
         CORNER, root)
    for x in (-0.155, 0.155):
        for y in (-0.155, 0.155):
            lathe('graphite', [(0.024, 0.155), (0.024, 0.159, 0.001), (0.016, 0.165, 0.006), (0.016, 0.195, 0.006),
                               (0.024, 0.203)], root, (x, y, 0), segments=64)
    lidar(root, (0, -0.150, LIDAR - 0.024), 0.046, 0.052)

    low, high = DECK
    slab('dark', [(0.03, low), (0.003, low, 0.0015), (0.002, low + 0.004, 0.0005), (0.03, low + 0.004)], (FOOTPRINT, FOOTPRINT),
         CORNER, root)
    slab('light', [(0.03, low + 0.003), (0.0028, low + 0.003), (0.0028, low + 0.007), (0.03, low + 0.007)],
         (FOOTPRINT, FOOTPRINT), CORNER, root)
    slab('shell', [(0.03, low + 0.006), (0.0012, low + 0.006, 0.001), (0, low + 0.012, 0.02), (0, high, 0.013),
                   (0.03, high + 0.0015), (0.032, high + 0.0005), (0.034, high + 0.0015), (0.06, high + 0.002)],
         (FOOTPRINT, FOOTPRINT), CORNER, root)
    for x in (-0.165, 0.165):
        for y in (-0.165, 0.165):
            screw(root, (x, y, high + 0.0014), radius=0.0045)
    text('ink', 'ORRERY', 0.030, root, (-half - 0.0002, 0, 0.224), (90, 0, -90))
    text('ink', 'ORRERY', 0.030, root, (half + 0.0002, 0, 0.224), (90, 0, 90))


def _wheel(root, side):
    mount = node(root, (side * (FOOTPRINT / 2 - 0.026), 0, WHEEL), (0, side * 90, 0))
    lathe('rubber', [(0, -0.030), (WHEEL + 0.0085, -0.030), (WHEEL + 0.0085, 0.020)], mount)
    return wheel(mount, (0, 0, 0), (0, 0, 0), WHEEL, 0.042, hub='satin')


def _column(root):
    """An extruded profile with a guide in its front, a groove in each side, and a scale of its height."""
    bottom = DECK[1] + 0.001
    x, y = COLUMN[0] / 2, COLUMN[1] / 2
    quarter = len(rectangle((1, 1), 0.1)) // 4
    corners = rectangle((COLUMN[1], COLUMN[0]), 0.014)
    left = [(y - 0.022, x), (y - 0.022, x - 0.005), (y - 0.028, x - 0.005), (y - 0.028, x)]
    slot = [(-y, 0.022), (-y + 0.028, 0.022), (-y + 0.028, -0.022), (-y, -0.022)]
    right = [(along, -across) for along, across in reversed(left)]
    outline = [*corners[:quarter], *left, *corners[quarter:2 * quarter], *slot, *corners[2 * quarter:3 * quarter], *right,
               *corners[3 * quarter:]]
    length = COLUMN_TOP - bottom
    middle = (bottom + COLUMN_TOP) / 2
    frame = node(root, (0, COLUMN_AT, 0))
    extrude('shell', outline, length, frame, (0, 0, middle), (0, -90, 0), bevel=0.0006)
    box('dark', (0.043, 0.002, length), frame, (0, -y + 0.027, middle), radius=0.0005)
    for side in (-1, 1):
        box('dark', (0.001, 0.0055, length), frame, (side * (x - 0.0046), y - 0.025, middle), radius=0.0003)
    rail = node(frame, (0, -y + 0.026, 0), (90, 0, 0))
    extrude('satin', [(-0.0095, 0), (-0.0095, 0.005), (-0.007, 0.008), (-0.0095, 0.011), (-0.0095, 0.016), (0.0095, 0.016),
                      (0.0095, 0.011), (0.007, 0.008), (0.0095, 0.005), (0.0095, 0)],
            length - 0.01, rail, (0, middle, 0), (0, 0, 90), bevel=0.0005)
    for step in range(17):
        lathe('rubber', [(0.0042, 0.01605), (0, 0.01605)], rail, (0, 0.285 + step * 0.06, 0), segments=24)
    for side in (-1, 1):
        box('graphite', (0.006, 0.004, length - 0.01), frame, (side * 0.0158, -y + 0.012, middle), radius=0.0005)
    slab('graphite', [(0.02, bottom - 0.002), (0, bottom - 0.002), (0, 0.262, 0.006), (0.02, 0.262)], (0.148, 0.130), 0.022, root,
         (0, 0, 0))
    for side in (-1, 1):
        for along in (-0.052, 0.052):
            screw(root, (side * 0.063, along, 0.260), radius=0.004)
    _scale(frame, x)


def _scale(frame, x):
    """Marks of the arm's height in both sides, every 10 mm, numbered every 100 mm."""
    for side, turn in ((-1, -90), (1, 90)):
        for height in range(280, 1251, 10):
            wide = 0.014 if height % 100 == 0 else 0.009 if height % 50 == 0 else 0.005
            box('ink', (0.0004, wide, 0.0009), frame, (side * x, -0.036 + wide / 2, height / 1000), radius=0)
            if height % 100 == 0:
                text('ink', str(height), 0.011, frame, (side * (x + 0.0002), -0.008, height / 1000), (90, 0, turn),
                     font='Inter-Medium.otf')


def _tray(root):
    """400 x 300 mm, open towards the column; it leaves the column's front to the carriage."""
    x, y, z = TRAY_AT
    outer = plinth(TRAY, 0.04, z, z + 0.030, 0.008, (x, y))
    column = block((0, COLUMN_AT, z), (COLUMN[0] / 2 + 0.001, COLUMN[1] / 2 + 0.001, 1), 0.014)
    rim = block((0, COLUMN_AT, z), (COLUMN[0] / 2 + 0.010, COLUMN[1] / 2 + 0.010, 1), 0.02)
    deep = plinth((TRAY[0] - 0.018, TRAY[1] - 0.018), 0.031, z + 0.006, z + 0.1, 0.006, (x, y))
    tray = without(0.003, outer, without(0.002, deep, rim), column)
    cast('shell', tray, (-TRAY[0] / 2, y - TRAY[1] / 2, z), (TRAY[0] / 2, y + TRAY[1] / 2, z + 0.03), root, cell=0.002)
    across, along = TRAY[0] - 0.028, TRAY[1] - 0.028
    corners = rectangle((across, along), 0.026)
    notch = [(-0.062, -along / 2), (-0.062, -along / 2 + 0.058), (0.062, -along / 2 + 0.058), (0.062, -along / 2)]
    quarter = len(corners) // 4
    panel('rubber', [*corners[:3 * quarter], *notch, *corners[3 * quarter:]], 0.0022, (), root, (x, y, z + 0.0050))
    extrude('graphite', [(0.034, z), (0.20, z), (0.20, z - 0.008), (0.060, z - 0.055), (0.034, z - 0.062)], 0.084, root,
            bevel=0.003)
    for side in (-1, 1):
        for height in (z - 0.020, z - 0.044):
            screw(root, (side * 0.0423, 0.050, height), (0, side * 90, 0), 0.0036)
    box('graphite', (COLUMN[0] + 0.012, 0.062, 0.016), root, (0, 0.012, z - 0.009), radius=0.003)
    text('ink', 'max. 10 kg', 0.012, root, (0, y + TRAY[1] / 2 + 0.0002, z + 0.015), (90, 0, 180), font='Inter-Medium.otf')


def _head(root):
    """On the column: signal light, status window, stop button."""
    frame = node(root, (0, COLUMN_AT, COLUMN_TOP))
    size, corner = (COLUMN[0] + 0.014, COLUMN[1] + 0.014), 0.022
    slab('light', [(0.02, 0.0005), (0.006, 0.0005), (0.006, 0.0065), (0.02, 0.0065)], size, corner, frame)
    top = HEIGHT - COLUMN_TOP - 0.0245
    slab('graphite', [(0.02, 0.005), (0.002, 0.005, 0.001), (0, 0.009, 0.003), (0, top, 0.010), (0.02, top + 0.0005)], size,
         corner, frame)
    emergency_stop(frame, (0, 0.012, top + 0.0005))
    window = node(frame, (0, -size[1] / 2 - 0.0002, 0.029), (90, 0, 0))
    slab('gloss', [(0.005, -0.002), (0, -0.002), (0, 0.001, 0.0006), (0.005, 0.001)], (0.082, 0.028), 0.008, window)
    text('screen', 'READY', 0.0090, window, (-0.013, 0, 0.0012))
    text('screen', '82 %', 0.0090, window, (0.021, 0, 0.0012), font='Inter-Medium.otf')


def _carriage(frame):
    """Rides on the column's front; its origin is on the column's face at the arm's height."""
    low, high = -0.052, 0.115
    body = block((0, -CARRIAGE / 2 + 0.0225, (low + high) / 2), (0.075, CARRIAGE / 2 + 0.0225, (high - low) / 2), 0.018)
    column = block((0, 0.1, 0), (COLUMN[0] / 2 + 0.0012, 0.1012, 1), 0.010)
    cast('shell', without(0.003, body, column), (-0.075, -CARRIAGE, low), (0.075, 0.045, high), frame, cell=0.002)
    for z in (low, high):
        box('rubber', (COLUMN[0] + 0.014, 0.030, 0.006), frame, (0, -0.0165, z), radius=0.002)
    for side in (-1, 1):
        cap(frame, 0.037, (side * 0.0745, -0.008, 0.058), (0, side * 90, 0))
        box('rubber', (0.0006, 0.090, 0.0011), frame, (side * 0.075, -0.005, 0.0145), radius=0.0002)
        for y in (-0.036, 0.030):
            screw(frame, (side * 0.0748, y, -0.030), (0, side * 90, 0), 0.0036)
    box('rubber', (0.134, 0.0006, 0.0011), frame, (0, -CARRIAGE, 0.074), radius=0.0002)
    text('ink', 'MA-2', 0.019, frame, (0, -CARRIAGE - 0.0002, 0.090), (90, 0, 0))
    return frame


def _section(frame, size, corner, start, end, material='shell'):
    """A telescopic tube with a wiper round its end."""
    slab(material, [(corner * 0.4, start), (0, start, 0.001), (0, end - 0.012, 0.001), (corner * 0.4, end - 0.012)], size, corner,
         frame)
    slab('rubber', [(0.006, end - 0.0125), (0.0012, end - 0.0125), (0.0012, end - 0.0108), (0.006, end - 0.0108)], size, corner,
         frame)
    slab('graphite', [(corner * 0.4, end - 0.011), (-0.0015, end - 0.011, 0.001), (-0.0015, end, 0.003), (corner * 0.4, end)],
         size, corner, frame)


def _arm(made):
    """In the frames of the arm z points ahead, x is the machine's and y up."""
    base = node(made.carriage, (0, -CARRIAGE, 0), (90, 0, 0))
    slab('graphite', [(0.02, -0.002), (-0.005, -0.002), (-0.005, 0.008, 0.003), (0.02, 0.009)], (0.080, 0.084), 0.018, base)
    _section(base, (0.080, 0.084), 0.018, 0.006, 0.240)
    for side in (-1, 1):
        text('ink', '2 kg  /  600 mm', 0.014, base, (side * 0.0402, 0, 0.118), (0, side * 90, 0), font='Inter-Medium.otf')
    second = node(base, (0, 0, 0))
    _section(second, (0.064, 0.068), 0.015, 0.02, 0.257)
    third = node(base, (0, 0, 0))
    _section(third, (0.050, 0.054), 0.012, 0.04, 0.273, 'satin')
    made.sections = [second, third]
    _wrist(made, node(third, (0, 0, 0.273)))


def _wrist(made, end):
    """Roll, pitch, roll: a fork, a hub between its cheeks, the gripper's seat with a depth camera above it."""
    ring('rubber', end, 0.0235, -0.001, 0.006)
    light_ring(end, 0.0245, 0.0016)
    roll = node(end)
    middle = 0.062
    fork = union(0.018, cylinder((0, 0, 0.022), 'z', 0.032, 0.0175, 0.006), cylinder((0, 0, middle), 'x', 0.0365, 0.046, 0.004))
    fork = without(0.004, fork, block((0, 0, 0.083), (0.0262, 0.08, 0.058), 0.006))
    cast('shell', fork, (-0.047, -0.037, 0.004), (0.047, 0.037, 0.10), roll, cell=0.0014)
    for side in (-1, 1):
        cap(roll, 0.0345, (side * 0.0457, 0, middle), (0, side * 90, 0))
    pitch = node(roll, (0, 0, middle))
    hub = union(0.012, cylinder((0, 0, 0), 'x', 0.0325, 0.0248, 0.003), cylinder((0, 0, 0.034), 'z', 0.0245, 0.020, 0.003))
    cast('graphite', hub, (-0.025, -0.033, -0.033), (0.025, 0.033, 0.055), pitch, cell=0.0014)
    ring('rubber', pitch, 0.0232, 0.053, 0.060)
    turn = node(pitch, (0, 0, 0.059))
    made.wrist = [roll, pitch, turn]
    lathe('shell', [(0.015, 0), (0.0335, 0, 0.003), (0.0335, 0.030, 0.003), (0.030, 0.033, 0.001), (0.030, 0.036), (0.01, 0.036)],
          turn)
    light_ring(turn, 0.0308, 0.0333)
    bridge = union(0.006, block((0, 0.032, 0.016), (0.016, 0.020, 0.010), 0.004),
                   block((0, 0.050, 0.018), (0.040, 0.012, 0.016), 0.006))
    cast('graphite', bridge, (-0.041, 0.01, 0.0), (0.041, 0.063, 0.035), turn, cell=0.0014)
    depth_camera(turn, (0, 0.050, 0.0342), size=(0.066, 0.019))
    tube('rubber', [(0.030, 0.050, 0.003), (0.034, 0.052, -0.016), (0.031, 0.044, -0.034), (0.0255, 0.028, -0.046)], 0.0022, turn)
    flange_at = node(turn, (0, 0, 0.036))
    flange(flange_at)
    _gripper(made, node(flange_at, (0, 0, 0.010)))


def _gripper(made, frame):
    """Two soft fingers that move along x."""
    lathe('anodised', [(0.012, 0), (0.0315, 0, 0.001), (0.0315, 0.008, 0.001), (0.02, 0.010)], frame)
    body = union(0.012, block((0, 0, 0.026), (0.068, 0.0245, 0.018), 0.010), cylinder((0, 0, 0.010), 'z', 0.030, 0.008, 0.002))
    cast('graphite', without(0.002, body, block((0, 0, 0.049), (0.1, 0.009, 0.009), 0.002)), (-0.069, -0.031, 0.002),
         (0.069, 0.031, 0.045), frame, cell=0.0014)
    box('steel', (0.128, 0.012, 0.004), frame, (0, 0, 0.0415), radius=0.001)
    for side in (-1, 1):
        face = node(frame, turn=(0, 0, 0 if side < 0 else 180))
        text('pale ink', 'ORRERY SOFT', 0.0075, face, (0, -0.0247, 0.027), (90, 180, 0))
        for x in (-0.052, 0.052):
            screw(face, (x, -0.0243, 0.027), (90, 0, 0), 0.0026)
        finger = node(frame)
        finger['side'] = side
        _finger(finger, side)
        made.fingers.append(finger)
    made.tool = node(frame, (0, 0, 0.118))


def _finger(finger, side, length=0.112, root=0.030, tip=0.0075, thick=0.026):
    """A finger with ribs between two skins; the inner one, at x = 0, is what touches."""
    box('anodised', (0.036, 0.030, 0.012), finger, (side * 0.016, 0, 0.0500), radius=0.002)
    for x in (0.008, 0.024):
        for y, turn in ((-0.0149, 90), (0.0149, -90)):
            screw(finger, (side * x, y, 0.0500), (turn, 0, 0), 0.0022)

    def inner(v):
        return -0.003 * (v / length) ** 2

    def outer(v):
        return inner(v) + root + (tip - root) * v / length

    heights = [length * k / 16 for k in range(17)]
    outline = [*[(inner(v), v) for v in heights], *[(outer(v), v) for v in reversed(heights)]]
    windows = []
    count, wall, rib, lean = 8, 0.0022, 0.0016, 0.0085
    for k in range(count):
        low, high = 0.006 + k * (length - 0.024) / count, 0.006 + (k + 1) * (length - 0.024) / count - rib
        windows.append([(inner(low + lean) + wall, low + lean * 0.9), (outer(low) - wall, low), (outer(high) - wall, high),
                        (inner(high + lean) + wall, high + lean * 0.9)])
    place = node(finger, (0, 0, 0.055), (90, 0, 0))
    panel('silicone', [(side * u, v) for u, v in outline], thick, [[(side * u, v) for u, v in window] for window in windows],
          place, (0, 0, -thick / 2), bevel=0.0005)
    for k in range(22):
        v = 0.010 + k * 0.0044
        box('silicone', (0.0016, 0.0016, thick * 0.96), place, (side * (inner(v) - 0.0001), v, 0), radius=0.0007)
