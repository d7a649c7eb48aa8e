"""How things move in films: between moments, without jerks, as a controller plans it."""
import bpy
import numpy as np

SHUTTER = 0.5  # how much of a frame's time its picture shows, if it is blurred


def ease(part):
    """From 0 to 1 with speed and acceleration zero at both ends."""
    part = min(max(part, 0), 1)
    return part ** 3 * (part * (6 * part - 15) + 10)


def at(moments, time):
    """The values at a time, from a list of (time, values...) that is sorted by time; in between they are eased."""
    for (start, *a), (end, *b) in zip(moments, moments[1:]):
        if time < end:
            part = ease((time - start) / (end - start))
            return [x + (y - x) * part for x, y in zip(a, b)]
    return moments[-1][1:]


def key(pose, frames, rate):
    """Keys what a posing function moves in so many frames, so that Cycles can blur it. Returns a function that does what the posing
    function does, at the times of frames."""
    scene = bpy.context.scene
    ways = {thing: np.empty((frames + 2, 6), np.float32) for thing in scene.objects}
    for index in range(frames + 2):
        pose((index - 1) / rate)
        for thing, way in ways.items():
            way[index] = (*thing.location, *thing.rotation_euler)
    for thing, way in ways.items():
        if np.ptp(way, 0).max() > 1e-6:
            way[:, 3:] = np.unwrap(way[:, 3:], axis=0)
            thing.animation_data_create().action = _action(way)
    scene.render.use_motion_blur, scene.render.motion_blur_shutter = True, SHUTTER
    return lambda time: scene.frame_set(round(time * rate) + 1)


def _action(way):
    """Straight lines between places and turns (x, y, z, and round them), of which the first is that of frame 0."""
    made = bpy.data.actions.new('way')
    for column in range(6):
        curve = made.fcurves.new('location' if column < 3 else 'rotation_euler', index=column % 3)
        curve.keyframe_points.add(len(way))
        curve.keyframe_points.foreach_set('co', np.stack([np.arange(len(way)), way[:, column]], 1).ravel())
        for point in curve.keyframe_points:
            point.interpolation = 'LINEAR'
        curve.update()
    return made
