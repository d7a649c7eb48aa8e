"""The entertainment companion."""
from machines.companion import companion
from shots import card, detail, hero
from studio import camera, card as reflection, plain, studio


@hero('companion')
def whole():
    made = companion(gaze=(0.002, 0.001))
    made.root.rotation_euler[2] = 0.44
    made.pose(pan=-9, tilt=-5, left=24, right=146)
    studio((0, 0, 0.16), 0.42)
    reflection((-0.55, -0.75, 0.02), (0, 0, 0.06), (0.5, 0.25), 4)
    camera((0.10, -1.55, 0.33), (0, 0, 0.152), lens=100, stop=9, focus=(0, -0.07, 0.25))


@detail('companion-detail-1')
def face():
    made = companion(gaze=(0.001, 0))
    made.root.rotation_euler[2] = 0.5
    made.pose(tilt=2)
    studio((0, 0, 0.25), 0.36, power=0.72)
    camera((0.02, -0.70, 0.47), (0.006, -0.04, 0.263), lens=100, stop=13, focus=(0.01, -0.06, 0.29))


@detail('companion-detail-2')
def drive():
    made = companion()
    made.root.rotation_euler[2] = 0.62
    made.pose(left=18, right=30)
    studio((0, 0, 0.10), 0.36)
    reflection((-0.5, -0.5, 0.05), (-0.05, 0, 0.05), (0.6, 0.3), 22)
    reflection((0.35, -0.7, 0.10), (0, 0, 0.05), (0.5, 0.3), 5)
    camera((-0.06, -0.74, 0.15), (-0.016, 0, 0.062), lens=100, stop=14, focus=(0, -0.1, 0.06))


@card('companion-card')
def small():
    made = companion(gaze=(0.001, 0))
    made.root.rotation_euler[2] = 0.36
    made.pose(pan=-6, tilt=-3, left=24, right=30)
    plain((0, 0, 0.16), 0.42)
    camera((0.12, -1.6, 0.36), (0, 0, 0.153), lens=112, stop=11, focus=(0, -0.07, 0.25))
