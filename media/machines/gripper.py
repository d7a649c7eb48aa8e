"""The parallel gripper: 80 mm stroke, flange ISO 9409-1-50-4-M6, 0.9 kg."""
from parts import light_ring, screw, screws
from shapes import block, box, cast, cylinder, lathe, node, text, union, without

STROKE = 0.080  # of both fingers together
PADS = 0.166  # how far the middle of the pads is from the flange


def gripper(parent, opening=0.05):
    """Stands on the flange's face and works along +z. Returns the two fingers, which `grip` moves; `opening` is the clear width
    between the pads in metres, at most the stroke."""
    lathe('anodised', [(0, 0.003), (0.0157, 0.003), (0.0157, 0, 0.0005), (0.0315, 0, 0.001), (0.0315, 0.009, 0.001), (0.030, 0.0105, 0.0006), (0.030, 0.0125, 0.0006),
                       (0.037, 0.0145, 0.001), (0.037, 0.026, 0.002), (0.02, 0.026)], parent)
    screws(parent, 4, 0.025, 0.0092, 0.0034, first=0.5)
    body = union(0.02, block((0, 0, 0.064), (0.058, 0.031, 0.040), 0.012), cylinder((0, 0, 0.03), 'z', 0.037, 0.012))
    slide = block((0, 0, 0.108), (0.052, 0.0125, 0.010), 0.003)
    cast('dark', without(0.003, body, slide), (-0.06, -0.039, 0.015), (0.06, 0.039, 0.106), parent, cell=0.0014)
    for side in (-1, 1):
        face = node(parent, (0, 0, 0), (0, 0, 0 if side < 0 else 180))
        box('anodised', (0.074, 0.0016, 0.034), face, (0, -0.0313, 0.066), radius=0.0007)
        for x in (-0.031, 0.031):
            screw(face, (x, -0.0318, 0.066), (90, 0, 0), 0.0028)
        box('light', (0.040, 0.0012, 0.0028), face, (0, -0.0318, 0.066), radius=0.0006)
        # Legible from one side when it stands on its flange, from the other when it hangs at an arm.
        text('pale ink', 'ORRERY G80', 0.0062, face, (0, -0.0323, 0.0555), (90, 0 if side < 0 else 180, 0))
    light_ring(parent, 0.0305, 0.0108)
    box('grey', (0.100, 0.0165, 0.006), parent, (0, 0, 0.1015), radius=0.001)
    fingers = []
    for side in (-1, 1):
        finger = node(parent)
        finger['side'] = side
        box('anodised', (0.026, 0.034, 0.018), finger, (0, 0, 0.115), radius=0.0025)
        for x in (-0.007, 0.007):
            screw(finger, (x, -0.0172, 0.115), (90, 0, 0), 0.0026)
            screw(finger, (x, 0.0172, 0.115), (-90, 0, 0), 0.0026)
        box('grey', (0.014, 0.026, 0.070), finger, (side * 0.004, 0, 0.154), radius=0.003)
        box('rubber', (0.0045, 0.024, 0.042), finger, (side * -0.0048, 0, 0.166), radius=0.0012)
        for groove in range(7):
            box('rubber', (0.0016, 0.0242, 0.0026), finger, (side * -0.0074, 0, 0.149 + groove * 0.0058), radius=0.0007)
        fingers.append(finger)
    grip(fingers, opening)
    return fingers


def grip(fingers, opening):
    """Moves the fingers to a clear width between their pads."""
    for finger in fingers:
        finger.location.x = finger['side'] * (min(opening, STROKE) / 2 + 0.0082)
