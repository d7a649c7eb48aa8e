"""Places where the machines work, and the pictures that the site shows first."""
import math

from machines.arm import COLLABORATIVE, FIXED, arm
from machines.mobile_assistant import mobile_assistant
from machines.rail import rail
from machines.slam import slam
from machines.vision import calibration_plate, controller, stand
from places import again, floor, girder, pendant_lamp, street, tube_light, wall, window
from props import bench, bottle, carton, conveyor, pendant, shelf
from shapes import box, lathe, node, sheet, text, tube
from shots import place, shot
from shots.gripper import gear
from studio import camera, card, softbox, spot, studio, world


@shot('hero-robot', size=(1600, 1000))
def hero_robot():
    """The fixed arm, for the first screen; its dimensions are drawn over it there."""
    made = arm(FIXED, opening=0.08)
    made.pose(-26, -30, 104, 16, 90, 118)
    made.root.location.x = -0.06
    studio((0, 0, 0.45))
    camera((0.47, -3.75, 0.63), (-0.075, -0.05, 0.395), lens=84, focus=(0, -0.2, 0.5))


@shot('robot-banner', size=(1200, 630))
def banner():
    """For previews of shared links: the arm beside the name."""
    made = arm(FIXED, cable=False)
    made.pose(-26, -30, 104, 16, 90, 118)
    made.root.location.x = 0.42
    studio((0.2, 0, 0.45))
    view = camera((0.47, -4.3, 0.66), (0.03, -0.05, 0.43), lens=85, focus=(0.4, -0.2, 0.5))
    text('lettering', 'Orrery', 0.20, view, (-0.42, 0.03, -4.0), font='Inter-SemiBold.otf')
    text('lettering', 'Robotics', 0.20, view, (-0.345, -0.16, -4.0), font='Inter-Light.otf')


@place('aisle')
def aisle():
    """The mobile assistant fills a shelf in a shop after closing time: warm light on the goods, the evening in the shop window."""
    world(0.03)
    floor('boards')
    box('dark', (9, 12, 0.05), None, (0, 4, 3.3), radius=0)
    for bay in range(5):
        for side in (-1, 1):
            x, y = side * 1.42, bay * 1.22 - 1.5
            gaps = ((2, 4), (2, 5)) if (side, bay) == (-1, 2) else ()
            shelf(node(None, (x, y, 0), (0, 0, -90 * side)), 1.2, seed=10 + bay + 50 * side, gaps=gaps)
            box('oak', (0.42, 1.22, 0.10), None, (x, y, 1.95), radius=0.004)
            box('lamp light', (0.012, 1.10, 0.012), None, (x - side * 0.19, y, 1.885), radius=0.004)
            softbox((x - side * 0.24, y, 1.88), (x - side * 0.05, y, 0.4), (1.1, 0.08), 13, (1, 0.70, 0.40), 0.2)
    for y in (-0.6, 1.2, 3.0, 4.8):
        pendant_lamp((0, y, 2.42), 22 if y > 0 else 10, drop=0.9, radius=0.15)
    window(node(None, (0, 6.2, 0.25)), (5.2, 2.7), (3, 1), bar=0.05, sky=None, power=300, colour=(0.30, 0.50, 1))
    street(13, 20, low=-0.2, high=1.9)
    wall('plaster', (6, 0.25), (0, 6.15, 0))
    robot = mobile_assistant(node(None, (0.10, 0.95, 0), (0, 0, -90)))
    robot.pose(lift=1.06, reach=0.52, opening=0.0625)
    bottle(node(robot.tool, (0, -0.085, 0), (-90, 0, 0)), colour='orange', radius=0.031)
    tray = node(robot.root, (0, 0.13, 0.6195))
    carton(tray, (0.20, 0.13, 0.10), (-0.06, 0.05, 0), 4)
    bottle(tray, (0.135, -0.055, 0), 0.18, 0.028, 'orange')
    softbox((0.9, -2.2, 2.3), (0, 0.9, 0.8), (0.7, 0.9), 30, (1, 0.90, 0.78))
    softbox((0.95, 2.8, 2.3), (0.1, 0.9, 0.8), (0.5, 1.0), 80, (0.50, 0.68, 1))
    camera((0.52, -2.95, 1.22), (0.03, 0.95, 0.93), lens=29, stop=1.4, focus=(0.05, 0.75, 1.0))


def _drive(parent, at, stage):
    """A drive unit on its carrier, as far as it has been put together."""
    made = node(parent, at)
    box('satin', (0.30, 0.24, 0.018), made, (0, 0, 0.009), radius=0.003)
    lathe('matt aluminium', [(0, 0.018), (0.095, 0.018, 0.002), (0.095, 0.034, 0.002), (0.074, 0.036, 0.004), (0.074, 0.10, 0.006), (0.058, 0.11, 0.003),
                             (0.04, 0.11), (0.04, 0.09), (0, 0.09)], made)
    if stage > 0:
        gear(made, (0, 0, 0.104), radius=0.034, width=0.02)
    if stage > 1:
        lathe('dark', [(0, 0.11), (0.070, 0.11, 0.003), (0.068, 0.145, 0.006), (0, 0.148)], made)
        lathe('light', [(0.0695, 0.118), (0.0700, 0.1185), (0.0700, 0.1235), (0.0695, 0.124)], made)


@place('line')
def line():
    """Arms along an assembly line in a high hall, in the morning: daylight from behind, lamps over the work."""
    world(0.05, (0.5, 0.62, 0.8))
    floor('concrete', (40, 40))
    for y in (-1.35, 2.05):
        sheet('yellow', (30, 0.09), None, (-5, y, 0.002))
    for bay in range(12):
        x = 3.2 - bay * 3.2
        girder(5.4, (x - 1.6, 5.6, 2.7), 'z')
        window(node(None, (x, 6.0, 1.25)), (2.9, 3.6), (4, 6), power=380 if bay < 5 else 0)
        girder(12, (x - 1.6, 2.0, 4.6), 'y', size=(0.2, 0.34))
    wall('paint', (60, 1.25), (-12, 5.95, 0))
    wall('night', (60, 4), (-12, 6.1, 4.85))
    for x in (-4.1, 0, 4.1):
        conveyor(node(None, (x, 0, 0)), 4.0, 0.42, 0.72)
    conveyor(node(None, (-8.2, 0, 0)), 4.0, 0.42, 0.72)
    stands = [2.55, 0.75, -1.05, -2.85, -4.65, -6.45]
    poses = [(-0.12, 1.00, 20), (0.10, 1.20, 60), (-0.06, 1.06, 0)]
    made = []
    for index, x in enumerate(stands):
        if index >= 3:
            again(made[index - 3], (x, 0.80, 0), 180)
            continue
        foot = node(None, (x, 0.80, 0), (0, 0, 180))
        box('paint', (0.36, 0.36, 0.66), foot, (0, 0, 0.33), radius=0.012)
        box('satin', (0.42, 0.42, 0.02), foot, (0, 0, 0.67), radius=0.004)
        machine = arm(FIXED, node(foot, (0, 0, 0.68)), opening=0.075, cable=False)
        ahead, high, turn = poses[index]
        machine.reach(-ahead, 0.79, high - 0.68, turn)
        if index == 0:
            gear(machine.tool, (0, 0, 0.172), (0, 0, 0), radius=0.034, width=0.02)
        made.append(foot)
    for index, x in enumerate((3.33, 2.43, 1.64, 0.85, -0.13, -1.11, -2.05, -2.97, -3.76, -4.55, -5.53, -6.51)):
        _drive(None, (x, 0.01, 0.727), 0 if x > 2 else 1 if x > 0.8 else 2)
    for x in range(-16, 3, 3):
        box('lamp light', (2.3, 0.05, 0.02), None, (x, 0.35, 2.16), radius=0.006)
        box('girder', (2.4, 0.09, 0.05), None, (x, 0.35, 2.195), radius=0.006)
        if x > -9:
            softbox((x, 0.35, 2.14), (x, 0.25, 0), (2.2, 0.12), 46, (1, 0.62, 0.30), 0.2)
    softbox((1.4, -3.4, 2.6), (1.6, 0.4, 1.0), (1.6, 1.2), 170, (1, 0.66, 0.36))
    softbox((-1.5, -3.4, 2.8), (-2.5, 0.4, 0.9), (2.0, 1.0), 150, (1, 0.66, 0.36))
    camera((4.50, -1.95, 1.62), (0.75, 0.62, 1.12), lens=36, stop=2.0, focus=(2.4, 0.2, 1.1))


@place('workbench')
def workbench():
    """A laboratory at night where jobs are taught: cold tubes of light, a lamp on the bench."""
    world(0.03, (0.4, 0.6, 0.8))
    floor('tiles')
    wall('night', (16, 4), (0, 4.2, 0))
    for index in range(7):
        x = -4.15 + index * 1.5
        box('cold light', (0.03, 0.02, 2.3), None, (x, 4.05, 1.75), radius=0.008)
        box('graphite', (0.05, 0.12, 3.2), None, (x + 0.75, 4.0, 1.6), radius=0.004)
    box('paint', (12, 0.5, 0.9), None, (0, 3.7, 0.45), radius=0.01)
    for x in (-2.4, 0.2, 2.8):
        softbox((x, 3.9, 1.6), (x * 0.4, 0, 0.9), (1.0, 2.2), 60, (0.45, 0.86, 1), 0.3).visible_camera = False
    far = node(None, (-0.85, 2.7, 0))
    bench(far, (1.7, 0.7, 0.85), top='shell')
    other = arm(COLLABORATIVE, node(far, (0.1, 0, 0.85), (0, 0, 20)), cable=False, tool=False)
    other.pose(200, -20, 84, 25, 90, 0)
    table = node(None)
    bench(table, (2.6, 0.95, 0.86), top='shell')
    machine = arm(FIXED, node(table, (0.34, 0.10, 0.86), (0, 0, -8)), opening=0.05, cable=False)
    machine.reach(-0.42, -0.30, 0.10, 30)
    eye = node(table, (-0.42, 0.16, 0.86), (0, 0, 34))
    stand(eye, tilt=22, height=0.20)
    controller(table, (-0.72, 0.20, 0.86), (0, 0, 16))
    calibration_plate(table, (-0.12, -0.24, 0.86), (0, 0, -18))
    pendant(table, (-0.74, -0.20, 0.86), (0, 0, 16))
    _drive(table, (0.64, -0.22, 0.86), 1)
    gear(table, (0.46, -0.30, 0.872), radius=0.034, width=0.02)
    _screen(table, (-1.02, 0.34, 0.86), 24)
    _screen(table, (1.06, 0.30, 0.86), -30)
    lamp = node(table, (0.88, -0.06, 0.86))
    lathe('dark', [(0, 0), (0.075, 0, 0.002), (0.075, 0.014, 0.004), (0.012, 0.018, 0.004), (0.010, 0.30), (0, 0.30)], lamp)
    tube('dark', [(0, 0, 0.29), (0.03, 0, 0.46), (-0.06, 0, 0.56), (-0.18, 0, 0.55)], 0.008, lamp)
    lathe('orange', [(0.065, -0.06), (0.065, -0.055), (0.045, 0.0, 0.01), (0.014, 0.03, 0.005), (0, 0.03)], lamp, (-0.19, 0, 0.54))
    lathe('bulb', [(0, -0.055), (0.022, -0.045), (0.022, -0.02), (0, -0.01)], lamp, (-0.19, 0, 0.54))
    spot((0.69, -0.06, 1.34), (0.50, -0.10, 0.86), 22, 130, (1, 0.62, 0.30), 0.04)
    softbox((-2.3, -1.6, 2.3), (0, 0, 1.0), (1.3, 1.3), 46, (0.72, 0.88, 1))
    softbox((2.6, 0.9, 1.9), (0.3, 0, 1.15), (0.4, 1.8), 110, (0.45, 0.84, 1), 0.5)
    softbox((1.5, -2.3, 1.9), (0.2, 0, 1.0), (0.9, 0.9), 26, (1, 0.72, 0.44))
    card((-0.2, -2.8, 1.9), (0, 0, 0.9), (2.2, 0.8), 2.5)
    camera((-0.30, -3.05, 1.50), (0.0, 0.15, 1.16), lens=44, stop=1.6, focus=(0.1, -0.1, 1.15))


def _screen(parent, at, turn):
    """A monitor that shows a program: lines of code, and a chart."""
    frame = node(parent, at, (0, 0, turn))
    box('dark', (0.56, 0.02, 0.34), frame, (0, 0, 0.30), radius=0.006)
    box('dark', (0.05, 0.03, 0.16), frame, (0, 0.02, 0.10), radius=0.006)
    box('dark', (0.22, 0.16, 0.012), frame, (0, 0.02, 0.006), radius=0.004)
    box('display', (0.535, 0.002, 0.315), frame, (0, -0.0105, 0.30), radius=0.001)
    for row in range(11):
        wide = 0.06 + 0.13 * ((row * 37) % 10) / 10
        box('lettering' if row % 4 else 'light', (wide, 0.001, 0.006), frame, (-0.245 + wide / 2 + 0.02 * (row % 3), -0.0122, 0.43 - row * 0.025), radius=0)
    for step in range(9):
        tall = 0.03 + 0.11 * abs(((step * 53) % 17) / 17 - 0.2)
        box('screen', (0.014, 0.001, tall), frame, (0.06 + step * 0.022, -0.0122, 0.19 + tall / 2), radius=0)


@place('workshop')
def workshop():
    """The workshop on the canal at dusk, with machines before they are sent out."""
    world(0.025, (0.35, 0.48, 0.8))
    floor('boards')
    street(9, 22, low=-0.6, high=1.55)
    windows, y = (-3.0, 0.0, 3.0), 3.4
    for x in windows:
        window(node(None, (x, y, 0.85)), (1.7, 2.0), (4, 4), sky=None, power=240, colour=(0.34, 0.54, 1))
    wall('brick', (14, 0.80), (0, y - 0.06, 0))
    wall('brick', (14, 1.6), (0, y - 0.06, 2.90))
    for x in (-4.5, -1.5, 1.5, 4.5):
        wall('brick', (1.16, 2.2), (x, y - 0.06, 0.75))
    for x in windows:
        box('timber', (1.9, 0.24, 0.05), None, (x, y - 0.12, 0.80), radius=0.006)
    for x in (-4.5, -1.5, 1.5, 4.5):
        lathe('dark', [(0.05, -0.10), (0.05, 0.02, 0.004), (0.03, 0.06, 0.004), (0, 0.06)], None, (x, y - 0.17, 2.16))
        spot((x, y - 0.17, 2.08), (x, y - 0.10, 0), 26, 76, (1, 0.60, 0.28), 0.03)
    for x in (-3.9, -1.3, 1.3, 3.9):
        box('timber', (0.22, 9, 0.26), None, (x, 0, 3.02), radius=0.012)
    table = node(None, (-1.15, 0.45, 0))
    bench(table, (1.9, 0.8, 0.78), top='oak')
    machine = arm(COLLABORATIVE, node(table, (0.25, 0.0, 0.78)), cable=False, tool=False)
    machine.pose(-38, -18, 96, 12, 90, 118)
    pendant(table, (-0.62, -0.18, 0.78), (0, 0, 10))
    carton(table, (0.26, 0.20, 0.16), (-0.55, 0.20, 0.78), 12)
    slam(node(None, (0.92, 0.10, 0), (0, 0, 48)))
    rail(node(None, (1.55, 1.45, 0), (0, 0, -6)), at=0.3, cable=False)
    for size, at, turn in (((0.60, 0.40, 0.36), (2.7, 0.55, 0), -14), ((0.50, 0.38, 0.30), (2.66, 0.57, 0.36), 8), ((0.46, 0.40, 0.34), (-2.75, 1.4, 0), 20)):
        carton(None, size, at, turn)
    pendant_lamp((-1.75, 0.55, 1.98), 150, drop=1.0, radius=0.19)
    pendant_lamp((1.45, 0.95, 2.02), 130, drop=1.0, radius=0.19)
    pendant_lamp((3.5, 1.8, 2.02), 80, drop=1.0, radius=0.19)
    pendant_lamp((-3.6, 1.6, 2.02), 80, drop=1.0, radius=0.19)
    tube('steel', [(0.28, 1.9, 2.95), (0.28, 1.9, 2.2)], 0.008)
    lathe('orange', [(0, -0.06), (0.05, -0.06, 0.01), (0.05, 0.06, 0.01), (0, 0.06)], None, (0.28, 1.9, 2.16))
    tube('steel', [(0.28, 1.9, 2.10), (0.28, 1.9, 2.02), (0.33, 1.9, 1.97), (0.28, 1.9, 1.92), (0.23, 1.9, 1.97)], 0.011)
    softbox((-2.6, -2.4, 2.5), (-0.5, 0.2, 0.9), (1.4, 1.2), 55, (1, 0.84, 0.66))
    softbox((2.6, -2.6, 2.2), (0.7, 0, 0.4), (1.2, 1.0), 34, (1, 0.80, 0.60))
    camera((0.30, -4.42, 1.42), (0.0, 0.5, 1.03), lens=32, stop=1.6, focus=(-0.4, 0.2, 0.9))


@shot('industrial-robot', fades=False, paths=40)
def industrial():
    """An arm loads a machine tool on a shop floor: the gripper with a gear before the lit chamber."""
    world(0.02)
    floor('concrete')
    wall('night', (14, 5), (0, 4.5, 0))
    tool = node(None, (0.15, 1.15, 0))
    for at, size in (((0, 0, 0.42), (2.6, 0.9, 0.84)), ((0, 0, 1.92), (2.6, 0.9, 0.5)), ((-0.95, 0, 1.25), (0.7, 0.9, 0.86)), ((0.98, 0, 1.25), (0.64, 0.9, 0.86))):
        box('paint', size, tool, at, radius=0.02)
    box('orange', (2.6, 0.004, 0.018), tool, (0, -0.452, 0.80), radius=0.001)
    for x in (-0.61, 0.67):
        box('satin', (0.03, 0.02, 0.86), tool, (x, -0.455, 1.25), radius=0.004)
    for rib in range(11):
        box('matt aluminium', (1.26, 0.03, 0.074), tool, (0.03, 0.43 - 0.012 * (rib % 2), 0.86 + rib * 0.08), radius=0.004)
    for x, turn in ((-0.6, 90), (0.66, -90)):
        sheet('grey', (0.86, 0.86), tool, (x, 0, 1.25), (90, 0, turn))
    lathe('steel', [(0, 0), (0.17, 0, 0.004), (0.17, 0.07, 0.006), (0.06, 0.075, 0.003), (0.06, 0.13, 0.002), (0.03, 0.13), (0.03, 0.06), (0, 0.06)], tool, (0.10, 0.42, 1.20), (90, 0, 0))
    for angle in (0, 120, 240):
        box('dark', (0.07, 0.06, 0.07), node(node(tool, (0.10, 0.42, 1.20), (90, 0, 0)), (0, 0, 0.09), (0, 0, angle)), (0.105, 0, 0), radius=0.004)
    box('white light', (0.9, 0.03, 0.03), tool, (0.03, 0.25, 1.655), radius=0.008)
    softbox((0.18, 1.38, 1.64), (0.18, 1.20, 0.8), (0.9, 0.12), 20, (0.70, 0.92, 1))
    for at, points in (((-0.30, 0.40, 1.60), [(0, 0, 0), (0.02, -0.02, -0.14), (0.12, 0, -0.22), (0.20, 0.02, -0.24)]),
                       ((-0.24, 0.40, 1.60), [(0, 0, 0), (0.03, -0.02, -0.10), (0.11, 0, -0.16), (0.17, 0.02, -0.17)])):
        tube('orange', [tuple(a + b for a, b in zip(at, point)) for point in points], 0.010, tool)
    box('dark', (0.62, 0.03, 0.92), tool, (0.98, -0.475, 1.25), radius=0.012)
    box('gloss', (0.34, 0.01, 0.62), tool, (0.90, -0.493, 1.27), radius=0.01)
    tube('satin', [(0.705, -0.50, 1.02), (0.705, -0.535, 1.04), (0.705, -0.535, 1.46), (0.705, -0.50, 1.48)], 0.011, tool)
    for x, y, wide, finish in ((-3.2, 4.2, 1.4, 'lamp light'), (-1.9, 4.3, 0.9, 'lamp light'), (-4.6, 4.2, 1.2, 'cold light'), (-2.6, 4.25, 0.6, 'cold light')):
        box(finish, (wide, 0.02, 0.05), None, (x, y, 1.2 + wide * 0.55), radius=0.005)
    for x in (-4.4, -3.1, -1.8):
        girder(4, (x, 3.6, 2.0), 'z')
    foot = node(None, (-0.66, -0.02, 0))
    lathe('paint', [(0, 0), (0.20, 0, 0.01), (0.20, 0.02, 0.004), (0.13, 0.03, 0.004), (0.13, 0.48, 0.004), (0.16, 0.49, 0.002), (0.16, 0.51, 0.002), (0, 0.51)], foot)
    machine = arm(FIXED, node(foot, (0, 0, 0.51)), opening=0.066, cable=False)
    machine.pose(52, 20, 68, -88, 90, 90)
    gear(machine.tool, (0, 0, 0.174), radius=0.036, width=0.022)
    softbox((-2.0, -1.4, 2.1), (-0.2, 0.1, 1.2), (1.0, 1.0), 42, (1, 0.76, 0.50))
    softbox((-1.6, 1.2, 1.6), (-0.4, 0.1, 1.2), (0.4, 1.6), 90, (1, 0.62, 0.32), 0.5)
    softbox((1.8, -1.2, 1.5), (0.1, 0.1, 1.2), (0.5, 1.4), 22, (0.55, 0.80, 1))
    camera((0.84, -1.02, 1.44), (-0.04, 0.52, 1.21), lens=42, stop=2.8, focus=(0.0, 0.5, 1.28))
