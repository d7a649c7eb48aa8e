"""The educational kit: a five-axis desktop arm of 320 mm reach with its motors and belts in sight, its control board, a tray of
parts."""
import math
import random
from dataclasses import dataclass, field

import numpy as np

from machines.board import MOTORS, TOP, board
from machines.drives import belt, pulley, stepper
from parts import light_ring, pan_screw, screw
from shapes import band, block, box, capsule, cast, common, cylinder, lathe, node, text, tube, union, without

SHOULDER, UPPER, FORE, HAND = 0.146, 0.130, 0.120, 0.070  # the shoulder's height; the rest makes the reach of 320 mm
PLATE = 0.0325  # from the middle to the plates of the upper arm
OUTSIDE = 0.0415  # the plane of the belts on these plates
INSIDE = 0.0262  # the plane of the forearm's belt
TRAY = (0.150, 0.110, 0.022)


@dataclass
class Kit:
    """A built arm: its root, the frames of its five joints, its tool's frame, and its two fingers."""
    root: object
    joints: list = field(default_factory=list)
    tool: object = None
    fingers: list = field(default_factory=list)

    AXES = (2, 1, 1, 1, 2)

    def pose(self, *angles):
        """Turns the five joints, in degrees."""
        for joint, axis, angle in zip(self.joints, self.AXES, angles):
            joint.rotation_euler[axis] = math.radians(angle)


def kit_arm(parent=None, at=(0, 0, 0), opening=0.026):
    """Stands on z = 0, axis 1 at its place, and reaches to +x when the shoulder leans forwards; belts towards -y. Upright with
    all joints at 0. `opening` is the gripper's clear width in metres, up to 0.040. Returns a Kit."""
    made = Kit(node(parent, at))
    _base(made.root)
    turntable = _joint(made, made.root)
    _tower(turntable)
    upper = _joint(made, turntable, (0, 0, SHOULDER))
    _upper(upper)
    fore = _joint(made, upper, (0, 0, UPPER))
    _forearm(fore)
    wrist = _joint(made, fore, (0, 0, FORE))
    _wrist(wrist)
    roll = _joint(made, wrist, (0, 0, 0.049))
    lathe('shell', [(0.006, 0), (0.0165, 0, 0.001), (0.0165, 0.012, 0.002), (0.006, 0.014)], roll)
    lathe('aluminium', [(0.004, 0.0135), (0.0145, 0.0135, 0.0004), (0.0145, 0.0210, 0.0006), (0, 0.0210)], roll, segments=96)
    for angle in range(4):
        pan_screw(roll, (0.0105 * math.cos(angle * math.pi / 2), 0.0105 * math.sin(angle * math.pi / 2), 0.0210), radius=0.0013)
    made.tool = node(roll, (0, 0, HAND - 0.049))
    made.fingers = _gripper(made.tool, opening)
    return made


def _joint(made, parent, at=(0, 0, 0)):
    joint = node(parent, at)
    made.joints.append(joint)
    return joint


def _base(root):
    """Plate with a grid of holes, motor 1 with its belt, the fixed half of axis 1."""
    x, y = 0.220, 0.150
    plate = node(root, (-0.022, 0, 0))
    box('satin', (x, y, 0.008), plate, (0, 0, 0.010), radius=0.0025)
    for sx in (-1, 1):
        for sy in (-1, 1):
            lathe('rubber', [(0, 0), (0.009, 0, 0.001), (0.010, 0.0062), (0, 0.0062)], plate,
                  (sx * (x / 2 - 0.016), sy * (y / 2 - 0.016), 0), segments=48)
            screw(plate, (sx * (x / 2 - 0.016), sy * (y / 2 - 0.016), 0.0125), radius=0.0035)
    for column in range(11):
        for row in range(7):
            cx, cy = (column - 5) * 0.0178, (row - 3) * 0.0205
            clear = math.hypot(cx - 0.022, cy) > 0.063 and not (cx < -0.045 and abs(cy) < 0.03)
            if clear and abs(cx) < 0.086:
                lathe('rubber', [(0.0021, 0.01404), (0, 0.01404)], plate, (cx, cy, 0), segments=32)
                lathe('steel', [(0.0029, 0.01400), (0.0026, 0.01412), (0.0021, 0.01404)], plate, (cx, cy, 0), segments=32)
    text('ink', 'ORRERY  EK-5', 0.0085, plate, (0.052, -0.0605, 0.0141), thick=0.0001)
    lathe('shell', [(0.020, 0.014), (0.056, 0.014, 0.001), (0.056, 0.019, 0.002), (0.0515, 0.022, 0.004), (0.0500, 0.050, 0.003),
                    (0.020, 0.050)], root)
    for k in range(6):
        angle = math.radians(30 + k * 60)
        pan_screw(root, (0.0532 * math.cos(angle), 0.0532 * math.sin(angle), 0.0195), radius=0.0018)
    lathe('rubber', [(0.020, 0.049), (0.0460, 0.049), (0.0460, 0.0545), (0.020, 0.0545)], root)
    light_ring(root, 0.0478, 0.0514)
    motor = node(root, (-0.092, 0, 0.0545))
    stepper(motor, shaft=0.018)
    pulley(motor, 0.0076, 0.0085, (0, 0, 0.0065))
    belt(root, (0, 0, 0.0460), (-0.092, 0, 0.0076), at=(0, 0, 0.0610))
    box('dark', (0.0030, 0.030, 0.018), root, (-0.0755, 0.050, 0.023), radius=0.001)


def _tower(turntable):
    """Turns on axis 1: pulley, disc, and the tower that holds motor 2."""
    pulley(turntable, 0.0460, 0.0085, (0, 0, 0.0610), material='orange', holes=6)
    lathe('shell', [(0.010, 0.0675), (0.0495, 0.0675, 0.001), (0.0495, 0.0735, 0.0022), (0.010, 0.0750)], turntable)
    for k in range(8):
        angle = math.radians(22.5 + k * 45)
        pan_screw(turntable, (0.0440 * math.cos(angle), 0.0440 * math.sin(angle), 0.0736), radius=0.0018)
    z = SHOULDER
    foot = common(0.004, cylinder((0, 0, 0.078), 'z', 0.040, 0.008, 0.003), block((0, 0, 0.078), (0.05, 0.026, 0.02), 0.004))
    fin = common(0.004, union(0.02, cylinder((0, 0, z), 'y', 0.0270, 0.03, 0.001),
                              capsule((0, 0, z), (-0.004, 0, 0.085), 0.024, 0.034)),
                 block((0, 0, 0.12), (0.06, 0.0195, 0.06), 0.003))
    pockets = [cylinder((0, side * 0.024, 0.108), 'y', 0.0125, 0.008, 0.002) for side in (-1, 1)]
    cast('shell', without(0.0015, union(0.012, foot, fin), *pockets), (-0.046, -0.03, 0.070), (0.046, 0.03, 0.176), turntable,
         cell=0.0014)
    for side in (-1, 1):
        lathe('satin', [(0, 0), (0.0130, 0, 0.0004), (0.0130, 0.0105, 0.0004), (0, 0.0105)], turntable, (0, side * 0.0190, z),
              (-side * 90, 0, 0))
    x, up = -0.062, 0.118
    mount = common(0.0012, block((-0.050, -0.0225, up), (0.0345, 0.0020, 0.0225), 0.0012),
                   lambda p: -(np.hypot(p[0] - x, p[2] - up) - 0.0125))
    cast('satin', mount, (-0.087, -0.026, 0.093), (-0.012, -0.019, 0.143), turntable, cell=0.001)
    stepper(turntable, (x, -0.0205, up), (90, 0, 0), shaft=0.026)
    side = node(turntable, turn=(90, 0, 0))
    pulley(side, 0.0076, 0.0085, (x, up, OUTSIDE))
    belt(side, (0, z, 0.0300), (x, up, 0.0076), at=(0, 0, OUTSIDE))


def _upper(frame):
    """Two plates, struts between them, the pulley of axis 2, motor 3 with its belt to the elbow."""
    bar = _along_y(capsule((0, 0, 0), (0, 0, UPPER), 0.0270, 0.0235))
    cuts = [cylinder((0, 0, z), 'y', r, 0.1, 0.001) for z, r in ((0.0575, 0.0122), (0.0905, 0.0085), (0.1085, 0.0055))]
    for side in (-1, 1):
        y = side * PLATE
        plate = common(0.0016, bar, block((0, y, UPPER / 2), (0.05, 0.0026, 0.12), 0.0008))
        if side < 0:
            plate = without(0.0010, plate, cuts[0])
        else:
            plate = without(0.0010, plate, *cuts)
        cast('shell', plate, (-0.029, y - 0.004, -0.029), (0.029, y + 0.004, UPPER + 0.026), frame, cell=0.0011)
    for x, z in ((-0.0185, 0.084), (0.0185, 0.084), (-0.0205, 0.026), (0.0205, 0.026)):
        lathe('satin', [(0.0032, -PLATE), (0.0032, PLATE)], frame, (x, 0, z), (90, 0, 0), segments=6)
        for side in (-1, 1):
            pan_screw(frame, (x, side * (PLATE + 0.0026), z), (-side * 90, 0, 0), radius=0.0024)
    stepper(frame, (0, -(PLATE - 0.0026), 0.0575), (90, 0, 0), length=0.036, shaft=0.020)
    front = node(frame, turn=(90, 0, 0))
    pulley(front, 0.0300, 0.0085, (0, 0, OUTSIDE), material='orange', holes=6)
    pulley(front, 0.0076, 0.0085, (0, 0.0575, OUTSIDE))
    belt(front, (0, 0.0575, 0.0076), (0, UPPER, 0.0210), at=(0, 0, OUTSIDE))
    text('ink', 'EK-5', 0.0088, front, (0, 0.0925, PLATE + 0.0027), (0, 0, 90), thick=0.0001)
    _encoder(frame, PLATE + 0.0026, 0.0200)


def _along_y(solid):
    """What the solid shows at y = 0, drawn along y: for plates."""
    return lambda p: solid([p[0], 0 * p[1], p[2]])


def _encoder(frame, y, radius):
    """The absolute encoder on a joint's far side."""
    lathe('rubber', [(0.004, -0.001), (radius, -0.001), (radius, 0.0016)], frame, (0, y, 0), (-90, 0, 0))
    lathe('light', [(0.004, 0.0014), (radius - 0.0012, 0.0014, 0.0003), (radius - 0.0012, 0.0026, 0.0003), (0.004, 0.0026)],
          frame, (0, y, 0), (-90, 0, 0))
    lathe('graphite', [(0.004, 0.0025), (radius, 0.0027, 0.0004), (radius, 0.0075, 0.002), (0, 0.0085)], frame, (0, y, 0),
          (-90, 0, 0))


def _forearm(frame):
    """A moulded beam with windows; motor 4 behind the elbow is its counterweight and drives the wrist."""
    half, back, fork = 0.0190, -0.050, 0.0122
    bar = _along_y(union(0.016, capsule((0, 0, 0), (0, 0, FORE), 0.0200, 0.0152),
                         capsule((0, 0, 0), (0, 0, back), 0.0185, 0.0185)))
    beam = common(0.0035, bar, block((0, 0, 0.03), (0.05, half, 0.13), 0.001))
    windows = [cylinder((0, 0, z), 'y', r, 0.1, 0.002) for z, r in ((0.036, 0.0105), (0.061, 0.0090), (0.083, 0.0075))]
    bed = block((0, 0.012, back - 0.006), (0.03, 0.0262, 0.0215), 0.003)
    slot = block((0, 0, FORE + 0.004), (0.05, fork, 0.0235), 0.004)
    cast('shell', without(0.0014, beam, *windows, bed, slot), (-0.026, -half - 0.001, -0.072),
         (0.026, half + 0.001, FORE + 0.018), frame, cell=0.0011)
    size = 0.0352
    stepper(frame, (0, -0.0142, back), (90, 0, 0), size, 0.030, 0.018)
    for side in (-1, 1):
        lathe('satin', [(0, 0), (0.0105, 0, 0.0004), (0.0105, 0.0112, 0.0004), (0, 0.0112)], frame, (0, side * half, 0),
              (-side * 90, 0, 0))
    lathe('steel', [(0, 0), (0.0045, 0), (0.0045, 0.016, 0.0006), (0, 0.016)], frame, (0, -half - 0.010, 0), (90, 0, 0),
          segments=48)
    front = node(frame, turn=(90, 0, 0))
    pulley(front, 0.0210, 0.0085, (0, 0, OUTSIDE), material='orange', holes=5)
    pulley(front, 0.0062, 0.0080, (0, back, INSIDE - 0.002))
    belt(front, (0, back, 0.0062), (0, FORE, 0.0125), 0.005, at=(0, 0, INSIDE - 0.002))
    _encoder(frame, PLATE + 0.0026 + 0.0005, 0.0170)


def _wrist(frame):
    """Axis 4 between the forearm's ears, motor 5 along the hand."""
    half = 0.0112
    knuckle = union(0.008, cylinder((0, 0, 0), 'y', 0.0140, half, 0.002), block((0, 0, 0.0150), (0.0140, half, 0.0060), 0.002),
                    block((0, 0, 0.0190), (0.0152, 0.0152, 0.0022), 0.001))
    cast('shell', knuckle, (-0.017, -0.017, -0.016), (0.017, 0.017, 0.023), frame, cell=0.001)
    stepper(frame, (0, 0, 0.0470), size=0.0282, length=0.0262, shaft=0.010, turn=(0, 0, 180))
    lathe('steel', [(0.0035, -0.0235), (0.0035, 0.0235, 0.0005), (0, 0.0235)], frame, turn=(90, 0, 0), segments=48)
    front = node(frame, turn=(90, 0, 0))
    pulley(front, 0.0125, 0.0075, (0, 0, INSIDE - 0.002), material='orange', holes=4)
    lathe('graphite', [(0, 0.0190), (0.0120, 0.0190), (0.0120, 0.0250, 0.0015), (0, 0.0258)], frame, turn=(-90, 0, 0))
    light_ring(frame, 0.0128, 0.0475)


def _gripper(tool, opening):
    """Two fingers on a rail, moved by racks and a pinion that are in sight."""
    body = union(0.008, block((0, 0, 0.0150), (0.0265, 0.0130, 0.0100), 0.003),
                 cylinder((0, 0, 0.005), 'z', 0.0150, 0.005, 0.001))
    cast('shell', body, (-0.028, -0.016, -0.001), (0.028, 0.016, 0.026), tool, cell=0.001)
    box('anodised', (0.0560, 0.0020, 0.0170), tool, (0, -0.0139, 0.0150), radius=0.0006)
    for x in (-0.0235, 0.0235):
        for z in (0.0095, 0.0205):
            pan_screw(tool, (x, -0.0149, z), (90, 0, 0), radius=0.0014)
    box('light', (0.0160, 0.0008, 0.0014), tool, (0, -0.0150, 0.0195), radius=0.0003)
    text('pale ink', 'ORRERY', 0.0042, tool, (0, -0.01495, 0.0125), (90, 180, 0), thick=0.00005)
    box('steel', (0.0640, 0.0070, 0.0040), tool, (0, 0.004, 0.0270), radius=0.0005)
    angles = np.linspace(0, 2 * math.pi, 72, endpoint=False)
    tip = np.where(np.arange(72) % 4 < 2, 0.0062, 0.0050)
    band('brass', np.stack([tip * np.cos(angles), tip * np.sin(angles)], 1),
         0.0015 * np.stack([np.cos(angles), np.sin(angles)], 1), 0.0035,
         tool, (0, -0.0045, 0.0295), (90, 0, 0))
    fingers = []
    for side in (-1, 1):
        finger = node(tool, (side * (opening / 2), 0, 0))
        box('graphite', (0.0150, 0.0150, 0.0085), finger, (side * 0.0075, 0.003, 0.0305), radius=0.0012)
        for x in (0.004, 0.011):
            pan_screw(finger, (side * x, -0.0045, 0.0305), (90, 0, 0), radius=0.0014)
        reach = common(0.002, union(0.003, capsule((side * 0.0075, 0, 0.034), (side * 0.0055, 0, 0.066), 0.0058, 0.0035)),
                       block((side * 0.0070, 0.002, 0.05), (0.0055, 0.0070, 0.03), 0.001))
        cast('orange', reach, (side * 0.007 - 0.008, -0.007, 0.026), (side * 0.007 + 0.008, 0.011, 0.072), finger, cell=0.0009)
        box('rubber', (0.0020, 0.0125, 0.0180), finger, (side * 0.0010, 0.002, 0.0590), radius=0.0006)
        for groove in range(5):
            box('dark', (0.0006, 0.0126, 0.0010), finger, (side * 0.0001, 0.002, 0.0525 + groove * 0.0032), radius=0.0002)
        box('brass', (0.030, 0.0030, 0.0022), finger, (side * 0.0005, -0.0045, 0.0295 + side * 0.0072), radius=0.0003)
        fingers.append(finger)
    return fingers


def harness(made, control, turn):
    """Lays the motors' cables from the arm's base to the sockets of the control board, whose place and turn are given."""
    a, base = math.radians(turn), made.root.location
    for number, x in enumerate(MOTORS):
        sx, sy = control[0] + x * math.cos(a) - 0.039 * math.sin(a), control[1] + x * math.sin(a) + 0.039 * math.cos(a)
        spread = (number - 2) * 0.0034
        box('paper', (0.0104, 0.0044, 0.0070), made.root.parent, (sx, sy, TOP + 0.0062), (0, 0, turn), radius=0.0004)
        way = [(sx, sy, TOP + 0.008), (sx - 0.002, sy + 0.003, TOP + 0.022), (sx - 0.014, sy + 0.020, 0.020),
               (sx - 0.024, sy + 0.028, 0.007), (control[0] - 0.066, control[1] + 0.076 + spread, 0.0060),
               (base.x + 0.112, base.y + 0.060 + spread, 0.0060), (base.x + 0.098, base.y + 0.059 + spread, 0.008),
               (base.x + 0.084, base.y + 0.057 + spread, 0.0175), (base.x + 0.040, base.y + 0.053 + spread * 0.6, 0.0165),
               (base.x + 0.026, base.y + 0.040 + spread * 0.3, 0.030)]
        tube('rubber', way, 0.0013, made.root.parent)


def tray(parent=None, at=(0, 0, 0), turn=0.0):
    """A moulded tray with what students assemble: bearings, pulleys, belts, screws, a motor."""
    frame = node(parent, at, (0, 0, turn))
    x, y, z = TRAY
    cells = [(-0.0495, 0.027, 0.045, 0.046), (0.0005, 0.027, 0.047, 0.046), (0.0495, 0.027, 0.043, 0.046),
             (-0.0370, -0.0255, 0.070, 0.049),
             (0.0365, -0.0255, 0.069, 0.049)]
    hollows = [block((cx, cy, z), (w / 2, d / 2, z - 0.0030), 0.003) for cx, cy, w, d in cells]
    cast('shell', without(0.0018, block((0, 0, z / 2), (x / 2, y / 2, z / 2), 0.003), *hollows), (-x / 2, -y / 2, 0),
         (x / 2, y / 2, z), frame, cell=0.0012)
    floor = 0.0031
    chance = random.Random(11)
    for dx, dy in ((-0.012, 0.011), (0.012, 0.011), (-0.012, -0.012), (0.011, -0.011)):
        _bearing(frame, (cells[0][0] + dx * 0.9, cells[0][1] + dy, floor))
    for dx, dy, r, finish, holes in ((-0.0085, 0.005, 0.0125, 'orange', 4), (0.0130, 0.012, 0.0076, 'aluminium', 0),
                                     (0.012, -0.010, 0.0076, 'aluminium', 0)):
        pulley(frame, r, 0.0085, (cells[1][0] + dx, cells[1][1] + dy, floor + 0.0048), (0, 0, chance.uniform(0, 60)), finish,
               holes)
    belt(frame, (cells[2][0] - 0.005, cells[2][1] - 0.008, 0.0110), (cells[2][0] + 0.005, cells[2][1] + 0.009, 0.0115), 0.006,
         (0, 0, floor + 0.003))
    belt(frame, (cells[2][0] - 0.002, cells[2][1] - 0.003, 0.0052), (cells[2][0] + 0.003, cells[2][1] + 0.005, 0.0055), 0.006,
         (0, 0, floor + 0.003))
    stepper(frame, (cells[3][0] - 0.016, cells[3][1], floor + 0.0302), (0, 0, 90), 0.0352, 0.030, 0.014)
    for k in range(3):
        _bearing(frame, (cells[3][0] + 0.020, cells[3][1] - 0.014 + k * 0.0150, floor), 0.0065, 0.005)
    for row in range(4):
        for column in range(6):
            place = (cells[4][0] - 0.0270 + column * 0.0108 + chance.uniform(-0.001, 0.001),
                     cells[4][1] - 0.0165 + row * 0.0110 + chance.uniform(-0.0008, 0.0008),
                     floor + 0.0021)
            bolt = node(frame, place, (90, 0, chance.uniform(-35, 35) + (180 if chance.random() < 0.4 else 0)))
            lathe('steel' if row < 2 else 'brass', [(0, 0.0028), (0.0020, 0.0028, 0.0003), (0.0020, 0, 0.0002), (0.0012, 0),
                                                    (0.0012, -0.0060), (0, -0.0062)],
                  bolt, segments=24)
            lathe('rubber', [(0.0011, 0.00285), (0, 0.00285)], bolt, segments=6)
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        lathe('rubber', [(0, 0), (0.005, 0), (0.005, 0.0015)], frame, (sx * 0.06, sy * 0.042, 0), segments=32)
    text('ink', 'EK-5  PARTS', 0.0052, frame, (-0.046, -0.0525, z + 0.00005), thick=0.00003)
    return frame


def _bearing(parent, at, radius=0.0095, height=0.006):
    r, h = radius, height
    frame = node(parent, at)
    lathe('steel', [(r * 0.82, 0), (r, 0, 0.0004), (r, h, 0.0004), (r * 0.82, h, 0.0002), (r * 0.82, h * 0.9)], frame,
          segments=64)
    lathe('dark', [(r * 0.83, h * 0.93), (r * 0.55, h * 0.93)], frame, segments=64)
    lathe('steel', [(r * 0.56, h * 0.9), (r * 0.56, h, 0.0002), (r * 0.36, h, 0.0004), (r * 0.36, 0)], frame, segments=64)


def kit(angles=(14, 27, 82, 71, 0), parts=True):
    """The whole kit, posed: arm on the left, board in front on the right, and the tray of parts behind it. Returns the Kit."""
    root = node()
    made = kit_arm(root, (-0.085, 0.030, 0))
    made.pose(*angles)
    box('wood', (0.0252, 0.026, 0.026), made.tool, (0, 0.002, 0.060), radius=0.0015)
    control, turn = (0.090, -0.092), -12
    board(root, (*control, 0), turn)
    if parts:
        tray(root, (0.142, 0.048, 0), -12)
    harness(made, control, turn)
    return made
