"""The studio that all machines stand in: dark, feathered softboxes, two rim strips from behind, and cards that only
reflections see, so that dark caps read as surfaces without flattening the shells."""
import math

import bpy
import numpy as np
from mathutils import Vector

import materials
import picture
import shapes


def aim(thing, target):
    thing.rotation_euler = (Vector(target) - Vector(thing.location)).to_track_quat('-Z', 'Y').to_euler()


def softbox(at, target, size, power, colour=(1, 1, 1), feather=0.6):
    """A rectangular light with a soft edge, as a diffuser has. `power` is in watts, the size in metres."""
    lamp = bpy.data.lights.new('softbox', 'AREA')
    lamp.shape, (lamp.size, lamp.size_y), lamp.energy, lamp.color = 'RECTANGLE', size, power, colour
    lamp.use_nodes = True
    nodes, link = lamp.node_tree.nodes, lamp.node_tree.links.new
    place = nodes.new('ShaderNodeSeparateXYZ')
    link(nodes.new('ShaderNodeNewGeometry').outputs['Parametric'], place.inputs[0])
    edges = []
    for axis in 'XY':
        inwards = nodes.new('ShaderNodeMath')
        inwards.operation = 'PINGPONG'
        inwards.inputs[1].default_value = 0.5
        link(place.outputs[axis], inwards.inputs[0])
        soft = nodes.new('ShaderNodeMapRange')
        soft.interpolation_type = 'SMOOTHSTEP'
        soft.inputs['From Max'].default_value = feather / 2
        link(inwards.outputs[0], soft.inputs['Value'])
        edges.append(soft.outputs[0])
    both = nodes.new('ShaderNodeMath')
    both.operation = 'MULTIPLY'
    link(edges[0], both.inputs[0])
    link(edges[1], both.inputs[1])
    link(both.outputs[0], nodes['Emission'].inputs['Strength'])
    return _put(lamp, at, target)


def card(at, target, size, strength, colour=(0.90, 0.94, 1)):
    """A bright card that shows in reflections alone."""
    glow = bpy.data.materials.new('card')
    glow.use_nodes = True
    glow.cycles.sample_as_light = False
    nodes, link = glow.node_tree.nodes, glow.node_tree.links.new
    nodes.clear()
    emission = nodes.new('ShaderNodeEmission')
    emission.inputs[0].default_value = (*colour, 1)
    link(emission.outputs[0], nodes.new('ShaderNodeOutputMaterial').inputs[0])
    gradient = nodes.new('ShaderNodeTexGradient')
    gradient.gradient_type = 'QUADRATIC_SPHERE'
    link(nodes.new('ShaderNodeTexCoord').outputs['Object'], gradient.inputs[0])
    scale = nodes.new('ShaderNodeMath')
    scale.operation, scale.inputs[1].default_value = 'MULTIPLY', strength
    link(gradient.outputs['Fac'], scale.inputs[0])
    link(scale.outputs[0], emission.inputs['Strength'])
    made = shapes.sheet(None, (2, 2), at=at)
    made.data.materials.append(glow)
    made.scale = (size[0] * 0.65, size[1] * 0.65, 1)
    made.visible_camera = made.visible_diffuse = made.visible_shadow = made.visible_transmission = False
    aim(made, target)
    return made


def _put(lamp, at, target):
    made = bpy.data.objects.new('lamp', lamp)
    bpy.context.scene.collection.objects.link(made)
    made.location = at
    aim(made, target)
    return made


def spot(at, target, power, angle, colour=(0.72, 0.84, 1), radius=0.3):
    lamp = bpy.data.lights.new('spot', 'SPOT')
    lamp.energy, lamp.spot_size, lamp.spot_blend, lamp.shadow_soft_size = power, math.radians(angle), 1, radius
    lamp.color = colour
    return _put(lamp, at, target)


def world(strength=0.012, colour=(0.5, 0.55, 0.65)):
    made = bpy.data.worlds.new('world')
    bpy.context.scene.world = made
    made.use_nodes = True
    background = made.node_tree.nodes['Background'].inputs
    background[0].default_value = (*colour, 1)
    background[1].default_value = strength


def ground(depth=1.6, radius=1.2, fade=False):
    """A floor that bends up into a wall `depth` behind the middle. With `fade` it darkens towards the edges of the picture."""
    bend = [(depth + radius * math.sin(a), radius - radius * math.cos(a)) for a in np.linspace(0, math.pi / 2, 24)]
    line = [(-8, 0), *bend, (depth + radius, 8)]
    vertices = [(x, y, z) for y, z in line for x in (-12, 12)]
    mesh = shapes._mesh('ground', vertices, [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(len(line) - 1)])
    made = shapes._solid('ground', mesh, 'floor', None, (0, 0, 0), (0, 0, 0))
    mesh.materials.append(materials.get('wall'))
    for index, face in enumerate(mesh.polygons):
        face.material_index = int(index >= 6)
    if fade:
        for material in mesh.materials:
            picture.mark_as_ground(material)


def studio(target=(0, 0, 0.45), size=1.0, power=1.0, glow=1.0):
    """Light for a machine of about `size` metres in front of the wall, which `glow` lights. Larger machines move everything back
    and keep the brightness."""
    world()
    ground(depth=1.6 * size, radius=1.2 * size, fade=True)
    x, y, z = target
    watts = power * size * size

    def away(dx, dy, dz):
        return (x + dx * size, y + dy * size, z + dz * size)

    softbox(away(-2.0, -0.55, 1.30), target, (0.9 * size, 1.5 * size), 42 * watts, (1, 0.975, 0.94))
    softbox(away(0, 0.45, 1.65), away(0, 0, -0.25), (1.6 * size, 0.8 * size), 66 * watts, (0.95, 0.97, 1))
    softbox(away(-1.30, 1.15, 0.35), target, (0.34 * size, 2.0 * size), 110 * watts, (0.84, 0.92, 1), 0.5)
    softbox(away(1.45, 0.70, 0.35), target, (0.34 * size, 2.0 * size), 150 * watts, (0.84, 0.92, 1), 0.5)
    softbox(away(2.3, -1.7, 0.35), target, (0.45 * size, 1.9 * size), 9 * watts, (0.85, 0.92, 1), 0.8)
    card(away(-1.95, -1.15, 0.15), away(0, 0, -0.20), (1.1 * size, 1.3 * size), 7.5 * power)
    card(away(0.5, -4.4, 1.25), target, (1.8 * size, 1.4 * size), 5 * power)
    spot(away(0, 0.75, 2.15), away(0, 2.8, 0.30), 170 * glow * watts, 80, radius=0.3 * size)


def plain(target=(0, 0, 0.45), size=1.0, power=1.15):
    """Even light for pictures in lists: no wall to be seen, so that the ground is one quiet surface."""
    studio(target, size, power, glow=0)
    softbox((target[0], target[1] - 2.6 * size, target[2] + 2.2 * size), target, (2.4 * size, 1.2 * size), 30 * power * size * size)


def camera(at, target, lens=85, stop=6.3, focus=None):
    """Looks from `at` to `target`; the lens in mm (36 mm sensor), `stop` the f-number, 0 for everything sharp."""
    made = bpy.data.cameras.new('camera')
    made.lens, made.sensor_width = lens, 36
    seen = _put(made, at, target)
    bpy.context.scene.camera = seen
    made.dof.use_dof = stop > 0
    made.dof.aperture_fstop = max(stop, 0.1)
    made.dof.aperture_blades = 9
    made.dof.focus_distance = (Vector(focus or target) - seen.location).length
    return seen
