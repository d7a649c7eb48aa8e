"""What the machines are made of: one maker's finishes. Colours are linear; every material is made when it is first used."""
import bpy

SIGNAL = (1.0, 0.102, 0.014)  # #FF5A1F


class Finish:
    """How a surface looks. `grain` is (height in metres, scale) of a fine texture, `vary` how the roughness wanders. `laid` is for
    flat sheets of bricks, boards or tiles: (length, height, joint in metres, second colour, colour of the joints)."""

    def __init__(self, colour, rough, metal=0.0, coat=0.0, coat_rough=0.1, specular=0.5, grain=None, vary=0.0, scale=20,
                 light=0.0, laid=None):
        self.__dict__.update(locals())


FINISHES = {
    'shell': Finish((0.76, 0.77, 0.785), 0.30, coat=0.5, coat_rough=0.15),
    'satin': Finish((0.46, 0.47, 0.49), 0.34, metal=1),
    'dark': Finish((0.022, 0.023, 0.026), 0.36, coat=0.25, coat_rough=0.25, vary=0.02),
    'graphite': Finish((0.055, 0.057, 0.062), 0.42, coat=0.2, coat_rough=0.3, vary=0.03),
    'anodised': Finish((0.055, 0.058, 0.065), 0.30, metal=1, vary=0.04, grain=(0.000006, 1500)),
    'grey': Finish((0.10, 0.103, 0.11), 0.48, metal=1, vary=0.03),
    'deck': Finish((0.17, 0.175, 0.185), 0.40, metal=1, grain=(0.000004, 1800)),
    'aluminium': Finish((0.80, 0.81, 0.83), 0.22, metal=1, vary=0.05, scale=30),
    'matt aluminium': Finish((0.50, 0.51, 0.53), 0.44, metal=1, vary=0.03, scale=30),
    'steel': Finish((0.62, 0.62, 0.64), 0.18, metal=1, vary=0.04, scale=40),
    'brass': Finish((0.78, 0.56, 0.24), 0.24, metal=1, vary=0.03),
    'rubber': Finish((0.012, 0.012, 0.013), 0.62, specular=0.35, grain=(0.00006, 1200)),
    'belt': Finish((0.030, 0.031, 0.034), 0.5, specular=0.5),
    'gloss': Finish((0.008, 0.008, 0.010), 0.06, coat=1, coat_rough=0.03),
    'lens': Finish((0.004, 0.005, 0.012), 0.03, coat=1, coat_rough=0.0, specular=0.8),
    'coated lens': Finish((0.035, 0.018, 0.075), 0.03, metal=0.7, coat=1, coat_rough=0.0),
    'orange': Finish((0.83, 0.095, 0.014), 0.34, coat=0.4, coat_rough=0.2),
    'red': Finish((0.42, 0.012, 0.010), 0.28, coat=0.4, coat_rough=0.2),
    'yellow': Finish((0.80, 0.42, 0.01), 0.4, coat=0.2, coat_rough=0.3),
    'silicone': Finish((0.33, 0.335, 0.345), 0.5, specular=0.35),
    'board': Finish((0.004, 0.045, 0.030), 0.42, coat=0.3, coat_rough=0.3),
    'package': Finish((0.022, 0.022, 0.024), 0.48),
    'trace': Finish((0.010, 0.105, 0.070), 0.36, coat=0.3, coat_rough=0.3),
    'carton': Finish((0.32, 0.20, 0.105), 0.78, specular=0.2, grain=(0.0001, 300), vary=0.05),
    'paper': Finish((0.72, 0.71, 0.68), 0.7, specular=0.2),
    'wood': Finish((0.17, 0.092, 0.046), 0.5, coat=0.15, coat_rough=0.4, vary=0.06, scale=8),
    'teal': Finish((0.015, 0.12, 0.13), 0.4, coat=0.3, coat_rough=0.2),
    'light': Finish((0.02, 0.02, 0.02), 0.3, light=6),
    'white light': Finish((0.02, 0.02, 0.02), 0.3, light=6),
    'beam': Finish((0.02, 0.02, 0.02), 0.3, light=0.9),
    'screen': Finish((0.02, 0.02, 0.02), 0.2, light=1.2),
    'display': Finish((0.008, 0.009, 0.011), 0.07, coat=1, coat_rough=0.03, light=0.008),
    'lettering': Finish((0.02, 0.02, 0.02), 0.4, light=0.75),
    'ink': Finish((0.05, 0.052, 0.058), 0.4),
    'pale ink': Finish((0.60, 0.61, 0.63), 0.4),
    'brick': Finish((0.34, 0.105, 0.052), 0.85, specular=0.2, laid=(0.22, 0.068, 0.010, (0.19, 0.062, 0.036), (0.30, 0.26, 0.22))),
    'boards': Finish((0.150, 0.070, 0.029), 0.36, coat=0.2, coat_rough=0.35, vary=0.08, scale=5,
                     laid=(2.4, 0.16, 0.003, (0.090, 0.042, 0.018), (0.010, 0.006, 0.004))),
    'tiles': Finish((0.30, 0.31, 0.32), 0.22, specular=0.5, vary=0.05, scale=2,
                    laid=(1.2, 0.6, 0.004, (0.275, 0.285, 0.295), (0.10, 0.10, 0.105))),
    'concrete': Finish((0.070, 0.069, 0.067), 0.28, specular=0.45, vary=0.12, scale=1.6),
    'plaster': Finish((0.42, 0.41, 0.40), 0.8, specular=0.2),
    'oak': Finish((0.26, 0.135, 0.060), 0.5, coat=0.15, coat_rough=0.4, vary=0.06, scale=8),
    'timber': Finish((0.085, 0.045, 0.022), 0.7, specular=0.25, vary=0.08, scale=4),
    'girder': Finish((0.030, 0.036, 0.042), 0.5, coat=0.1, coat_rough=0.4),
    'paint': Finish((0.045, 0.085, 0.105), 0.38, coat=0.3, coat_rough=0.25, vary=0.03),
    'night': Finish((0.004, 0.005, 0.008), 0.9, specular=0.1),
    'day': Finish((0, 0, 0), 1, light=1.0),
    'dusk': Finish((0, 0, 0), 1, light=0.42),
    'bulb': Finish((0.02, 0.02, 0.02), 0.3, light=14),
    'lit room': Finish((0, 0, 0), 1, light=0.75),
    'cold light': Finish((0.02, 0.02, 0.02), 0.3, light=3.2),
    'lamp light': Finish((0.02, 0.02, 0.02), 0.3, light=3.2),
    'floor': Finish((0.013, 0.013, 0.0145), 0.27, vary=0.025, scale=1.3),
    'wall': Finish((0.011, 0.011, 0.0125), 0.75, specular=0.15),
}
GLOWS = {'light': (1.0, 0.30, 0.05), 'beam': (1.0, 0.30, 0.05), 'white light': (0.75, 0.9, 1.0), 'screen': (0.55, 0.75, 1.0),
         'display': (0.45, 0.62, 1.0), 'lettering': (0.95, 0.94, 0.92), 'day': (0.52, 0.75, 1.0), 'dusk': (0.10, 0.25, 0.72),
         'bulb': (1.0, 0.66, 0.34), 'lit room': (1.0, 0.55, 0.20), 'lamp light': (1.0, 0.60, 0.26),
         'cold light': (0.45, 0.85, 1.0)}


def get(name):
    """The material of this name."""
    return bpy.data.materials.get(name) or _make(name, FINISHES[name])


def _make(name, finish):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    surface = nodes['Principled BSDF']
    inputs = surface.inputs
    inputs['Base Color'].default_value = (*finish.colour, 1)
    inputs['Roughness'].default_value = finish.rough
    inputs['Metallic'].default_value = finish.metal
    inputs['Specular'].default_value = finish.specular
    inputs['Clearcoat'].default_value = finish.coat
    inputs['Clearcoat Roughness'].default_value = finish.coat_rough
    if finish.light:
        inputs['Emission'].default_value = (*GLOWS[name], 1)
        inputs['Emission Strength'].default_value = finish.light
        made.cycles.sample_as_light = False  # else thin rings of light take half of all light samples
    if not (finish.grain or finish.vary or finish.laid):
        return made
    place = nodes.new('ShaderNodeTexCoord').outputs['Object']

    def noise(scale, detail):
        texture = nodes.new('ShaderNodeTexNoise')
        texture.inputs['Scale'].default_value = scale
        texture.inputs['Detail'].default_value = detail
        link(place, texture.inputs['Vector'])
        return texture.outputs['Fac']

    if finish.grain:
        height, scale = finish.grain
        bump = nodes.new('ShaderNodeBump')
        bump.inputs['Strength'].default_value = 1
        bump.inputs['Distance'].default_value = height
        link(noise(scale, 2), bump.inputs['Height'])
        link(bump.outputs['Normal'], inputs['Normal'])
    if finish.laid:
        length, height, joint, second, between = finish.laid
        course = nodes.new('ShaderNodeTexBrick')
        for key, value in (('Scale', 1), ('Brick Width', length), ('Row Height', height), ('Mortar Size', joint / 2),
                           ('Mortar Smooth', 0.2)):
            course.inputs[key].default_value = value
        for key, value in (('Color1', finish.colour), ('Color2', second), ('Mortar', between)):
            course.inputs[key].default_value = (*value, 1)
        link(place, course.inputs['Vector'])
        link(course.outputs['Color'], inputs['Base Color'])
        sunk = nodes.new('ShaderNodeBump')
        sunk.invert = True
        sunk.inputs['Distance'].default_value = joint / 2
        link(course.outputs['Fac'], sunk.inputs['Height'])
        link(sunk.outputs['Normal'], inputs['Normal'])
    if finish.vary:
        spread = nodes.new('ShaderNodeMapRange')
        for key, value in (('From Min', 0.3), ('From Max', 0.7), ('To Min', max(0.02, finish.rough - finish.vary)),
                           ('To Max', finish.rough + finish.vary)):
            spread.inputs[key].default_value = value
        link(noise(finish.scale, 6), spread.inputs['Value'])
        link(spread.outputs['Result'], inputs['Roughness'])
    return made
