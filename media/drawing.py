"""Line drawings of machines: orthographic views, traced from what Cycles says about each pixel, on sheets with dimensions.

A machine is drawn as its silhouette with an even outline, contours where one part stands well before another, and quieter edges.
Lengths of machines are metres, those of a sheet its units; a point of a view is (to the right, up), in metres."""
import math
import re
import subprocess
import tempfile
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

import picture
from lettering import outlined

SIZE = 960, 720
FINE = 3.5      # pixels for each unit of the sheet
LINE = 1.1      # width of edges; contours are wider by half
SMALLEST, THINNEST = 8, 0.4  # units; smaller and thinner parts are left out, and so is lettering
CREASE = 33     # degrees
EDGE_DEPTH, CONTOUR_DEPTH = 0.8, 14  # units; from one part to what is behind it
MARGIN = 12     # pixels round the machine
TRACE = 3       # steps of a pixel that a traced point can stand on
FAR = 1e3       # metres, as the depth of the background
FACE, OUTLINE, CONTOUR, EDGE = '#1a1b1f', '#d0d0cc', '#a5a7a4', '#6b6e75'
QUIET, NUMBER, NOTE, SIGNAL = '#6b6e75', '#b4b5b0', '#8a8c8a', '#ff5a1f'
DIGIT = 0.62    # width of a character, in parts of the size of the lettering


@dataclass(frozen=True)
class Side:
    """Where a machine is seen from: the axes that point to the right and up in the view, and to the viewer."""
    right: tuple
    up: tuple
    near: tuple


FRONT = Side((1, 0, 0), (0, 0, 1), (0, -1, 0))
LEFT = Side((0, -1, 0), (0, 0, 1), (-1, 0, 0))
RIGHT = Side((0, 1, 0), (0, 0, 1), (1, 0, 0))
PLAN = Side((1, 0, 0), (0, 1, 0), (0, 0, 1))


class View:
    """A machine seen from one side: the silhouette, contours and edges as traced paths, and the extent (`left`, `right`, `low`,
    `high`) with its smallest parts. `scale` is the sheet's units for a metre. Every other machine of the scene is hidden."""

    def __init__(self, root, side, scale, smallest=SMALLEST):
        self.scale = scale
        self.at = None
        bpy.context.view_layer.update()
        parts = [thing for thing in root.children_recursive if _is_part(thing)]
        turned = np.array((side.right, side.up, side.near), float)
        reach = [_corners(part) @ turned.T for part in parts]
        parts = [part for part in parts
                 if max(part.dimensions) > smallest / scale and min(part.dimensions) > THINNEST / scale]
        for thing in bpy.context.scene.objects:
            thing.hide_render = thing not in parts
        low, high = np.min([c.min(0) for c in reach], 0), np.max([c.max(0) for c in reach], 0)
        (self.left, self.low), (self.right, self.high) = low[:2], high[:2]
        self._traced = _trace(*_seen(parts, turned, low, high, scale), scale)

    def svg(self, phantom):
        """The drawing, once it has its place on a sheet; a phantom is the outline alone, in dashes."""
        height, paths = self._traced
        x, y = _on(self, (self.left, self.high))
        unit = 1 / FINE / TRACE
        if phantom:
            dash = f'stroke-width="{1.2 / unit:.0f}" stroke-dasharray="{7 / unit:.0f} {5 / unit:.0f}"'
            drawn = f'<path fill="none" stroke="{EDGE}" {dash} d="{paths[0]}"/>'
        else:
            drawn = (f'<path fill="{FACE}" stroke="{OUTLINE}" stroke-width="{2.1 / unit:.0f}" d="{paths[0]}"/>'
                     f'<path fill="{EDGE}" d="{paths[1]}"/><path fill="{CONTOUR}" d="{paths[2]}"/>')
        move = f'translate({x - MARGIN / FINE:.2f} {y - MARGIN / FINE + height / FINE:.2f})'
        return f'<g stroke="none" transform="{move} scale({unit:.5f} -{unit:.5f})">{drawn}</g>'


def _is_part(thing):
    """Whether it is solid: neither a frame nor lettering, which keeps the name of its font curve."""
    return thing.type == 'CURVE' or thing.type == 'MESH' and not thing.data.name.startswith('text')


def _corners(thing):
    """All vertices of a part, where they are in the world."""
    shown = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = shown.to_mesh()
    points = np.empty(len(mesh.vertices) * 3)
    mesh.vertices.foreach_get('co', points)
    shown.to_mesh_clear()
    place = np.array(thing.matrix_world)
    return points.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3]


def _seen(parts, turned, low, high, scale):
    """Renders the parts. Returns of each pixel the normal as the view has it, the depth, and the number of its part."""
    scene = bpy.context.scene
    for number, part in enumerate(parts, 1):
        part.pass_index = number
    pixel = 1 / (scale * FINE)
    size = [math.ceil(extent / pixel) + 2 * MARGIN for extent in (high - low)[:2]]
    lens = bpy.data.cameras.new('view')
    lens.type, lens.sensor_fit, lens.ortho_scale, lens.clip_end = 'ORTHO', 'HORIZONTAL', size[0] * pixel, 2 * FAR
    middle = np.array((low[0] + (size[0] / 2 - MARGIN) * pixel, high[1] - (size[1] / 2 - MARGIN) * pixel, high[2] + 1))
    camera = bpy.data.objects.new('view', lens)
    scene.collection.objects.link(camera)
    place = np.eye(4)
    place[:3, :3], place[:3, 3] = turned.T, middle @ turned
    camera.matrix_world = Matrix(place.tolist())
    scene.camera = camera
    normal, depth, number = _passes(size)
    return normal @ turned.T, depth[..., 0], np.rint(number[..., 0]).astype(int)


def _passes(size):
    """What Cycles knows without light: one sample in the middle of each pixel."""
    scene = bpy.context.scene
    render, cycles, layer = scene.render, scene.cycles, scene.view_layers[0]
    render.engine = 'CYCLES'
    (render.resolution_x, render.resolution_y), render.resolution_percentage = size, 100
    cycles.device, cycles.samples, cycles.max_bounces, cycles.filter_width = 'CPU', 1, 0, 0.01
    cycles.use_adaptive_sampling = cycles.use_denoising = False
    layer.material_override = bpy.data.materials.get('plain') or bpy.data.materials.new('plain')
    layer.use_pass_normal = layer.use_pass_z = layer.use_pass_object_index = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    tree.links.new(layers.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs['Image'])
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.format.file_format, out.format.color_depth, out.format.color_mode = 'OPEN_EXR', '32', 'RGB'
    out.file_slots.clear()
    for name in ('Normal', 'Depth', 'IndexOB'):
        out.file_slots.new(name)
        tree.links.new(layers.outputs[name], out.inputs[-1])
    with tempfile.TemporaryDirectory(prefix='orrery-drawing-') as folder:
        out.base_path = folder
        bpy.ops.render.render()
        return [picture.read(f'{folder}/{slot.path}0001.exr') for slot in out.file_slots]


def _trace(normal, depth, number, scale):
    """The height in pixels, and the paths of silhouette, edges and contours."""
    machine = number > 0
    depth = np.where(machine, depth, FAR)
    pixel = 1 / (scale * FINE)
    slope = np.hypot(normal[..., 0], normal[..., 1]) / np.maximum(np.abs(normal[..., 2]), 0.12)
    edges, contours = np.zeros_like(machine), np.zeros_like(machine)
    step = 2  # pixels to either side: fillets turn within a few
    for axis in (0, 1):
        creased = (np.roll(normal, step, axis) * np.roll(normal, -step, axis)).sum(-1) < math.cos(math.radians(CREASE))
        jump = np.abs(np.roll(depth, 1, axis) - depth) - 1.5 * pixel * np.maximum(slope, np.roll(slope, 1, axis))
        edges |= creased | (np.roll(number, 1, axis) != number) | (jump > EDGE_DEPTH / scale)
        contours |= jump > CONTOUR_DEPTH / scale
    inside = ~_grown(~machine, 1.3 * FINE)
    contours = _thinned(contours & inside)
    edges = _thinned(edges & inside & ~_grown(contours, 1.5 * FINE))
    specks = 9 * FINE ** 2
    return machine.shape[0], [_potrace(machine, specks), _potrace(_grown(edges, LINE * FINE / 2), specks),
                              _potrace(_grown(contours, 0.75 * LINE * FINE), specks)]


def _grown(mask, radius):
    """Everything within a radius of the mask, in pixels."""
    found, reach = mask.copy(), int(radius)
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            if down * down + right * right <= radius * radius:
                found |= np.roll(mask, (down, right), (0, 1))
    return found


def _thinned(mask):
    """Lines of one pixel along the middle of wider ones (Zhang and Suen, 1984), so that all get the same width afterwards."""
    mask = mask.astype(np.uint8)
    while True:
        before = mask.sum()
        for first in (True, False):
            ring = [np.roll(mask, shift, (0, 1)) for shift in
                    ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))]
            north, east, south, west = ring[::2]
            count = sum(ring)
            turns = sum((a == 0) & (b == 1) for a, b in zip(ring, ring[1:] + ring[:1]))
            ends = (north & east & south) | (east & south & west) if first else (north & east & west) | (north & south & west)
            mask = mask & ~((count >= 2) & (count <= 6) & (turns == 1) & (ends == 0))
        if mask.sum() == before:
            return mask.astype(bool)


def _potrace(mask, specks):
    """The outline of a mask as the data of a path, without areas of fewer pixels than `specks`."""
    height, width = mask.shape
    given = b'P4\n%d %d\n' % (width, height) + np.packbits(mask, axis=1).tobytes()
    how = ['-b', 'svg', '--flat', '-u', str(TRACE), '-t', str(round(specks)), '-O', '0.8', '-a', '1.1', '-o', '-', '-']
    drawn = subprocess.run(['potrace', *how], input=given, stdout=subprocess.PIPE, check=True).stdout.decode()
    return ' '.join(''.join(re.findall(r'<path d="([^"]*)"', drawn)).split())


class Sheet:
    """A page with its lettering. Dimensions measure themselves: their numbers are the distances of the points they are given."""

    def __init__(self, title, model, facts):
        self.title = title
        self.views, self.over = [], []
        self.line('M24 48V24h24m864 0h24v24m0 624v24h-24m-864 0H24v-24')
        self.words(model, (56, 72), size=22)
        for row, fact in enumerate(facts, 1):
            self.words(fact, (56, 72 + 32 * row), NOTE, size=22)

    def write(self, path):
        drawn = ''.join([f'<title>{self.title}</title>', *[view.svg(phantom) for view, phantom in self.views], *self.over])
        width, height = SIZE
        path.write_text(outlined(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                                 f'viewBox="0 0 {width} {height}">{drawn}</svg>\n'))

    def place(self, view, at, phantom=False):
        """Puts a view with its origin at a place of the sheet; then it can be measured."""
        view.at = at
        self.views.append((view, phantom))

    def line(self, path, colour=QUIET, width=1.4, dash=''):
        dash = f' stroke-dasharray="{dash}"' if dash else ''
        self.over.append(f'<path fill="none" stroke="{colour}" stroke-width="{width}"{dash} d="{path}"/>')

    def words(self, words, at, colour=NUMBER, anchor='start', size=24, turn=0):
        turned = f' transform="rotate({turn:g} {at[0]:.1f} {at[1]:.1f})"' if turn else ''
        self.over.append(f'<text font-size="{size}" x="{at[0]:.1f}" y="{at[1]:.1f}" fill="{colour}" '
                         f'text-anchor="{anchor}"{turned}>{words}</text>')

    def axis(self, view, first, last):
        """A centre line between two points of a view."""
        (x, y), (u, v) = _on(view, first), _on(view, last)
        self.line(f'M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}', width=1, dash='14 4 3 4')

    def cross(self, view, *points, reach=11):
        """Centre marks, as of joints that are seen along their axis."""
        for point in points:
            x, y = _on(view, point)
            self.line(f'M{x - reach:.1f} {y:.1f}h{2 * reach}M{x:.1f} {y - reach:.1f}v{2 * reach}', NUMBER, 1)

    def ground(self, y, left, right):
        self.line(f'M{left:.1f} {y:.1f}H{right:.1f}', '#43474e', 1.2)

    def across(self, view, first, last, y, main=False, form='{}'):
        """The distance of two points to the right, on a line at the sheet's height `y`."""
        ends = sorted((_on(view, first), _on(view, last)))
        (left, _), (right, _) = ends
        for x, from_y in ends:
            self._extension((x, from_y), (x, y))
        self._measured((left, y), (right, y), form.format(_millimetres(last[0] - first[0])), main)

    def upright(self, view, first, last, x, main=False, form='{}'):
        """The distance of two points upwards, on a line at the sheet's `x`."""
        ends = sorted((_on(view, first), _on(view, last)), key=lambda end: end[1])
        (_, top), (_, bottom) = ends
        for from_x, y in ends:
            self._extension((from_x, y), (x, y))
        self._measured((x, top), (x, bottom), form.format(_millimetres(last[1] - first[1])), main)

    def radius(self, view, centre, radius, start, end, at, form='R {}'):
        """An arc round a point of a view between two angles, with its radius drawn at the angle `at`, all in degrees."""
        x, y = _on(view, centre)
        r = radius * view.scale

        def on(angle, r=r):
            return x + r * math.cos(math.radians(angle)), y - r * math.sin(math.radians(angle))
        (x1, y1), (x2, y2) = on(start), on(end)
        self.line(f'M{x1:.1f} {y1:.1f}A{r:.1f} {r:.1f} 0 {int(end - start > 180)} 0 {x2:.1f} {y2:.1f}', SIGNAL, 1.8)
        words = form.format(_millimetres(radius))
        half, middle = len(words) * DIGIT * 12 + 10, r * 0.76
        for near, far in ((r * 0.55, middle - half), (middle + half, r)):
            (ax, ay), (bx, by) = on(at, near), on(at, far)
            self.line(f'M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}', SIGNAL, 1.6)
        self._arrow(on(at), -math.radians(at), SIGNAL)
        mx, my = on(at, middle)
        down = math.radians(at)
        self.words(words, (mx + 8.5 * math.sin(down), my + 8.5 * math.cos(down)), SIGNAL, 'middle', turn=-at)

    def levels(self, view, low, high, x):
        """Two heights over the ground, which is at 0, on a line at the sheet's `x`."""
        ends = [_on(view, point) for point in (low, high)]
        (_, bottom), (_, top) = ends
        self.line(f'M{x:.1f} {bottom:.1f}V{top:.1f}', SIGNAL, 1.8)
        for (from_x, y), (_, height), aim in zip(ends, (low, high), (math.pi / 2, -math.pi / 2)):
            self._extension((from_x, y), (x, y))
            self._arrow((x, y), aim, SIGNAL)
            self.words(_millimetres(height), (x + 14, y + 8.5), SIGNAL)

    def range(self, view, first, last, radius, colour=QUIET, dash=''):
        """Everything within a radius of the way between two points at one height."""
        (x, y), (u, _) = _on(view, first), _on(view, last)
        r = radius * view.scale
        path = f'M{x:.1f} {y + r:.1f}A{r:.1f} {r:.1f} 0 0 1 {x:.1f} {y - r:.1f}H{u:.1f}A{r:.1f} {r:.1f} 0 0 1 {u:.1f} {y + r:.1f}Z'
        self.line(path, colour, 1.8 if colour == SIGNAL else 1.4, dash)

    def wall(self, view, low, high):
        """A hatched rectangle between two corners."""
        (x, bottom), (u, top) = _on(view, low), _on(view, high)
        deep = bottom - top
        self.line(f'M{x:.1f} {top:.1f}H{u:.1f}V{bottom:.1f}H{x:.1f}Z', NOTE)
        steps = np.arange(x, u - deep, 18)
        self.line(''.join(f'M{step:.1f} {bottom:.1f}l{deep:.1f} -{deep:.1f}' for step in steps), '#43474e', 1)

    def _extension(self, start, end):
        """From the machine to a dimension line and a little beyond, with a gap at the machine."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        far = math.hypot(dx, dy)
        if far > 8:
            gap, beyond = 6 / far, 1 + 6 / far
            self.line(f'M{start[0] + dx * gap:.1f} {start[1] + dy * gap:.1f}L{start[0] + dx * beyond:.1f} {start[1] + dy * beyond:.1f}',
                      '#50545c', 1)

    def _measured(self, start, end, words, main):
        """A dimension line: the number stands in it where there is room, else beside it with the arrows outside."""
        colour, number, width = (SIGNAL, SIGNAL, 1.8) if main else (QUIET, NUMBER, 1.4)
        (x, y), (u, v) = start, end
        flat = y == v
        length = math.hypot(u - x, v - y)
        room = len(words) * 24 * DIGIT + 20 if flat else 38
        aim = 0 if flat else math.pi / 2
        fits, short = length > room + 30, length < 34
        middle = ((x + u) / 2, (y + v) / 2)
        if fits:
            half = (length - room) / 2
            self.line(f'M{x:.1f} {y:.1f}h{half:.1f}M{u:.1f} {v:.1f}h-{half:.1f}' if flat else
                      f'M{x:.1f} {y:.1f}v{half:.1f}M{u:.1f} {v:.1f}v-{half:.1f}', colour, width)
            self.words(words, (middle[0], middle[1] + 8.5), number, 'middle')
        else:
            tail = 22 if short else 0
            self.line(f'M{x - tail:.1f} {y:.1f}H{u + tail:.1f}' if flat else f'M{x:.1f} {y - tail:.1f}V{v + tail:.1f}', colour, width)
            if flat:
                self.words(words, (u + tail + 8, y + 8.5), number)
            else:
                self.words(words, (x + 12, middle[1] + 8.5), number)
        self._arrow(start, aim if short else aim + math.pi, colour)
        self._arrow(end, aim + math.pi if short else aim, colour)

    def _arrow(self, tip, aim, colour):
        x, y = tip
        corners = [(x - 12 * math.cos(aim + turn), y - 12 * math.sin(aim + turn)) for turn in (-0.25, 0.25)]
        self.over.append(f'<path fill="{colour}" d="M{x:.1f} {y:.1f}' + ''.join(f'L{a:.1f} {b:.1f}' for a, b in corners) + 'Z"/>')


def _on(view, point):
    return view.at[0] + point[0] * view.scale, view.at[1] - point[1] * view.scale


def _millimetres(length):
    return f'{abs(length) * 1000:.0f}'
