"""From a scene to a picture: Cycles, denoising, and developing as a photographer would."""
import tempfile

import bpy
import numpy as np

from denoise import denoise

GROUND = 'Ground'  # the pass that shows where the studio's ground is seen
PASSES = ('Image', 'Denoising Albedo', 'Denoising Normal', GROUND)
GRAIN = 0.004
BLACK = 10, 10, 11  # the ground of pages, #0A0A0B, which is the black of all pictures


def mark_as_ground(material):
    """What is seen of this material fades into the page."""
    mark = material.node_tree.nodes.new('ShaderNodeOutputAOV')
    mark.name = GROUND
    mark.inputs['Value'].default_value = 1


def prepare(size, samples, bounces):
    """Sets Cycles up for pictures of `size` pixels with `samples` light paths in each, which end after so many bounces (in all,
    diffuse, glossy, transmission). Returns what `take` needs."""
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine = 'CYCLES'
    (render.resolution_x, render.resolution_y), render.resolution_percentage = size, 100
    render.use_persistent_data = True
    cycles.device, cycles.samples, cycles.seed = 'CPU', samples, 11
    cycles.use_adaptive_sampling = cycles.use_denoising = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = bounces
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect, cycles.blur_glossy, cycles.filter_width = 8, 3, 0.5, 1.4
    scene.view_settings.view_transform = 'Standard'
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    ground = layer.aovs.add()
    ground.name, ground.type = GROUND, 'VALUE'
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    tree.links.new(layers.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs['Image'])
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.format.file_format, out.format.color_depth, out.format.color_mode = 'OPEN_EXR', '32', 'RGB'
    out.format.exr_codec = 'NONE'
    out.file_slots.clear()
    for name in PASSES:
        out.file_slots.new(name.replace(' ', '_') + '_')
        tree.links.new(layers.outputs[name], out.inputs[-1])
    return out


def take(out):
    """Renders the scene as it stands. Returns its light, (height, width, 3), without noise, and how much of each pixel is the
    studio's ground, (height, width, 1)."""
    with tempfile.TemporaryDirectory(prefix='orrery-render-') as folder:
        out.base_path = folder
        bpy.ops.render.render()
        *light, ground = (read(f'{folder}/{slot.path}{bpy.context.scene.frame_current:04}.exr') for slot in out.file_slots)
    return denoise(*light), ground[..., :1]


def read(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Non-Color'
    width, height = image.size
    values = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(values)
    bpy.data.images.remove(image)
    return np.ascontiguousarray(values.reshape(height, width, 4)[::-1, :, :3])


def develop(light, studio_ground, fades=True, shrink=1, exposure=1.22, grain=GRAIN):
    """Bloom, a filmic curve, `shrink` pixels into one (after the curve, so that bright edges stay smooth), and dither against
    bands. Nothing is darker than BLACK; if the picture `fades`, the studio and the edges of the frame end in it. Returns 8-bit pixels."""
    light = _bloom(light * exposure)
    shown = _gamma(_filmic(light))
    height, width = shown.shape[0] // shrink, shown.shape[1] // shrink

    def small(picture):
        return picture[:height * shrink, :width * shrink].reshape(height, shrink, width, shrink, -1).mean((1, 3))

    mask = _fade(height, width, small(studio_ground)) if fades else np.ones((height, width, 1))
    black = np.array(BLACK) / 255
    shown = black + (1 - black) * small(shown) * mask
    noise = np.random.default_rng(7)
    shown = shown + ((noise.random((height, width, 1)) - 0.5) * grain + (noise.random((height, width, 3)) - 0.5) / 255) * mask
    return np.clip(np.maximum(shown, black) * 255 + 0.5, 0, 255).astype(np.uint8)


def _bloom(light, strength=0.24):
    height, width, scale = *light.shape[:2], light.shape[1] / 1600
    bright = np.clip(light - 1, 0, 8)
    bright = np.pad(bright, ((0, -height % 4), (0, -width % 4), (0, 0)), mode='edge')
    small = bright.reshape(bright.shape[0] // 4, 4, bright.shape[1] // 4, 4, 3).mean((1, 3))
    glow = 0.6 * _blur(small, 3 * scale) + 0.4 * _blur(small, 14 * scale)
    glow = _blur(glow.repeat(4, 0).repeat(4, 1), 2)[:height, :width]
    return light + strength * glow


def _blur(picture, sigma):
    reach = int(3 * sigma) + 1
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2).astype(np.float32)
    kernel /= kernel.sum()
    for axis in (0, 1):
        pad = [(0, 0)] * 3
        pad[axis] = (reach, reach)
        padded = np.pad(picture, pad, mode='edge')
        length = picture.shape[axis]
        picture = sum(weight * padded.take(range(k, k + length), axis) for k, weight in enumerate(kernel))
    return picture


def _filmic(light):
    """A shoulder like ACES', with highlights that lose a little of their colour, as film does."""
    x = light * 0.92
    shown = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1)
    grey = (shown @ np.array((0.2126, 0.7152, 0.0722)))[..., None]
    return np.clip(shown + (grey - shown) * 0.12 * grey, 0, 1)


def _gamma(linear):
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-8) ** (1 / 2.4) - 0.055)


def _fade(height, width, studio_ground):
    """The studio darkens from the middle outwards, machines only where they leave the frame."""
    v, u = np.abs(np.mgrid[0:height, 0:width] / np.array((height, width))[:, None, None] - 0.5) * 2
    studio = _smooth(1 - np.clip((np.hypot(u, v * 0.95) - 0.30) / 0.80, 0, 1))
    edge = _smooth(np.clip((1 - np.maximum(u, v)) / 0.14, 0, 1))
    return (edge * (1 - studio_ground[..., 0] * (1 - studio)))[..., None]


def _smooth(x):
    return x ** 3 * (x * (6 * x - 15) + 10)


def save(pixels, path):
    """Writes PNG, or JPEG of high quality, by the file's name."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new('picture', width, height)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = pixels[::-1] / 255
    image.pixels.foreach_set(rgba.ravel())
    image.filepath_raw, image.file_format = str(path), 'PNG'
    image.save()
    bpy.data.images.remove(image)
