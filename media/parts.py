"""Parts that machines of one maker share. All stand on their own z axis: a cap closes a joint towards +z, a screw's head looks
to +z, a wheel turns round z."""
import math

import bpy

from shapes import box, lathe, node, slab, text


def screw(parent, at, turn=(0, 0, 0), radius=0.0045, material='steel'):
    """A socket head screw."""
    frame = node(parent, at, turn)
    r = radius
    lathe(material, [(r, -0.002), (r, 0.0035, 0.0008), (r * 0.62, 0.0035, 0.0003), (r * 0.56, 0.0033), (r * 0.56, 0.0008),
                     (0, 0.0008)], frame, segments=32)
    lathe('rubber', [(r * 0.555, 0.0009), (0, 0.0009)], frame, segments=6)
    return frame


def screws(parent, count, circle, z=0.0, radius=0.0045, material='steel', first=0.0, at=(0, 0, 0), turn=(0, 0, 0)):
    """Screws on a bolt circle of this radius; `first` is a part of the pitch."""
    frame = node(parent, at, turn)
    for index in range(count):
        angle = 2 * math.pi * (index + first) / count
        screw(frame, (circle * math.cos(angle), circle * math.sin(angle), z), (0, 0, 0), radius, material)
    return frame


def pan_screw(parent, at, turn=(0, 0, 0), radius=0.0015, material='steel'):
    """A small screw with a low round head and a hexagon socket, standing on its place."""
    frame = node(parent, at, turn)
    r = radius
    lathe(material, [(r, -r * 0.5), (r, r * 0.35, r * 0.25), (r * 0.75, r * 0.75, r * 0.6), (r * 0.5, r * 0.8, r * 0.1), (r * 0.46, r * 0.7),
                     (r * 0.46, 0), (0, 0)], frame, segments=32)
    lathe('rubber', [(r * 0.47, r * 0.1), (0, r * 0.1)], frame, segments=6)
    return frame


def ring(material, parent, radius, low, high, at=(0, 0, 0), turn=(0, 0, 0), edge=0.0015):
    """A band round a tube, between two heights."""
    return lathe(material, [(radius - 0.01, low), (radius, low, edge), (radius, high, edge), (radius - 0.01, high)],
                 parent, at, turn)


def light_ring(parent, radius, z, at=(0, 0, 0), turn=(0, 0, 0), material='light', height=0.0017):
    """A thin ring of light in a gap, `radius` being the surface round it."""
    return lathe(material, [(radius - 0.012, z), (radius, z, 0.0005), (radius, z + height, 0.0005),
                            (radius - 0.012, z + height)], parent, at, turn)


def cap(parent, radius, at, turn, light=True, material='dark', words=None):
    """The cover at a joint's end: a gap, a ring of light, a dished disc with three screws."""
    frame = node(parent, at, turn)
    lathe('rubber', [(radius - 0.004, -0.004), (radius - 0.004, 0.004)], frame)
    if light:
        lathe('light', [(radius - 0.0035, 0.0012), (radius - 0.0012, 0.0012, 0.0004), (radius - 0.0012, 0.0034, 0.0004),
                        (radius - 0.0035, 0.0034)], frame)
    z = 0.0046
    lathe(material, [(radius - 0.006, z - 0.004), (radius - 0.0005, z - 0.0002, 0.0006), (radius - 0.0005, z + 0.006, 0.004),
                     (radius * 0.86, z + 0.0125, 0.004), (radius * 0.60, z + 0.0125, 0.0008), (radius * 0.59, z + 0.0112, 0.0004),
                     (radius * 0.575, z + 0.0112, 0.0004), (radius * 0.565, z + 0.0125, 0.0008), (0, z + 0.0131)], frame)
    if radius > 0.05:
        screws(frame, 3, radius * 0.735, z + 0.0112, radius * 0.042, 'anodised')
    if words:
        text('pale ink', words, radius * 0.42, frame, (0, 0, z + 0.0133))
    return frame


def seam(parent, radius, z, at=(0, 0, 0)):
    """Where two halves of a tube meet."""
    return lathe('rubber', [(radius - 0.003, -0.0008), (radius + 0.0006, -0.0006, 0.0002), (radius + 0.0006, 0.0006, 0.0002),
                            (radius - 0.003, 0.0008)], parent, (at[0], at[1], at[2] + z))


def plug(parent, at, turn=(0, 0, 0), scale=1.0):
    """A round machine connector with its cable sleeve."""
    s = scale
    return lathe('steel', [(0.004 * s, 0), (0.0095 * s, 0, 0.001), (0.0095 * s, 0.016 * s, 0.002), (0.006 * s, 0.018 * s),
                           (0.006 * s, 0.03 * s), (0, 0.03 * s)], parent, at, turn, segments=48)


def flange(parent, material='aluminium'):
    """The tool flange ISO 9409-1-50-4-M6, 63 mm wide, its face 10 mm above the parent: four M6 on a circle of 50 mm, centring bore
    of 31.5 mm."""
    lathe(material, [(0.016, 0), (0.0315, 0, 0.0008), (0.0315, 0.010, 0.001), (0.01575, 0.010, 0.0006), (0.01575, 0.003)], parent)
    screws(parent, 4, 0.025, 0.0068, 0.0036, first=0.5)
    lathe('rubber', [(0.01575, 0.0035), (0, 0.0035)], parent)


def lens(parent, at, turn=(0, 0, 0), radius=0.010):
    """A camera's objective, looking to +z."""
    frame = node(parent, at, turn)
    r = radius
    lathe('dark', [(r * 0.86, -0.004), (r * 1.25, -0.004, 0.0004), (r * 1.25, r * 0.28, 0.0008), (r * 1.02, r * 0.28, 0.0006),
                   (r * 0.86, r * 0.02)], frame, segments=96)
    lathe('lens', [(r * 0.9, 0), (r * 0.7, r * 0.13), (r * 0.35, r * 0.22), (0, r * 0.25)], frame, segments=96)
    return frame


def lidar(parent, at, radius=0.05, height=0.055):
    """A scanner: base, dark window all round, cap with a thin white ring."""
    frame = node(parent, at)
    r, h = radius, height
    lathe('anodised', [(0, 0), (r * 1.05, 0, 0.002), (r * 1.02, h * 0.22, 0.003), (r * 0.93, h * 0.26)], frame)
    lathe('gloss', [(r * 0.92, h * 0.24), (r * 0.92, h * 0.68), (r * 0.8, h * 0.70)], frame)
    light_ring(frame, r * 0.985, h * 0.69, material='white light', height=0.0013)
    lathe('dark', [(r * 0.4, h * 0.70), (r * 0.97, h * 0.72, 0.0015), (r * 0.97, h * 0.94, 0.006), (0, h)], frame)
    return frame


def wheel(parent, at, turn, radius, width, hub='anodised'):
    """A tyre with a tread on a hub; it turns round its z axis."""
    frame = node(parent, at, turn)
    r, w = radius, width / 2
    lathe('rubber', [(r * 0.62, -w), (r * 0.9, -w, r * 0.06), (r, -w * 0.72, r * 0.08), (r, w * 0.72, r * 0.08),
                     (r * 0.9, w, r * 0.06), (r * 0.62, w)], frame)
    for groove in (-0.35, 0, 0.35):
        lathe('dark', [(r * 0.9, groove * w - 0.0012), (r * 1.0006, groove * w - 0.0012), (r * 1.0006, groove * w + 0.0012),
                       (r * 0.9, groove * w + 0.0012)], frame)
    lathe(hub, [(0, w * 0.9), (r * 0.25, w * 0.9, 0.001), (r * 0.3, w * 0.72, 0.002), (r * 0.56, w * 0.72, 0.002),
                (r * 0.63, w * 0.95, 0.001), (r * 0.63, -w * 0.9), (0, -w * 0.9)], frame)
    screws(frame, 5, r * 0.43, w * 0.72, r * 0.05)
    return frame


def t_slot(width, height, slots, slot=0.010, depth=0.012):
    """The outline of an aluminium profile with T slots in both sides and its top, standing on z = 0."""
    def side(start, end, count):
        (y0, z0), (y1, z1) = start, end
        length = math.hypot(y1 - y0, z1 - z0)
        ty, tz = (y1 - y0) / length, (z1 - z0) / length
        points = [start]
        for index in range(count):
            middle = length * (index + 0.5) / count
            for along, inwards in ((-slot / 2, 0), (-slot / 2, 0.0025), (-slot, 0.0045), (-slot * 0.8, depth), (slot * 0.8, depth),
                                   (slot, 0.0045), (slot / 2, 0.0025), (slot / 2, 0)):
                points.append((y0 + ty * (middle + along) + tz * inwards, z0 + tz * (middle + along) - ty * inwards))
        return points
    w = width / 2
    return [*side((-w, 0), (-w, height), slots), *side((-w, height), (w, height), 2), *side((w, height), (w, 0), slots), (w, 0)]


def name_plate(parent, words, at, turn=(0, 0, 0), size=(0.07, 0.022)):
    """The maker's plate: engraved metal with two rivets."""
    frame = node(parent, at, turn)
    box('satin', (*size, 0.0012), frame, radius=0.0005)
    text('ink', words, size[1] * 0.42, frame, (0, 0, 0.0008))
    for side in (-1, 1):
        lathe('steel', [(0.0014, 0), (0.0012, 0.0006, 0.0004), (0, 0.0008)], frame, (side * size[0] * 0.46, 0, 0.0005), segments=24)
    return frame


def emergency_stop(parent, at, turn=(0, 0, 0)):
    """A stop button on its collar, 44 mm wide, 24 mm high."""
    frame = node(parent, at, turn)
    lathe('yellow', [(0.0, 0.0), (0.022, 0.0), (0.022, 0.0032, 0.001), (0.0150, 0.0048, 0.001), (0.0150, 0.006), (0, 0.006)],
          frame)
    lathe('dark', [(0.0122, 0.004), (0.0122, 0.0105)], frame, segments=64)
    lathe('red', [(0.010, 0.010), (0.0165, 0.010, 0.0015), (0.0195, 0.0135, 0.002), (0.0195, 0.0185, 0.003),
                  (0.015, 0.0232, 0.005), (0, 0.0240)], frame)
    return frame


def depth_camera(parent, at, turn=(0, 0, 0), size=(0.090, 0.026)):
    """A black window with two lenses and the projector between them, 2 mm proud, looking to +z."""
    frame = node(parent, at, turn)
    width, height = size
    slab('dark', [(0.004, -0.004), (0, -0.004, 0.0005), (0, 0.0020, 0.0009), (0.0024, 0.0020, 0.0003), (0.0026, 0.0012),
                  (0.004, 0.0012)], size, height * 0.48, frame)
    slab('gloss', [(0.0024, 0.0), (0.0024, 0.0014, 0.0002), (0.004, 0.0014)], size, height * 0.48, frame)
    for side in (-1, 1):
        lens(frame, (side * (width - height) * 0.5, 0, 0.0012), radius=height * 0.23)
    lens(frame, (width * 0.06, 0, 0.0012), radius=height * 0.10)
    lathe('light', [(height * 0.035, 0.0013), (height * 0.035, 0.0018, 0.0002), (0, 0.0018)], frame, (-width * 0.08, 0, 0),
          segments=24)
    return frame


def without_arch_backs(wheels):
    """Removes the dark discs that close the wheels' arches: for pictures only, they reach below the ground."""
    for wheel in wheels:
        for thing in wheel.parent.children:
            if thing != wheel:
                bpy.data.objects.remove(thing)
