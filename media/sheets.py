"""The technical sheet of every machine: which views stand on it, and what is measured in them. Views are placed as in first-angle
projection. Numbers come from the machines' own dimensions, or from what they measure; facts come from the data sheets."""
import math
import pathlib

import bpy
import yaml

from drawing import FRONT, LEFT, NOTE, PLAN, RIGHT, SIGNAL, Sheet, View
from machines import companion, gripper, kit, mobile_assistant, rail, slam, vision
from machines.arm import COLLABORATIVE, FIXED, arm
from parts import without_arch_backs
from shapes import node

PRODUCTS = pathlib.Path(__file__).parents[1] / 'db/seed/products'
RAIL_Y = [(rail.WIDTH - rail.BEAM[0] - 0.010 + side * rail.WIDTH) / 2 for side in (-1, 1)]  # the edges of its end caps
# From the data sheets: how low the mobile assistant grasps, the narrowest passage for it, the space to keep round the rail arm's reach.
GRASP, PASSAGE, CLEAR = 0.050, 0.600, 0.500
POINTING_DOWN = 0.272  # from the arm of the mobile assistant to its fingers' tips
SHEETS = {}


def sheet(name, number, views, *facts):
    """Lists a function that draws onto a sheet as the sheet `name` of a product, with these rows of its plate, or
    else the views, below the model."""
    def listed(draw):
        def drawn():
            bpy.ops.wm.read_factory_settings(use_empty=True)
            product = yaml.safe_load(next(PRODUCTS.glob(f'{number:02}-*')).read_text())
            plate = {row['label']: row['value'] for row in product['plate']}
            given = Sheet(f'{product["name"]} {product["model"]}: {views}', product['model'],
                          [f'{fact.lower()} {plate[fact]}' for fact in facts] or [views])
            draw(given)
            return given
        SHEETS[name] = drawn
        return draw
    return listed


def _overall(low, high):
    """Two ends about the same middle, apart by full centimetres: what data sheets give as the overall size."""
    middle, half = (low + high) / 2, math.ceil((high - low) * 100) / 200
    return middle - half, middle + half


def _shoulder(made):
    """The height of axis 2 above an arm's foot."""
    return made.joints[1].location.z


def _foot(made):
    """The radius of an arm's base."""
    return max(part.dimensions.x for part in made.root.children if part.type == 'MESH') / 2


def _arm_sheet(given, build, scale, at, front_at):
    """The arm with its upper arm upright and its forearm level, and the arc that its wrist reaches."""
    made = arm(build, cable=False, tool=False)
    made.pose(0, 0, 90, 0, 90, 0)
    side, front = View(made.root, FRONT, scale), View(made.root, RIGHT, scale)
    given.place(front, front_at)
    given.place(side, at)
    reach, foot, shoulder = build.upper + build.fore, _foot(made), (0, _shoulder(made))
    elbow = (0, shoulder[1] + build.upper)
    wrist = (build.fore, elbow[1])
    given.ground(at[1], front_at[0] - 130, at[0] + reach * scale + 40)
    given.radius(side, shoulder, reach, 0, 90, 20)
    given.axis(side, (0, -0.02), (0, shoulder[1] + reach + 0.03))
    given.axis(side, (-1.2 * foot, shoulder[1]), (reach + 0.04, shoulder[1]))
    given.axis(front, (0, -0.02), (0, elbow[1] + 0.12))
    given.cross(side, elbow, wrist)
    x = at[0] - 1.2 * foot * scale - 40
    given.upright(side, (0, 0), shoulder, x)
    given.upright(side, shoulder, elbow, x)
    given.across(side, elbow, wrist, at[1] - (elbow[1] + foot) * scale - 24)
    given.across(side, (-foot, 0), (foot, 0), at[1] + 42, form='Ø {}')


@sheet('fixed-arm', 3, 'side and front', 'Payload', 'Mass')
def fixed_arm(given):
    _arm_sheet(given, FIXED, 500, (420, 632), (170, 632))


@sheet('cobot', 10, 'side and front', 'Payload', 'Mass')
def cobot(given):
    _arm_sheet(given, COLLABORATIVE, 360, (410, 632), (170, 632))


def _rail_arm(at, turn=0):
    """The root of the arm on its rail."""
    made = rail.rail(at=at, cable=False)
    standing = arm(FIXED, made.deck, cable=False, tool=False)
    standing.pose(turn, -20, 100, 10, 90, 0)
    return made.root


def _rail_sheet(given, root, front_at, plan_at):
    """The front and the plan of a rail, with its stroke and length."""
    front, plan = View(root, FRONT, 370), View(root, PLAN, 370, smallest=12)
    given.place(front, front_at)
    given.place(plan, plan_at)
    half = rail.LENGTH / 2
    start, end = (rail.MIDDLE + side * rail.STROKE / 2 for side in (-1, 1))
    given.across(front, (start, 0), (end, 0), front_at[1] + 44, main=True)
    given.across(plan, (-half, RAIL_Y[0]), (half, RAIL_Y[0]), 684)
    given.axis(plan, (-half - 0.05, 0), (half + 0.05, 0))
    return front, plan


@sheet('rail-arm', 1, 'front and plan', 'Payload', 'Mass')
def rail_arm(given):
    front, plan = _rail_sheet(given, _rail_arm(0.25), (470, 424), (470, 578))
    half = rail.LENGTH / 2
    given.upright(plan, (-half, RAIL_Y[0]), (-half, RAIL_Y[1]), 68)
    given.upright(front, (half, 0), (half, rail.HEIGHT), 862)


@sheet('slider-rail', 8, 'front, end and plan', 'Payload', 'Mass')
def slider_rail(given):
    made = rail.rail(at=-0.25, cable=False)
    front, _ = _rail_sheet(given, made.root, (480, 450), (480, 604))
    end = View(made.root, LEFT, 2 * front.scale)
    given.place(end, (730, 288))
    given.across(end, (-RAIL_Y[1], 0), (-RAIL_Y[0], 0), 322)
    given.upright(end, (-RAIL_Y[1], 0), (-RAIL_Y[1], rail.HEIGHT), 536)
    given.words('2 : 1', (836, 296), NOTE, size=22)


@sheet('mobile-assistant', 2, 'front and side', 'Payload', 'Mass')
def assistant(given):
    made = mobile_assistant.mobile_assistant()
    lift, reach = 1.0, mobile_assistant.REACH[1]
    without_arch_backs(made.wheels)
    made.pose(lift=lift, reach=reach, wrist=(0, 90, 0))
    front, side = View(made.root, FRONT, 390), View(made.root, LEFT, 390)
    given.place(front, (350, 640))
    given.place(side, (625, 640))
    given.ground(640, 60, 900)
    half, height, face = mobile_assistant.FOOTPRINT / 2, mobile_assistant.HEIGHT, -mobile_assistant.FRONT
    given.axis(front, (0, -0.03), (0, height + 0.03))
    given.upright(front, (0, 0), (0, height), 232, main=True)
    given.across(front, (-half, 0), (half, 0), 680)
    given.across(side, (-half, 0), (half, 0), 680)
    given.across(side, (face, lift), (face + reach, lift), 150)
    given.cross(side, (face + reach, lift))


@sheet('slam-robot', 4, 'side, front and plan', 'Payload', 'Mass')
def slam_robot(given):
    root = node(turn=(0, 0, -90))
    without_arch_backs(slam.slam(root).wheels)
    side, front, plan = (View(root, seen, 480) for seen in (FRONT, LEFT, PLAN))
    given.place(side, (300, 316))
    given.place(front, (700, 316))
    given.place(plan, (300, 518))
    given.ground(316, 60, 860)
    long, wide = slam.LENGTH / 2, slam.WIDTH / 2
    given.across(side, (-long, 0), (long, 0), 350, main=True)
    given.across(front, (-wide, 0), (wide, 0), 350)
    given.upright(front, (wide, 0), (wide, slam.HEIGHT), 882)
    given.axis(plan, (-long - 0.05, 0), (long + 0.05, 0))
    given.axis(plan, (0, -wide - 0.05), (0, wide + 0.05))
    across, along = slam.THREADS[-1]
    before = slam.THREADS[-2][1]
    given.across(plan, (before, -across), (along, -across), 684)
    given.upright(plan, (along, -across), (along, across), 546)
    given.words(f'{len(slam.THREADS)} × M8', (568, 423), size=24)


@sheet('educational-kit', 5, 'side and front', 'Payload', 'Mass')
def educational_kit(given):
    made = kit.kit_arm()
    made.pose(0, 0, 90, 90, 0)
    side, front = (View(made.root, seen, 1150, smallest=18) for seen in (FRONT, RIGHT))
    given.place(front, (165, 630))
    given.place(side, (480, 630))
    given.ground(630, 60, 900)
    shoulder, elbow = (0, kit.SHOULDER), (0, kit.SHOULDER + kit.UPPER)
    wrist, reach = (kit.FORE, elbow[1]), kit.UPPER + kit.FORE + kit.HAND
    given.radius(side, shoulder, reach, 0, 90, 15)
    given.axis(side, (0, -0.01), (0, shoulder[1] + reach + 0.015))
    given.axis(side, (-0.05, shoulder[1]), (reach + 0.015, shoulder[1]))
    given.axis(front, (0, -0.01), (0, elbow[1] + 0.04))
    given.cross(side, elbow, wrist)
    given.upright(side, (0, 0), shoulder, 300)
    given.upright(side, shoulder, elbow, 300)
    given.across(side, elbow, wrist, 245)
    given.upright(side, (wrist[0], wrist[1] - kit.HAND), wrist, 690)


@sheet('companion', 6, 'front and side', 'Top speed', 'Mass')
def entertainer(given):
    made = companion.companion()
    made.pose(left=0, right=0)
    front, side = View(made.root, FRONT, 1500, smallest=10), View(made.root, LEFT, 1500, smallest=10)
    given.place(front, (335, 622))
    given.place(side, (725, 622))
    given.ground(622, 60, 900)
    given.axis(front, (0, -0.01), (0, front.high + 0.015))
    given.upright(front, (0, front.low), (0, front.high), 90, main=True)
    for view in (front, side):
        left, right = _overall(view.left, view.right)
        given.across(view, (left, 0), (right, 0), 666)


@sheet('gripper', 7, 'front and side', 'Grip force', 'Mass')
def parallel_gripper(given):
    root = node(turn=(180, 0, 0))
    gripper.gripper(root, gripper.STROKE)
    front, side = View(root, FRONT, 2400), View(root, LEFT, 2400)
    given.place(front, (370, 178))
    given.place(side, (720, 178))
    for view in (front, side):
        given.axis(view, (0, 0.014), (0, front.low - 0.006))
    given.across(front, (-gripper.STROKE / 2, front.low), (gripper.STROKE / 2, front.low), 668, main=True)
    given.upright(front, (front.left, front.low), (-0.037, 0), 150)
    given.upright(front, (0, -gripper.PADS), (0, 0), 560)
    given.across(side, (side.left, side.low), (side.right, side.low), 668)


@sheet('vision-system', 9, 'camera and controller', 'Field of view', 'Working distance')
def vision_system(given):
    post, box = node(), node()
    head = vision.stand(post, tilt=0)
    vision.controller(box)
    front, side, control = View(post, FRONT, 1300), View(post, RIGHT, 1300), View(box, FRONT, 1300)
    given.place(front, (235, 600))
    given.place(side, (495, 600))
    given.place(control, (745, 600))
    given.ground(600, 60, 900)
    high, wide, lens = head.matrix_world.translation.z, vision.HEAD[0] / 2, vision.BASELINE / 2
    given.across(front, (-lens, high), (lens, high), 250, main=True)
    given.across(front, (-wide, high), (wide, high), 208)
    given.upright(front, (front.left, 0), (0, front.high), 84)
    given.cross(front, (-lens, high + 0.001), (lens, high + 0.001))
    given.across(control, (control.left, 0), (control.right, 0), 642)
    given.upright(control, (control.right, 0), (control.right, control.high), 905)

@sheet('mobile-assistant-side', 2, 'side view')
def assistant_side(given):
    made = mobile_assistant.mobile_assistant()
    without_arch_backs(made.wheels)
    reach, top, height = mobile_assistant.REACH[1], mobile_assistant.LIFT[1], mobile_assistant.HEIGHT
    made.pose(lift=GRASP + POINTING_DOWN, reach=reach, wrist=(0, 90, 0))
    low = View(made.root, LEFT, 400)
    made.pose(lift=top, reach=reach)
    high = View(made.root, LEFT, 400)
    given.place(low, (390, 640), phantom=True)
    given.place(high, (390, 640))
    given.ground(640, 120, 850)
    half, face = mobile_assistant.FOOTPRINT / 2, -mobile_assistant.FRONT
    given.upright(high, (-mobile_assistant.COLUMN_AT, 0), (-mobile_assistant.COLUMN_AT, height), 222)
    given.across(high, (-half, 0), (half, 0), 682)
    given.across(high, (face, top), (face + reach, top), 124)
    given.levels(high, (face + reach + 0.03, GRASP), (high.right, top), 800)


@sheet('mobile-assistant-plan', 2, 'plan, in a passage')
def assistant_plan(given):
    root = node(turn=(0, 0, 90))
    made = mobile_assistant.mobile_assistant(root)
    made.pose(reach=mobile_assistant.REACH[1])
    plan = View(root, PLAN, 500)
    given.place(plan, (320, 400))
    half, face, reach = mobile_assistant.FOOTPRINT / 2, -mobile_assistant.FRONT, mobile_assistant.REACH[1]
    for side in (-1, 1):
        near, far = sorted((side * PASSAGE / 2, side * (PASSAGE / 2 + 0.14)))
        given.wall(plan, (-0.28, near), (0.28, far))
    given.axis(plan, (plan.left - 0.06, 0), (plan.right + 0.02, 0))
    given.across(plan, (face, 0), (face + reach, 0), 284, main=True)
    given.cross(plan, (face + reach, 0))
    given.across(plan, (-half, -half), (half, -half), 664)
    given.upright(plan, (-half, -half), (-half, half), 120)
    given.upright(plan, (0.28, -PASSAGE / 2), (0.28, PASSAGE / 2), 862)


@sheet('rail-arm-plan', 1, 'plan')
def rail_arm_plan(given):
    plan = View(_rail_arm(-rail.STROKE / 2, 50), PLAN, 180, smallest=12)
    given.place(plan, (440, 390))
    ends = [rail.MIDDLE + side * rail.STROKE / 2 for side in (-1, 1)]
    reach, start, end = FIXED.upper + FIXED.fore, (ends[0], 0), (ends[1], 0)
    given.range(plan, start, end, reach, colour=SIGNAL)
    given.range(plan, start, end, reach + CLEAR, dash='2 5')
    given.axis(plan, (ends[0] - reach - 0.1, 0), (ends[1] + reach + 0.1, 0))
    for x in ends:
        given.axis(plan, (x, -0.6), (x, 0.6))
    given.across(plan, (ends[0], -0.3), (ends[1], -0.3), 490)
    given.across(plan, (ends[0] - reach, 0), (ends[1] + reach, 0), 682, main=True)
    given.upright(plan, (ends[1], -reach), (ends[1], reach), 880)
    given.upright(plan, (0.2, reach), (0.2, reach + CLEAR), 440 + 0.2 * 180)
