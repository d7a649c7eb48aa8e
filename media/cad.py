"""Writes the machines as CAD files: blender -b --python-exit-code 1 -P media/cad.py -- [NAME...]

Writes client/public/cad/NAME.stl (binary STL in millimetres, z up) and NAME.glb (glTF 2.0 in metres, y up) of the machines that match,
or of all. They are the models of the pictures, at rest, without lettering and parts that a layout doesn't need, and with fewer
triangles. A NAME is a pattern such as 'rail-*'."""
import fnmatch
import json
import os
import pathlib
import struct
import sys

import bmesh
import bpy
import numpy as np
import yaml

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from machines import companion, gripper, kit, mobile_assistant, rail, slam, vision  # noqa: E402
from machines.arm import COLLABORATIVE, FIXED, arm  # noqa: E402
from materials import FINISHES, GLOWS  # noqa: E402
from parts import without_arch_backs  # noqa: E402
from shapes import node  # noqa: E402

PRODUCTS = HERE.parent / 'db/seed/products'
FOLDER = HERE.parent / 'client/public/cad'
TRIANGLES = 9000
SMALLEST = 0.012    # of the machine's largest extent: smaller parts are left out
CREASE = 32         # degrees; sharper edges are not smoothed
GRID = 2 ** 15      # steps of a metre that positions are rounded to, which lets them be compressed
TILT = 2 ** 9       # steps of the components of a normal

MACHINES = {}


def machine(name, number):
    """Lists a function that builds the machine `name` of a product and returns its root."""
    def listed(build):
        MACHINES[name] = number, build
        return build
    return listed


def _standing(build):
    made = arm(build, cable=False, tool=False)
    made.pose(0, 0, 90, 0, 90, 0)
    return made.root


machine('fixed-arm', 3)(lambda: _standing(FIXED))
machine('cobot', 10)(lambda: _standing(COLLABORATIVE))


@machine('rail-arm', 1)
def rail_arm():
    made = rail.rail(cable=False)
    arm(FIXED, made.deck, cable=False, tool=False).pose(0, -20, 100, 10, 90, 0)
    return made.root


@machine('slider-rail', 8)
def slider_rail():
    return rail.rail(cable=False).root


@machine('mobile-assistant', 2)
def assistant():
    made = mobile_assistant.mobile_assistant()
    without_arch_backs(made.wheels)
    made.pose(lift=0.9, reach=mobile_assistant.REACH[0])
    return made.root


@machine('slam-robot', 4)
def slam_robot():
    made = slam.slam(node(turn=(0, 0, -90)))
    without_arch_backs(made.wheels)
    return made.root


@machine('educational-kit', 5)
def educational_kit():
    made = kit.kit_arm()
    made.pose(14, 27, 82, 71, 0)
    return made.root


@machine('companion', 6)
def entertainer():
    made = companion.companion()
    made.pose(left=0, right=0)
    return made.root


@machine('gripper', 7)
def parallel_gripper():
    root = node()
    gripper.gripper(root, gripper.STROKE)
    return root


@machine('vision-system', 9)
def vision_system():
    root = node()
    vision.stand(root, (-0.130, 0, 0))
    vision.controller(root, (0.115, 0.05, 0))
    return root


def _parts(root):
    """The meshes of the solid parts as they are in the world, and the material of each."""
    bpy.context.view_layer.update()
    seen = bpy.context.evaluated_depsgraph_get()
    parts = []
    for thing in root.children_recursive:
        if thing.type not in ('CURVE', 'MESH') or thing.data.name.startswith('text') or not thing.data.materials:
            continue
        mesh = bpy.data.meshes.new_from_object(thing.evaluated_get(seen))
        mesh.transform(thing.matrix_world)
        if mesh.polygons:
            parts.append((mesh, thing.data.materials[0].name))
    return parts


def _extent(mesh):
    points = np.empty(len(mesh.vertices) * 3)
    mesh.vertices.foreach_get('co', points)
    points = points.reshape(-1, 3)
    return points.min(0), points.max(0)


def _joined(parts):
    """One mesh of all parts that are not too small, and the names of its materials."""
    extents = [_extent(mesh) for mesh, _ in parts]
    low, high = np.min([e[0] for e in extents], 0), np.max([e[1] for e in extents], 0)
    least = SMALLEST * max(high - low)
    names = []
    whole = bmesh.new()
    for (mesh, name), (start, end) in zip(parts, extents):
        outermost = (start <= low + 1e-6).any() or (end >= high - 1e-6).any()
        if max(end - start) < least and not outermost:
            continue
        if name not in names:
            names.append(name)
        before = len(whole.faces)
        whole.from_mesh(mesh)
        whole.faces.ensure_lookup_table()
        for face in whole.faces[before:]:
            face.material_index = names.index(name)
    bmesh.ops.remove_doubles(whole, verts=whole.verts, dist=1e-6)
    bmesh.ops.triangulate(whole, faces=whole.faces)
    mesh = bpy.data.meshes.new('machine')
    whole.to_mesh(mesh)
    whole.free()
    return mesh, names


def _reduced(mesh):
    """The mesh with at most TRIANGLES triangles, and its corners' normals."""
    thing = bpy.data.objects.new('machine', mesh)
    bpy.context.scene.collection.objects.link(thing)
    if len(mesh.polygons) > TRIANGLES:
        fewer = thing.modifiers.new('fewer', 'DECIMATE')
        fewer.ratio = TRIANGLES / len(mesh.polygons)
    corners = thing.modifiers.new('corners', 'TRIANGULATE')
    corners.keep_custom_normals = True
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth, mesh.auto_smooth_angle = True, np.radians(CREASE)
    made = bpy.data.meshes.new_from_object(thing.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    made.use_auto_smooth, made.auto_smooth_angle = True, np.radians(CREASE)
    made.calc_normals_split()
    return made


def _read(mesh):
    """Of each triangle: its material, the places and the normals of its corners."""
    count = len(mesh.polygons)
    material = np.empty(count, int)
    mesh.polygons.foreach_get('material_index', material)
    corner = np.empty(count * 3, int)
    mesh.loops.foreach_get('vertex_index', corner)
    place, normal = np.empty(len(mesh.vertices) * 3), np.empty(count * 9)
    mesh.vertices.foreach_get('co', place)
    mesh.loops.foreach_get('normal', normal)
    place = (np.round(place * GRID) / GRID).reshape(-1, 3)[corner].reshape(-1, 3, 3)
    across = np.cross(place[:, 1] - place[:, 0], place[:, 2] - place[:, 0])
    flat = (across ** 2).sum(1) < 1e-18
    return material[~flat], place[~flat], normal.reshape(-1, 3, 3)[~flat], across[~flat]


def stl(title, place, across):
    """A binary STL file."""
    triangles = np.zeros(len(place), [('normal', '<f4', 3), ('corners', '<f4', (3, 3)), ('unused', '<u2')])
    normal = across / np.linalg.norm(across, axis=1, keepdims=True)
    triangles['normal'] = np.round(normal * TILT) / TILT
    triangles['corners'] = place * 1000
    return title.encode().ljust(80) + struct.pack('<I', len(place)) + triangles.tobytes()


def _finish(name):
    """A material of glTF."""
    look = FINISHES[name]
    made = {'name': name, 'pbrMetallicRoughness': {
        'baseColorFactor': [*look.colour, 1], 'metallicFactor': look.metal, 'roughnessFactor': look.rough}}
    if look.light:
        made['emissiveFactor'] = [round(min(1, part * look.light), 3) for part in GLOWS[name]]
    return made


def glb(title, names, material, place, normal):
    """A binary glTF file with a primitive for each material."""
    turned = np.array(((1, 0, 0), (0, 0, 1), (0, -1, 0)))  # z up to y up
    data, views, accessors, primitives, materials = b'', [], [], [], []

    def add(values, target, form, kind, **more):
        nonlocal data
        packed = values.tobytes()
        views.append({'buffer': 0, 'byteOffset': len(data), 'byteLength': len(packed), 'target': target})
        accessors.append({'bufferView': len(views) - 1, 'componentType': form, 'count': len(values), 'type': kind, **more})
        data += packed.ljust(-(-len(packed) // 4) * 4, b'\0')
        return len(accessors) - 1

    for index, name in enumerate(names):
        chosen = material == index
        if not chosen.any():
            continue
        tilt = normal[chosen].reshape(-1, 3)
        corners = np.concatenate((place[chosen].reshape(-1, 3), np.round(tilt * TILT) / TILT), 1)
        corners, order = np.unique(corners.astype('<f4'), axis=0, return_inverse=True)
        points = np.ascontiguousarray(corners[:, :3] @ turned.T.astype('<f4'))
        tilts = np.ascontiguousarray(corners[:, 3:] @ turned.T.astype('<f4'))
        small = len(corners) < 2 ** 16
        primitives.append({'attributes': {
            'POSITION': add(points, 34962, 5126, 'VEC3', min=points.min(0).tolist(), max=points.max(0).tolist()),
            'NORMAL': add(tilts, 34962, 5126, 'VEC3'),
        }, 'indices': add(order.ravel().astype('<u2' if small else '<u4'), 34963, 5123 if small else 5125, 'SCALAR'),
            'material': len(materials)})
        materials.append(_finish(name))
    tree = {'asset': {'version': '2.0', 'generator': 'cad.py'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
            'nodes': [{'name': title, 'mesh': 0}], 'meshes': [{'name': title, 'primitives': primitives}], 'materials': materials,
            'accessors': accessors, 'bufferViews': views, 'buffers': [{'byteLength': len(data)}]}
    text = json.dumps(tree, separators=(',', ':')).encode()
    text = text.ljust(-(-len(text) // 4) * 4)
    chunks = struct.pack('<I4s', len(text), b'JSON') + text + struct.pack('<I4s', len(data), b'BIN\0') + data
    return struct.pack('<4sII', b'glTF', 2, 12 + len(chunks)) + chunks


def main():
    patterns = sys.argv[sys.argv.index('--') + 1:] or ['*']
    FOLDER.mkdir(exist_ok=True)
    for name, (number, build) in MACHINES.items():
        if not any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
            continue
        bpy.ops.wm.read_factory_settings(use_empty=True)
        product = yaml.safe_load(next(PRODUCTS.glob(f'{number:02}-*')).read_text())
        whole, names = _joined(_parts(build()))
        before = len(whole.polygons)
        material, place, normal, across = _read(_reduced(whole))
        low, high = place.min((0, 1)), place.max((0, 1))
        place -= (0, 0, low[2])
        (FOLDER / f'{name}.stl').write_bytes(stl(f'{product["model"]}, millimetres, z up', place, across))
        (FOLDER / f'{name}.glb').write_bytes(glb(product['model'], names, material, place, normal))
        sizes = ' '.join(f'{path.suffix[1:]} {path.stat().st_size // 1024} KB' for path in sorted(FOLDER.glob(f'{name}.*')))
        extent = ' x '.join(f'{size * 1000:.0f}' for size in high - low)
        print(f'{name}: {len(place)} of {before} triangles, {extent} mm, {low[2] * 1000:.1f} mm below; {sizes}', flush=True)


main()
sys.stdout.flush()
os._exit(0)
