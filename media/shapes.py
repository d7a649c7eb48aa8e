"""Shapes that housings are made of. Lengths are metres, angles are degrees; every shape takes its material's name, a parent,
and its place and turn in the parent's frame."""
import functools
import math

import bmesh
import bpy
import numpy as np

import materials

FONTS = '/usr/share/fonts/opentype/inter/'


def node(parent=None, at=(0, 0, 0), turn=(0, 0, 0), name='node'):
    """A frame that parts hang in; joints are frames that turn."""
    return _place(bpy.data.objects.new(name, None), parent, at, turn)


def _place(thing, parent, at, turn):
    bpy.context.scene.collection.objects.link(thing)
    thing.parent = parent
    thing.location = at
    thing.rotation_euler = [math.radians(angle) for angle in turn]
    return thing


def _solid(name, mesh, material, parent, at, turn, crease=30):
    """Puts a mesh into the scene, smooth but for edges sharper than `crease`."""
    if material:
        mesh.materials.append(materials.get(material))
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(crease)
    return _place(bpy.data.objects.new(name, mesh), parent, at, turn)


def solid(name, vertices, faces, material, parent=None, at=(0, 0, 0), turn=(0, 0, 0)):
    """Any mesh, from its vertices and the corners of its faces."""
    return _solid(name, _mesh(name, vertices, faces), material, parent, at, turn)


def _mesh(name, vertices, faces):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in vertices], [], [tuple(f) for f in faces])
    mesh.validate()
    made = bmesh.new()
    made.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(made, faces=made.faces)
    made.to_mesh(mesh)
    made.free()
    return mesh


def rounded(profile, steps=6):
    """A profile of (r, z) or (r, z, fillet) with each fillet drawn out."""
    points = []
    for index, (r, z, *fillet) in enumerate(profile):
        if not fillet or index in (0, len(profile) - 1):
            points.append((r, z))
            continue
        corner = np.array((r, z))
        back = np.array(profile[index - 1][:2]) - corner
        on = np.array(profile[index + 1][:2]) - corner
        reach = min(np.linalg.norm(back), np.linalg.norm(on)) * 0.49
        back, on = back / np.linalg.norm(back), on / np.linalg.norm(on)
        half = math.acos(np.clip(back @ on, -1, 1)) / 2
        if half > math.radians(89):
            points.append((r, z))
            continue
        tangent = min(fillet[0] / math.tan(half), reach)
        radius = tangent * math.tan(half)
        centre = corner + (back + on) / np.linalg.norm(back + on) * radius / math.sin(half)
        start, end = corner + back * tangent - centre, corner + on * tangent - centre
        first = math.atan2(start[1], start[0])
        sweep = (math.atan2(end[1], end[0]) - first + math.pi) % (2 * math.pi) - math.pi
        for step in range(steps + 1):
            angle = first + sweep * step / steps
            points.append(tuple(centre + radius * np.array((math.cos(angle), math.sin(angle)))))
    return points


def lathe(material, profile, parent=None, at=(0, 0, 0), turn=(0, 0, 0), segments=128, name='turned'):
    """A turned part: a profile of (radius, height, fillet) round the z axis."""
    vertices, faces, rows = [], [], []
    for radius, z in rounded(profile):
        if radius < 1e-6:
            rows.append([len(vertices)] * segments)
            vertices.append((0, 0, z))
        else:
            rows.append(list(range(len(vertices), len(vertices) + segments)))
            angles = np.linspace(0, 2 * math.pi, segments, endpoint=False)
            vertices += [(radius * math.cos(a), radius * math.sin(a), z) for a in angles]
    for lower, upper in zip(rows, rows[1:]):
        for one in range(segments):
            two = (one + 1) % segments
            face = list(dict.fromkeys((lower[one], lower[two], upper[two], upper[one])))
            if len(face) > 2:
                faces.append(face)
    return _solid(name, _mesh(name, vertices, faces), material, parent, at, turn)


def rectangle(size, corner, steps=12):
    """The outline of a rectangle with round corners, from the one at +x +y to the left; each has a quarter of the points."""
    x, y = size[0] / 2 - corner, size[1] / 2 - corner
    return [(cx + corner * math.cos(a), cy + corner * math.sin(a))
            for turn, (cx, cy) in enumerate(((x, y), (-x, y), (-x, -y), (x, -y)))
            for a in np.linspace(turn * math.pi / 2, (turn + 1) * math.pi / 2, steps)]


def circle(radius, at=(0, 0), steps=32):
    """The outline of a hole or a disc."""
    return [(at[0] + radius * math.cos(a), at[1] + radius * math.sin(a))
            for a in np.linspace(0, 2 * math.pi, steps, endpoint=False)]


def slab(material, profile, size, corner, parent=None, at=(0, 0, 0), turn=(0, 0, 0), name='slab'):
    """What `lathe` makes, round a rectangle in place of a circle: a profile of (inset from the outline, height, fillet) round a
    rectangle of `size` (x, y) with corners of the radius `corner`. Both ends are closed flat."""
    rows, vertices, faces = [], [], []
    for inset, z in rounded(profile):
        outline = rectangle((size[0] - 2 * inset, size[1] - 2 * inset), corner - inset)
        rows.append(range(len(vertices), len(vertices) + len(outline)))
        vertices += [(x, y, z) for x, y in outline]
    for lower, upper in zip(rows, rows[1:]):
        faces += [(lower[k - 1], lower[k], upper[k], upper[k - 1]) for k in range(len(lower))]
    faces += [rows[0], rows[-1]]
    made = _solid(name, _mesh(name, vertices, faces), material, parent, at, turn)
    made.modifiers.new('normals', 'WEIGHTED_NORMAL').keep_sharp = True
    return made


def panel(material, outline, thickness, holes=(), parent=None, at=(0, 0, 0), turn=(0, 0, 0), bevel=0.0006, name='panel'):
    """A flat plate with holes, from its place upwards: the outline and the holes are lists of (x, y)."""
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions, curve.fill_mode = '2D', 'BOTH'
    curve.extrude, curve.bevel_depth, curve.bevel_resolution, curve.offset = thickness / 2 - bevel, bevel, 2, -bevel
    for points in (outline, *holes):
        spline = curve.splines.new('POLY')
        spline.points.add(len(points) - 1)
        spline.use_cyclic_u = True
        for knot, (x, y) in zip(spline.points, points):
            knot.co = (x, y, 0, 1)
    drawn = bpy.data.objects.new(name, curve)
    mesh = bpy.data.meshes.new_from_object(drawn)
    bpy.data.objects.remove(drawn)
    for vertex in mesh.vertices:
        vertex.co.z += thickness / 2
    made = _solid(name, mesh, material, parent, at, turn)
    made.modifiers.new('normals', 'WEIGHTED_NORMAL').keep_sharp = True
    return made


def box(material, size, parent=None, at=(0, 0, 0), turn=(0, 0, 0), radius=0.002, name='box'):
    """A block with rounded edges, centred on its place."""
    made = bmesh.new()
    bmesh.ops.create_cube(made, size=1)
    bmesh.ops.scale(made, vec=size, verts=made.verts)
    radius = min(radius, min(size) * 0.49)
    if radius > 0:
        bmesh.ops.bevel(made, geom=made.edges[:] + made.verts[:], offset=radius, segments=4, affect='EDGES', profile=0.5)
    mesh = bpy.data.meshes.new(name)
    made.to_mesh(mesh)
    made.free()
    block = _solid(name, mesh, material, parent, at, turn)
    block.modifiers.new('normals', 'WEIGHTED_NORMAL').keep_sharp = True
    return block


def extrude(material, outline, length, parent=None, at=(0, 0, 0), turn=(0, 0, 0), bevel=0.0008, name='profile'):
    """An outline of (y, z) drawn along x, centred on its place, as aluminium profiles and rails are."""
    made = bmesh.new()
    face = made.faces.new([made.verts.new((-length / 2, y, z)) for y, z in outline])
    grown = bmesh.ops.extrude_face_region(made, geom=[face])['geom']
    for vertex in grown:
        if isinstance(vertex, bmesh.types.BMVert):
            vertex.co.x = length / 2
    bmesh.ops.recalc_face_normals(made, faces=made.faces)
    mesh = bpy.data.meshes.new(name)
    made.to_mesh(mesh)
    made.free()
    beam = _solid(name, mesh, material, parent, at, turn)
    if bevel:
        edge = beam.modifiers.new('bevel', 'BEVEL')
        edge.width, edge.segments, edge.limit_method, edge.angle_limit = bevel, 3, 'ANGLE', math.radians(40)
        edge.harden_normals = True
    return beam


def band(material, outer, inner, width, parent=None, at=(0, 0, 0), turn=(0, 0, 0), name='band'):
    """What lies between two outlines of as many (x, y) points, drawn along z and centred on its place: toothed rings, belts."""
    count, half = len(outer), width / 2
    loops = [[(x, y, z) for x, y in outline] for outline, z in ((outer, -half), (outer, half), (inner, half), (inner, -half))]
    faces = [(row * count + k, row * count + on, (row + 1) % 4 * count + on, (row + 1) % 4 * count + k)
             for row in range(4) for k, on in zip(range(count), (*range(1, count), 0))]
    return _solid(name, _mesh(name, sum(loops, []), faces), material, parent, at, turn)


def tube(material, points, radius, parent=None, name='tube'):
    """A cable or a bent tube through the points."""
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = '3D', radius, 6, 24
    spline = curve.splines.new('BEZIER')
    spline.bezier_points.add(len(points) - 1)
    for knot, point in zip(spline.bezier_points, points):
        knot.co = point
        knot.handle_left_type = knot.handle_right_type = 'AUTO'
    curve.materials.append(materials.get(material))
    return _place(bpy.data.objects.new(name, curve), parent, (0, 0, 0), (0, 0, 0))


def sheet(material, size, parent=None, at=(0, 0, 0), turn=(0, 0, 0), name='sheet'):
    """A flat rectangle in the xy plane, seen from +z."""
    x, y = size[0] / 2, size[1] / 2
    mesh = _mesh(name, [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], [(0, 1, 2, 3)])
    return _solid(name, mesh, material, parent, at, turn)


def text(material, words, size, parent=None, at=(0, 0, 0), turn=(0, 0, 0), font='Inter-SemiBold.otf', thick=0.00015):
    """Flat lettering, centred, read from +z. `size` is the height of the line."""
    curve = bpy.data.curves.new('text', 'FONT')
    curve.body, curve.size, curve.extrude = words, size, thick
    curve.align_x = curve.align_y = 'CENTER'
    curve.font = bpy.data.fonts.load(FONTS + font, check_existing=True)
    curve.materials.append(materials.get(material))
    return _place(bpy.data.objects.new('text', curve), parent, at, turn)


def _letters(material, words, size, font):
    """Lettering as a flat mesh and its editable copy, to be laid onto something round."""
    flat = text(material, words, size, font=font, thick=0)
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(flat.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(flat)
    made = bmesh.new()
    made.from_mesh(mesh)
    return mesh, made


def wrapped_text(material, words, size, radius, parent, at=(0, 0, 0), azimuth=0, taper=0.0, down=False,
                 font='Inter-SemiBold.otf'):
    """Lettering that runs along a tube round the parent's z axis through `at`, on its surface at the azimuth. `taper` is how the
    radius changes per metre; `down` turns it for a tube that leans the other way."""
    mesh, made = _letters(material, words, size, font)
    for cut in range(-6, 7):
        bmesh.ops.bisect_plane(made, geom=made.verts[:] + made.edges[:] + made.faces[:],
                               plane_co=(0, cut * size / 12, 0), plane_no=(0, 1, 0))
    sign = -1 if down else 1
    for vertex in made.verts:
        along, across = sign * vertex.co.x, sign * vertex.co.y
        r = radius + taper * along + 0.0002
        angle = math.radians(azimuth) - across / radius
        vertex.co = (r * math.cos(angle), r * math.sin(angle), along)
    made.to_mesh(mesh)
    made.free()
    mesh.materials.clear()
    return _solid('text', mesh, material, parent, at, (0, 0, 0))


# Castings: solids given by their signed distance, blended into each other. A solid is a function of [x, y, z] arrays.

def _length(*parts):
    return np.sqrt(sum(part * part for part in parts))


def _outside(parts, edge):
    """Distance to a corner that is rounded with `edge`, from the distances to the faces that meet there."""
    return np.minimum(functools.reduce(np.maximum, parts), 0) + _length(*[np.maximum(part, 0) for part in parts]) - edge


def cylinder(centre, axis, radius, half, edge=0.006, taper=0.0):
    """Round the axis 'x', 'y' or 'z', `half` to either side; `taper` is how the radius changes per metre."""
    along = 'xyz'.index(axis)
    across = [index for index in range(3) if index != along]

    def distance(p):
        q = [p[index] - centre[index] for index in range(3)]
        r = radius + taper * q[along]
        return _outside([_length(q[across[0]], q[across[1]]) - (r - edge), np.abs(q[along]) - (half - edge)], edge)
    return distance


def capsule(start, end, first, last):
    """A round bar between two points, `first` and `last` thick in radius."""
    start, way = np.array(start, float), np.array(end, float) - np.array(start, float)

    def distance(p):
        q = [p[index] - start[index] for index in range(3)]
        part = np.clip(sum(q[index] * way[index] for index in range(3)) / (way @ way), 0, 1)
        return _length(*[q[index] - part * way[index] for index in range(3)]) - (first + (last - first) * part)
    return distance


def block(centre, half, edge):
    """A block with rounded edges, `half` (x, y, z) to either side."""
    def distance(p):
        return _outside([np.abs(p[index] - centre[index]) - (half[index] - edge) for index in range(3)], edge)
    return distance


def plinth(size, corner, low, high, edge, middle=(0, 0)):
    """A block of `size` (x, y) with upright corners of the radius `corner`, between two heights; `edge` is the fillet of both."""
    tall = block((*middle, (low + high) / 2), (size[0] / 2, size[1] / 2, high - low + 2 * corner), corner)
    return common(edge, tall, half_space('z', high), half_space('z', low, 'above'))


def ellipsoid(centre, radii):
    """Nearly exact near its surface, which is all that a mesh needs."""
    def distance(p):
        q = [p[index] - centre[index] for index in range(3)]
        near = _length(*[q[index] / radii[index] for index in range(3)])
        steep = _length(*[q[index] / radii[index] ** 2 for index in range(3)])
        return near * (near - 1) / np.maximum(steep, 1e-9)
    return distance


def pebble(centre, radii, power=2.5):
    """Between an ellipsoid (power 2) and a block (power 8 and more), without a line where its curvature jumps."""
    def distance(p):
        q = [np.abs(p[index] - centre[index]) / radii[index] + 1e-6 for index in range(3)]
        near = sum(part ** power for part in q) ** (1 / power)
        steep = _length(*[part ** (power - 1) / radius for part, radius in zip(q, radii)]) * near ** (1 - power)
        return (near - 1) / np.maximum(steep, 1e-9)
    return distance


def offset(solid, by):
    """A solid that is thicker by this on all sides."""
    return lambda p: solid(p) - by


def half_space(axis, at, keep='below'):
    """Everything below or above a plane, to cut with."""
    index, sign = 'xyz'.index(axis), 1 if keep == 'below' else -1
    return lambda p: sign * (p[index] - at)


def union(blend, *solids):
    """Solids in one, with a fillet of about `blend` where they meet."""
    def both(a, b):
        overlap = np.maximum(blend - np.abs(a - b), 0) / blend if blend else 0
        return np.minimum(a, b) - overlap ** 3 * blend / 6

    def distance(p):
        found = solids[0](p)
        for solid in solids[1:]:
            found = both(found, solid(p))
        return found
    return distance


def common(edge, *solids):
    """What the solids have in common, with edges of about `edge`."""
    inside = union(edge, *[lambda p, solid=solid: -solid(p) for solid in solids])
    return lambda p: -inside(p)


def without(edge, solid, *cuts):
    """A solid with others cut out of it."""
    return common(edge, solid, *[lambda p, cut=cut: -cut(p) for cut in cuts])


def shell(solid, thickness):
    """A hollow wall of this thickness, inwards from the surface."""
    return lambda p: np.maximum(solid(p), -solid(p) - thickness)


def cast(material, solid, low, high, parent=None, at=(0, 0, 0), turn=(0, 0, 0), cell=0.0025, name='casting'):
    """The surface of a solid between two corners, meshed by surface nets. The vertices are then moved onto the surface and get
    its exact normals, so that castings are smooth however coarse the cells are."""
    low = np.array(low, float) - 2.5 * cell
    size = np.ceil((np.array(high, float) + 2.5 * cell - low) / cell).astype(int) + 1
    axes = [(low[k] + cell * np.arange(size[k])).astype(np.float32) for k in range(3)]
    value = np.broadcast_to(solid(np.meshgrid(*axes, indexing='ij', sparse=True)), size)
    points, faces = _surface_net(value, low, cell)

    def slope(p, step):
        found = np.empty_like(p)
        for k in range(3):
            ahead, behind = p.copy(), p.copy()
            ahead[:, k] += step
            behind[:, k] -= step
            found[:, k] = (solid(list(ahead.T)) - solid(list(behind.T))) / (2 * step)
        return found

    for _ in range(3):
        rise = slope(points, 2e-4)
        step = (solid(list(points.T)) / np.maximum((rise * rise).sum(1), 0.2))[:, None] * rise
        far = np.linalg.norm(step, axis=1)[:, None]
        points -= step * np.minimum(1, 0.6 * cell / np.maximum(far, 1e-9))
    normals = slope(points, 5e-4)
    normals /= np.maximum(np.linalg.norm(normals, axis=1)[:, None], 1e-9)

    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set('co', points.ravel().astype(np.float32))
    mesh.loops.add(faces.size)
    mesh.loops.foreach_set('vertex_index', faces.ravel().astype(np.int32))
    mesh.polygons.add(len(faces))
    mesh.polygons.foreach_set('loop_start', np.arange(0, faces.size, 4, dtype=np.int32))
    mesh.polygons.foreach_set('loop_total', np.full(len(faces), 4, np.int32))
    mesh.update(calc_edges=True)
    mesh.validate()
    made = _solid(name, mesh, material, parent, at, turn, crease=180)
    mesh.normals_split_custom_set_from_vertices(normals.astype(np.float32).tolist())
    return made


def printed(material, outline, solid, parent, at=(0, 0), above=False, fine=0.002):
    """A flat shape laid onto a solid that is seen from -y, or from above: an outline of (x, z) or (x, y) round the place `at` in
    the solid's own frame, in steps of `fine` so that it follows the curve."""
    corners = np.array(outline, float)
    sides = zip(corners, np.roll(corners, -1, axis=0))
    edge = np.concatenate([np.linspace(a, b, max(1, math.ceil(np.linalg.norm(b - a) / fine)), endpoint=False) for a, b in sides])
    count, rings = len(edge), math.ceil(np.linalg.norm(edge, axis=1).max() / fine)
    flat = np.concatenate([[(0, 0)], *[edge * (ring + 1) / rings for ring in range(rings)]]) + at
    faces = [(0, 1 + k, 1 + (k + 1) % count) for k in range(count)]
    for first in range(1, 1 + (rings - 1) * count, count):
        faces += [(first + k, first + count + k, first + count + (k + 1) % count, first + (k + 1) % count) for k in range(count)]
    return _solid('print', _mesh('print', landed(flat, solid, above), faces), material, parent, (0, 0, 0), (0, 0, 0))


def printed_text(material, words, size, solid, parent, at=(0, 0), above=False, font='Inter-SemiBold.otf'):
    """Lettering laid onto a solid, as `printed` does."""
    mesh, made = _letters(material, words, size, font)
    width = max(vertex.co.x for vertex in made.verts)
    for cut in np.arange(-width, width, size / 6):
        bmesh.ops.bisect_plane(made, geom=made.verts[:] + made.edges[:] + made.faces[:], plane_co=(cut, 0, 0), plane_no=(1, 0, 0))
    points = landed(np.array([vertex.co[:2] for vertex in made.verts]) + at, solid, above)
    for vertex, point in zip(made.verts, points):
        vertex.co = point
    made.to_mesh(mesh)
    made.free()
    mesh.materials.clear()
    return _solid('print', mesh, material, parent, (0, 0, 0), (0, 0, 0))


def landed(flat, solid, above=False, far=0.5):
    """Where points that fall onto the solid land: along +y from the front, or down from above."""
    points = np.insert(flat, 2 if above else 1, far if above else -far, axis=1)
    for _ in range(80):
        points[:, 2 if above else 1] += solid(list(points.T)) * (-1 if above else 1)
    return points


def _surface_net(value, low, cell):
    """One vertex in every cell that the surface passes, at the mean of its edges' crossings; one quad for each crossed edge."""
    inside = value < 0
    cells = tuple(n - 1 for n in value.shape)
    count = np.zeros(cells, np.int16)
    total = np.zeros((*cells, 3), np.float32)
    crossed = []
    for axis in range(3):
        near, far = [slice(None)] * 3, [slice(None)] * 3
        near[axis], far[axis] = slice(0, -1), slice(1, None)
        a, b = value[tuple(near)], value[tuple(far)]
        cross = inside[tuple(near)] != inside[tuple(far)]
        crossed.append((cross, inside[tuple(near)]))
        part = np.where(cross, a / np.where(cross, a - b, 1), 0)
        others = [k for k in range(3) if k != axis]
        for i in (0, 1):
            for j in (0, 1):
                window = [slice(None)] * 3
                window[others[0]] = slice(i, cells[others[0]] + i)
                window[others[1]] = slice(j, cells[others[1]] + j)
                hit = cross[tuple(window)]
                count += hit
                total[..., axis] += np.where(hit, part[tuple(window)], 0)
                total[..., others[0]] += hit * np.float32(i)
                total[..., others[1]] += hit * np.float32(j)
    used = count > 0
    number = np.full(cells, -1, np.int64)
    number[used] = np.arange(used.sum())
    points = (low + cell * (np.argwhere(used) + total[used] / count[used][:, None])).astype(float)
    quads = []
    for axis, (cross, first) in enumerate(crossed):
        others = [(axis + 1) % 3, (axis + 2) % 3]
        cross = cross.copy()
        for other in others:
            border = [slice(None)] * 3
            border[other] = [0, -1]
            cross[tuple(border)] = False
        where = np.argwhere(cross)
        corners = []
        for i, j in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
            at = where.copy()
            at[:, others[0]] += i
            at[:, others[1]] += j
            corners.append(number[tuple(at.T)])
        quad = np.stack(corners, 1)
        back = ~first[cross]
        quad[back] = quad[back][:, ::-1]
        quads.append(quad)
    return points, np.concatenate(quads)
