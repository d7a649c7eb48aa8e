"""Places where the machines work, and the pictures that the site shows first."""
import math

from machines.arm import COLLABORATIVE, FIXED, arm
from machines.mobile_assistant import mobile_assistant
from machines.rail import rail
from machines.slam import slam
from props import bench, bottle, carton, conveyor, pendant, shelf
from shapes import box, node, text
from shots import shot
from studio import camera, card, ground, softbox, studio, world


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


def hall(depth=3.4, middle=0.0, bays=5):
    """A hall at night: strip lights under the ceiling, and a row of shelving along the back wall, `depth` behind
    the middle and centred on x = `middle`."""
    world(0.05)
    ground(depth=depth + 0.6, radius=0.6)
    for x in (-2.6, 0, 2.6):
        box('white light', (0.08, depth, 0.02), None, (x, depth / 2 - 0.6, 3.2), radius=0.004)
        softbox((x, 0.4, 3.15), (x, 0.4, 0), (0.5, depth), 70, (0.93, 0.96, 1))
    for bay in range(bays):
        x = middle + (bay - (bays - 1) / 2) * 1.25
        shelf(node(None, (x, depth, 0)), 1.2, seed=bay)
        softbox((x, depth - 0.9, 2.7), (x, depth, 0.9), (1.0, 0.3), 8, (0.86, 0.92, 1))


@shot('aisle', size=(1600, 1000), fades=False, paths=40)
def aisle():
    """The mobile assistant fills a shelf in a shop's aisle."""
    world(0.05)
    ground(depth=9, radius=0.6)
    for bay in range(6):
        for side in (-1, 1):
            x, y = side * 1.18, bay * 1.22 - 1.2
            gaps = ((2, 4), (2, 5)) if (side, bay) == (-1, 1) else ()
            shelf(node(None, (x, y, 0), (0, 0, -90 * side)), 1.2, seed=10 + bay + 50 * side, gaps=gaps)
        softbox((0, bay * 1.22 - 1.2, 3.1), (0, bay * 1.22 - 1.2, 0), (0.5, 0.9), 26, (0.95, 0.97, 1))
        box('white light', (0.12, 0.95, 0.02), None, (0, bay * 1.22 - 1.2, 3.15), radius=0.004)
    shelf(node(None, (0, 6.0, 0)), 1.4, seed=3)
    robot = mobile_assistant(node(None, (0.16, 0.72, 0), (0, 0, -90)))
    robot.pose(lift=1.06, reach=0.52, opening=0.0625)
    bottle(node(robot.tool, (0, -0.085, 0), (-90, 0, 0)), colour='orange', radius=0.031)
    tray = node(robot.root, (0, 0.13, 0.6195))
    carton(tray, (0.20, 0.13, 0.10), (-0.06, 0.05, 0), 4)
    bottle(tray, (0.135, -0.055, 0), 0.18, 0.028, 'orange')
    softbox((0.9, -1.6, 2.2), (0, 0.7, 0.9), (0.8, 0.8), 40, (1, 0.97, 0.93))
    softbox((0.7, 2.6, 2.3), (0.1, 0.7, 0.8), (0.5, 1.0), 70, (0.84, 0.92, 1))
    camera((0.66, -2.6, 1.32), (-0.10, 0.72, 0.72), lens=46, stop=1.4, focus=(0.05, 0.6, 0.95))


@shot('line', size=(1600, 1000), fades=False, paths=40)
def line():
    """Two arms beside a conveyor, packing."""
    hall(3.8, middle=-1.8, bays=7)
    belt = node(None, (0, 0.15, 0))
    conveyor(belt, 5.2)
    for index, x in enumerate((-1.65, -0.95, -0.2, 0.62, 1.35, 2.0)):
        carton(belt, (0.30, 0.24, 0.16), (x, 0.02, 0.626), (index * 7) % 5 - 2)
    for x, pose in ((-1.15, (96, 14, 86, -10, 90, 60)), (0.75, (72, 4, 98, -12, 90, 60))):
        stand = node(None, (x, 0.95, 0))
        box('graphite', (0.34, 0.34, 0.60), stand, (0, 0, 0.30), radius=0.012)
        box('satin', (0.40, 0.40, 0.02), stand, (0, 0, 0.61), radius=0.004)
        machine = arm(FIXED, stand, opening=0.06, cable=False)
        machine.root.location.z = 0.62
        machine.root.rotation_euler[2] = math.radians(180)
        machine.pose(*pose)
    softbox((-2.6, -2.2, 2.4), (0, 0.6, 0.9), (1.4, 1.4), 90, (1, 0.97, 0.93))
    softbox((3.2, 2.2, 1.6), (0.4, 0.8, 0.9), (0.5, 2.0), 170, (0.84, 0.92, 1), 0.5)
    camera((2.35, -3.9, 1.70), (-0.22, 0.45, 0.98), lens=64, stop=1.6, focus=(0.75, 0.5, 1.0))


@shot('industrial-robot', fades=False, paths=40)
def industrial():
    """Close at the line: the gripper above a carton."""
    hall(middle=-1.0)
    belt = node(None, (0, 0.15, 0))
    conveyor(belt, 5.2)
    for x in (-1.4, -0.75, 0.05, 0.75, 1.4):
        carton(belt, (0.30, 0.24, 0.16), (x, 0.02, 0.626), x * 2)
    stand = node(None, (0.2, 0.95, 0))
    box('graphite', (0.34, 0.34, 0.60), stand, (0, 0, 0.30), radius=0.012)
    machine = arm(FIXED, stand, opening=0.06, cable=False)
    machine.root.location.z = 0.61
    machine.root.rotation_euler[2] = math.radians(180)
    machine.pose(82, 10, 92, -12, 90, 60)
    softbox((-1.8, -1.8, 2.0), (0.1, 0.2, 0.9), (1.0, 1.0), 45, (1, 0.97, 0.93))
    softbox((2.2, 1.4, 1.4), (0.1, 0.4, 0.9), (0.4, 1.6), 110, (0.84, 0.92, 1), 0.5)
    camera((1.25, -1.75, 1.35), (0.10, 0.30, 0.93), lens=58, stop=1.8, focus=(0.1, 0.15, 0.95))


@shot('workbench', size=(1600, 1000), fades=False, paths=40)
def workbench():
    """An arm on a bench with its pendant, where jobs are taught."""
    hall(2.6)
    table = node(None)
    bench(table, (1.9, 0.85, 0.80))
    machine = arm(FIXED, node(table, (0.25, 0.12, 0.80), (0, 0, -10)), opening=0.05, cable=False)
    machine.pose(-40, -24, 112, 2, 90, 118)
    pendant(table, (-0.55, -0.22, 0.80), (0, 0, 14))
    for at, size, turn in (((-0.62, 0.22, 0.80), (0.26, 0.20, 0.16), 8), ((-0.36, 0.26, 0.80), (0.18, 0.16, 0.11), -12)):
        carton(table, size, at, turn)
    softbox((-1.9, -1.5, 2.3), (0, 0, 1.0), (1.1, 1.1), 60, (1, 0.97, 0.93))
    softbox((2.0, 1.3, 1.7), (0.2, 0, 1.1), (0.4, 1.8), 120, (0.84, 0.92, 1), 0.5)
    softbox((-2.0, 1.6, 1.7), (-0.2, 0, 1.1), (0.4, 1.8), 90, (0.84, 0.92, 1), 0.5)
    card((-0.4, -2.6, 1.9), (-0.2, 0, 0.9), (1.6, 0.8), 3)
    camera((-0.55, -3.1, 1.62), (0.02, 0.02, 1.10), lens=58, stop=1.6, focus=(0, -0.1, 1.0))


@shot('workshop', size=(1600, 1000), fades=False, paths=40)
def workshop():
    """Machines before they are sent out: the collaborative robot, a mobile base and a rail."""
    hall(3.2, middle=-0.4, bays=6)
    table = node(None, (-0.85, 0.35, 0))
    bench(table, (1.5, 0.8, 0.72))
    machine = arm(COLLABORATIVE, node(table, (0.1, 0.0, 0.72)), cable=False, tool=False)
    machine.pose(-30, -18, 96, 12, 90, 118)
    pendant(table, (-0.5, -0.2, 0.72), (0, 0, 10))
    slam(node(None, (0.95, -0.25, 0), (0, 0, 38)))
    rail(node(None, (0.85, 1.35, 0), (0, 0, -4)), at=0.3, cable=False)
    softbox((-2.4, -1.8, 2.4), (-0.4, 0.2, 0.8), (1.2, 1.2), 75, (1, 0.97, 0.93))
    softbox((2.8, 1.8, 1.8), (0.3, 0.2, 0.8), (0.5, 2.0), 150, (0.84, 0.92, 1), 0.5)
    camera((0.9, -4.6, 1.62), (0.0, 0.2, 0.82), lens=50, stop=1.8, focus=(0, 0, 0.8))
