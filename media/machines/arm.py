"""Six-axis arms of one build: the fixed arm (6 kg, 900 mm) and the collaborative robot (10 kg, 1300 mm)."""
import math
from dataclasses import dataclass, field

from machines.gripper import PADS, gripper
from parts import cap, flange, light_ring, plug, ring, screws, seam
from shapes import box, capsule, cast, cylinder, lathe, node, tube, union, wrapped_text


@dataclass(frozen=True)
class Build:
    """What the two arms differ in. Lengths are metres; upper + fore is the reach from axis 1 to the wrist's centre. `thick` scales
    the tubes and joints, `words` stand on the upper arm and the forearm."""
    upper: float
    fore: float
    thick: float
    words: tuple
    sensors: bool = False  # a torque sensor's ring shows at every joint


FIXED = Build(0.475, 0.425, 1.0, ('AXIS 6', '900 mm  /  6 kg'))
COLLABORATIVE = Build(0.690, 0.610, 1.16, ('AXIS 10', '1300 mm  /  10 kg'), sensors=True)


@dataclass
class Arm:
    """A built arm: its root, the frames of its six joints, the tool's frame, and the fingers of its gripper."""
    build: Build
    root: object
    joints: list = field(default_factory=list)
    tool: object = None
    fingers: list = field(default_factory=list)

    AXES = (2, 1, 1, 1, 2, 1)

    def pose(self, *angles):
        """Turns the six joints, in degrees."""
        for joint, axis, angle in zip(self.joints, self.AXES, angles):
            joint.rotation_euler[axis] = math.radians(angle)

    def reach(self, x, y, z, turn=0.0):
        """Brings the point between the gripper's pads to a place in the arm's own frame, the tool pointing down and turned by
        `turn` degrees from the x axis. Places out of reach are approached as far as the arm goes."""
        s, upper, fore = self.build.thick, self.build.upper, self.build.fore
        side = -0.125 * s  # the wrist stands beside the plane that the arm bends in
        out = math.sqrt(max(x * x + y * y - side * side, 1e-6))
        first = math.degrees(math.atan2(y, x) - math.atan2(side, out))
        ahead, up = out - 0.118 * s, z + 0.101 * s + 0.010 + PADS - 0.195 * s
        far = min(math.hypot(ahead, up), 0.999 * (upper + fore))
        elbow = math.acos(min(1, max(-1, (far * far - upper * upper - fore * fore) / (2 * upper * fore))))
        shoulder = math.atan2(ahead, up) - math.atan2(fore * math.sin(elbow), upper + fore * math.cos(elbow))
        second, third = math.degrees(shoulder), math.degrees(elbow)
        self.pose(first, second, third, 90 - second - third, 90, turn - first)


def arm(build=FIXED, parent=None, opening=0.05, cable=True, tool=True):
    """Stands on z = 0, its cable leaving to +y."""
    s = build.thick
    made = Arm(build, node(parent))
    root = made.root
    _base(root, s, cable)

    z = 0.195 * s
    joint = _joint(made, root)
    upright = union(0.01 * s, cylinder((0, 0, 0.15 * s), 'z', 0.0755 * s, 0.0465 * s), capsule((0, 0, 0.14 * s), (0, 0, z), 0.0755 * s, 0.0755 * s))
    cast('shell', union(0.035 * s, upright, cylinder((0, 0, z), 'y', 0.0755 * s, 0.072 * s)),
         (-0.085 * s, -0.078 * s, 0.1 * s), (0.085 * s, 0.078 * s, 0.28 * s), joint)
    cap(joint, 0.0725 * s, (0, 0.0715 * s, z), (-90, 0, 0))
    _collar(build, joint, 0.0700 * s, 0.0715 * s, 0.0840 * s, (0, 0, z))

    upper = _joint(made, joint, (0, 0, z))
    y, length = -0.148 * s, build.upper
    cast('shell', _link(y, length, s, (0.0755, 0.062), (0.063, 0.056), (0.0535, 0.0470), 0.045),
         (-0.085 * s, -0.212 * s, -0.085 * s), (0.085 * s, -0.084 * s, length + 0.072 * s), upper)
    cap(upper, 0.0725 * s, (0, y - 0.0625 * s, 0), (90, 0, 0))
    taper = (0.0470 - 0.0535) * s / length
    for at in (0.105 * s, length - 0.088 * s):
        seam(upper, 0.0535 * s + taper * at, at, (0, y, 0))
    wrapped_text('ink', build.words[0], 0.026 * s, 0.0535 * s + taper * length / 2, upper, (0, y, length / 2), -72, taper, down=True)
    cap(upper, 0.0585 * s, (0, y - 0.0555 * s, length), (90, 0, 0))
    _collar(build, upper, 0.0565 * s, 0.0765 * s, 0.0925 * s, (0, 0, length))

    fore = _joint(made, upper, (0, 0, length))
    y, length = -0.0235 * s, build.fore
    cast('shell', _link(y, length, s, (0.0605, 0.0475), (0.055, 0.0455), (0.0425, 0.0375), 0.04),
         (-0.07 * s, -0.08 * s, -0.07 * s), (0.07 * s, 0.034 * s, length + 0.055 * s), fore)
    cap(fore, 0.0575 * s, (0, y + 0.0545 * s, 0), (-90, 0, 0))
    taper = (0.0375 - 0.0425) * s / length
    for at in (0.085 * s, length - 0.070 * s):
        seam(fore, 0.0425 * s + taper * at, at, (0, y, 0))
    wrapped_text('ink', build.words[1], 0.0135 * s, 0.0425 * s + taper * length / 2, fore, (0, y, length * 0.52), -62, taper, font='Inter-Medium.otf')
    cap(fore, 0.0445 * s, (0, y + 0.045 * s, length), (-90, 0, 0))
    _collar(build, fore, 0.0425 * s, 0.0690 * s, 0.0795 * s, (0, 0, length))

    first = _joint(made, fore, (0, 0, length))
    r, y = 0.0470 * s, -0.125 * s
    cast('shell', union(0.025 * s, cylinder((0, y, 0), 'y', r, 0.0465 * s), cylinder((0, y, 0.0305 * s), 'z', r, 0.0305 * s)),
         (-0.05 * s, -0.178 * s, -0.05 * s), (0.05 * s, -0.075 * s, 0.064 * s), first)
    cap(first, 0.0445 * s, (0, y - 0.046 * s, 0), (90, 0, 0))

    second = _joint(made, first, (0, y, 0))
    ring('rubber', second, 0.0425 * s, 0.0605 * s, 0.0705 * s)
    if build.sensors:
        light_ring(second, 0.0436 * s, 0.0648 * s)
    z = 0.118 * s
    cast('shell', union(0.025 * s, cylinder((0, 0, z), 'z', r, 0.0475 * s), cylinder((0, -0.0305 * s, z), 'y', r, 0.0305 * s)),
         (-0.05 * s, -0.064 * s, 0.068 * s), (0.05 * s, 0.05 * s, 0.168 * s), second)
    cap(second, 0.0445 * s, (0, 0, z + 0.047 * s), (0, 0, 0))

    third = _joint(made, second, (0, 0, z))
    hand = node(third, turn=(90, 0, 0))
    ring('rubber', hand, 0.0425 * s, 0.0605 * s, 0.0695 * s)
    lathe('shell', [(0.02 * s, 0.069 * s), (0.0465 * s, 0.069 * s, 0.003), (0.0465 * s, 0.094 * s, 0.003), (0.041 * s, 0.098 * s, 0.001),
                    (0.041 * s, 0.101 * s), (0.02, 0.101 * s)], hand)
    light_ring(hand, 0.0418 * s, 0.0985 * s)
    end = node(hand, (0, 0, 0.101 * s))
    flange(end)
    made.tool = node(end, (0, 0, 0.010))
    if tool:
        made.fingers = gripper(made.tool, opening)
    return made


def _joint(made, parent, at=(0, 0, 0)):
    joint = node(parent, at)
    made.joints.append(joint)
    return joint


def _collar(build, parent, radius, low, high, at):
    """Between two links, towards -y. A torque sensor glows in it."""
    ring('rubber', parent, radius, low, high, at, (90, 0, 0))
    if build.sensors:
        light_ring(parent, radius + 0.0012, (low + high) / 2 - 0.0008, at, (90, 0, 0))


def _link(y, length, s, joints, halves, tube_radii, blend):
    """Two joints round y, and the tapered tube between them."""
    bar = capsule((0, y, 0), (0, y, length), tube_radii[0] * s, tube_radii[1] * s)
    ends = [cylinder((0, y, z), 'y', radius * s, half * s, 0.008 * s) for z, radius, half in zip((0, length), joints, halves)]
    return union(0, *[union(blend * s, end, bar) for end in ends])


def _base(root, s, cable):
    """190 mm wide (fixed arm), held by four M8, with a ring of light where axis 1 begins."""
    lathe('anodised', [(0, 0), (0.095 * s, 0, 0.001), (0.095 * s, 0.014, 0.003), (0.084 * s, 0.016, 0.003), (0.084 * s, 0.02)], root)
    screws(root, 4, 0.0885 * s, 0.0135, 0.0062, first=0.5)
    lathe('shell', [(0.03 * s, 0.014), (0.083 * s, 0.014, 0.002), (0.0825 * s, 0.03, 0.01), (0.079 * s, 0.075 * s, 0.006),
                    (0.079 * s, 0.098 * s, 0.003), (0.03 * s, 0.098 * s)], root)
    ring('rubber', root, 0.0765 * s, 0.098 * s, 0.1035 * s)
    light_ring(root, 0.0772 * s, 0.1003 * s)
    box('dark', (0.060, 0.012, 0.040), root, (0, 0.083 * s, 0.047), radius=0.003)
    for x in (-0.015, 0.015):
        plug(root, (x, 0.088 * s, 0.047), (-90, 0, 0))
    if cable:
        tube('rubber', [(0.015, 0.115, 0.047), (0.02, 0.17, 0.036), (0.06, 0.24, 0.008), (0.25, 0.36, 0.006), (0.7, 0.55, 0.006),
                        (1.6, 0.8, 0.006)], 0.0055, root)
