/**
 * Shapes of housings, and places to put them. Shapes in the same moving frame with the same finish become one mesh.
 * Lengths are metres, rotations are degrees around x, then y, then z, as in media/shapes.py.
 */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  Euler,
  Group,
  MathUtils,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  ShapeUtils,
  Vector2,
  Vector3,
} from 'three'
import { type Finish, finish } from './finishes'
import type { Vec } from './kinematics'
import { cast, type Solid, type Surface } from './solids'

const { degToRad } = MathUtils
const one = new Vector3(1, 1, 1)
const surfaces = new WeakMap<Group, Map<Finish, Surface>>()

/** A place in a moving frame. `grain` is the factor by which shapes are coarser where machines are seen from afar. */
export class Place {
  constructor(
    readonly group: Group,
    readonly matrix = new Matrix4(),
    readonly grain = 1,
  ) {}

  /** Whether to use sharp edges, and boxes for (or omit) parts of a few pixels. */
  get rough() {
    return this.grain > 4
  }

  /** A place relative to this one, in the same frame. */
  at(at: Vec, turn: Vec = [0, 0, 0]): Place {
    const [x, y, z] = turn
    const round = new Quaternion().setFromEuler(new Euler(degToRad(x), degToRad(y), degToRad(z), 'ZYX'))
    const local = new Matrix4().compose(new Vector3(...at), round, one)
    return new Place(this.group, this.matrix.clone().multiply(local), this.grain)
  }

  /** A new frame at this place, which can be moved. */
  frame(): Place {
    const group = new Group()
    this.matrix.decompose(group.position, group.quaternion, group.scale)
    this.group.add(group)
    return new Place(group, undefined, this.grain)
  }

  add(material: Finish, { position, normal, index }: Surface): this {
    const own = surfaces.get(this.group) ?? new Map<Finish, Surface>()
    surfaces.set(this.group, own)
    const into = own.get(material) ?? { position: [], normal: [], index: [] }
    own.set(material, into)
    const first = into.position.length / 3
    const point = new Vector3()
    for (let k = 0; k < position.length; k += 3) {
      point.fromArray(position, k).applyMatrix4(this.matrix)
      into.position.push(point.x, point.y, point.z)
      point.fromArray(normal, k).transformDirection(this.matrix)
      into.normal.push(point.x, point.y, point.z)
    }
    for (const corner of index) into.index.push(first + corner)
    return this
  }

  cast(material: Finish, solid: Solid, low: Vec, high: Vec, cell = 0.005): this {
    return this.add(material, cast(solid, low, high, cell * this.grain))
  }

  lathe(material: Finish, profile: Profile, segments = 48): this {
    const sharp = this.rough ? profile.map(([r, z]) => [r, z] as const) : profile
    return this.add(material, lathe(sharp, Math.max(Math.round(segments / this.grain), 8)))
  }

  box(material: Finish, size: Vec, radius = 0.002): this {
    return this.add(material, this.rough ? sharpBox(size) : box(size, radius))
  }
}

/** Converts the collected shapes of all frames below to meshes. */
export function meshes(root: Group): void {
  const groups: Group[] = []
  root.traverse((each) => each instanceof Group && groups.push(each))
  for (const group of groups) {
    for (const [material, surface] of takeSurfaces(group)) {
      const mesh = new Mesh(geometry(surface), finish(material))
      mesh.castShadow = mesh.receiveShadow = material !== 'light' && material !== 'white light'
      group.add(mesh)
    }
  }
}

/** Removes and returns the shapes collected in a frame, by finish. */
export function takeSurfaces(group: Group): Map<Finish, Surface> {
  const own = surfaces.get(group) ?? new Map<Finish, Surface>()
  surfaces.delete(group)
  return own
}

export function geometry({ position, normal, index }: Surface): BufferGeometry {
  const made = new BufferGeometry()
  made.setAttribute('position', new BufferAttribute(new Float32Array(position), 3))
  made.setAttribute('normal', new BufferAttribute(new Float32Array(normal), 3))
  made.setIndex(index)
  return made
}

/** Points of (radius or inset, height, fillet); the solid is on the left of the path. */
export type Profile = readonly (readonly [number, number, number?])[]

type Flat = readonly [number, number]

/** A profile with its fillets as arcs. */
function filletProfile(profile: Profile, steps = 3): Flat[] {
  return profile.flatMap(([r, z, fillet], index) => {
    const before = profile[index - 1]
    const after = profile[index + 1]
    if (!fillet || !before || !after) return [[r, z] as const]
    const back = new Vector2(before[0] - r, before[1] - z)
    const on = new Vector2(after[0] - r, after[1] - z)
    const most = Math.min(back.length(), on.length()) * 0.49
    back.normalize()
    on.normalize()
    const half = Math.acos(Math.min(Math.max(back.dot(on), -1), 1)) / 2
    if (half > degToRad(85)) return [[r, z] as const]
    const tangent = Math.min(fillet / Math.tan(half), most)
    const radius = tangent * Math.tan(half)
    const middle = back
      .clone()
      .add(on)
      .normalize()
      .multiplyScalar(radius / Math.sin(half))
    const start = back.multiplyScalar(tangent).sub(middle)
    const end = on.multiplyScalar(tangent).sub(middle)
    const first = Math.atan2(start.y, start.x)
    const turn = Math.atan2(end.y, end.x) - first
    const sweep = MathUtils.euclideanModulo(turn + Math.PI, 2 * Math.PI) - Math.PI
    return Array.from({ length: steps + 1 }, (_, step): Flat => {
      const angle = first + (sweep * step) / steps
      return [r + middle.x + radius * Math.cos(angle), z + middle.y + radius * Math.sin(angle)]
    })
  })
}

/** The line's points with the normal to the right; points at sharp bends are doubled. */
function creased(line: readonly Flat[], sharp = 0.8): { at: Flat; normal: Flat; joined: boolean }[] {
  const sides = line.slice(1).map(([x, y], k): Flat => {
    const [fromX, fromY] = line[k] ?? [x, y]
    const dx = x - fromX
    const dy = y - fromY
    const length = Math.hypot(dx, dy) || 1
    return [dy / length, -dx / length]
  })
  return line.flatMap((at, k) => {
    const before = sides[k - 1]
    const after = sides[k]
    if (!before || !after) return [{ at, normal: (before ?? after) as Flat, joined: Boolean(before) }]
    if (before[0] * after[0] + before[1] * after[1] < sharp)
      return [
        { at, normal: before, joined: true },
        { at, normal: after, joined: false },
      ]
    const [x, y] = [before[0] + after[0], before[1] + after[1]]
    const length = Math.hypot(x, y) || 1
    return [{ at, normal: [x / length, y / length] as Flat, joined: true }]
  })
}

/**
 * Triangles between rows of equally many points, for rows that connect to the next one; `closed` connects the last
 * point of a row with its first.
 */
function weaveRows(rows: readonly { joined: boolean }[], count: number, closed: boolean): number[] {
  const index: number[] = []
  rows.forEach(({ joined }, row) => {
    if (!joined) return
    for (let k = 0; k < (closed ? count : count - 1); k++) {
      const a = (row - 1) * count + k
      const b = (row - 1) * count + ((k + 1) % count)
      index.push(a, b, b + count, a, b + count, a + count)
    }
  })
  return index
}

/** A solid of revolution: a profile of (radius, height, fillet) around the z axis. */
export function lathe(profile: Profile, segments = 48): Surface {
  const rows = creased(filletProfile(profile))
  const made: Surface = { position: [], normal: [], index: weaveRows(rows, segments + 1, false) }
  for (const { at, normal } of rows)
    for (let k = 0; k <= segments; k++) {
      const c = Math.cos((2 * Math.PI * k) / segments)
      const s = Math.sin((2 * Math.PI * k) / segments)
      made.position.push(at[0] * c, at[0] * s, at[1])
      made.normal.push(normal[0] * c, normal[0] * s, normal[1])
    }
  return made
}

/**
 * Like `lathe`, but around a rectangle of `size` (x, y): a profile of (inset, height, fillet). Both ends are closed
 * flat.
 */
export function slab(profile: Profile, size: readonly [number, number], corner: number): Surface {
  // Small corners need few steps.
  const steps = corner < 0.0016 ? 2 : 5
  const line = filletProfile(profile).map(([inset, z]): Flat => [-inset, z])
  const [low = 0, high = 0] = [line[0]?.[1], line[line.length - 1]?.[1]]
  const half = -Math.min(size[0], size[1]) / 2
  const rows = creased([[half, low], ...line, [half, high]])
  const made: Surface = { position: [], normal: [], index: weaveRows(rows, 4 * steps, true) }
  for (const { at, normal } of rows) {
    const radius = Math.max(corner + at[0], 0)
    for (let turn = 0; turn < 4; turn++) {
      // Near the middle, the corners overlap.
      const x = Math.max(size[0] / 2 + at[0] - radius, 0) * (turn === 0 || turn === 3 ? 1 : -1)
      const y = Math.max(size[1] / 2 + at[0] - radius, 0) * (turn < 2 ? 1 : -1)
      for (let k = 0; k < steps; k++) {
        const angle = ((turn + k / (steps - 1)) * Math.PI) / 2
        const c = Math.cos(angle)
        const s = Math.sin(angle)
        made.position.push(x + radius * c, y + radius * s, at[1])
        made.normal.push(normal[0] * c, normal[0] * s, normal[1])
      }
    }
  }
  return made
}

/** A block with rounded edges, centred on its place. */
function box([x, y, z]: Vec, radius: number): Surface {
  const r = Math.min(radius, Math.min(x, y, z) * 0.45)
  const arc = (from: number): Profile =>
    (r < 0.0016 ? [0, 2] : [0, 1, 2]).map((step) => {
      const angle = (from + step / 2) * (Math.PI / 2)
      return [r - r * Math.cos(angle), (z / 2 - r) * Math.sign(from + 0.5) + r * Math.sin(angle)] as const
    })
  return slab([...arc(-1), ...arc(0)], [x, y], r)
}

function sharpBox(size: Vec): Surface {
  const { attributes, index } = new BoxGeometry(...size)
  const numbers = (from?: { array: ArrayLike<number> } | null) => Array.from(from?.array ?? [])
  return {
    position: numbers(attributes.position as BufferAttribute),
    normal: numbers(attributes.normal as BufferAttribute),
    index: numbers(index),
  }
}

/** An outline of (y, z) with holes, extruded along x and centred on its place, such as aluminium profiles and rails. */
export function extrude(outline: readonly Flat[], length: number, holes: readonly Flat[][] = []): Surface {
  const made: Surface = { position: [], normal: [], index: [] }
  // Outlines run counterclockwise, holes clockwise.
  const loop = (points: readonly Flat[], left: boolean) => {
    const flat = points.map(([y, z]) => new Vector2(y, z))
    return ShapeUtils.isClockWise(flat) === left ? flat.reverse() : flat
  }
  const edge = loop(outline, true)
  const cuts = holes.map((hole) => loop(hole, false))
  for (const points of [edge, ...cuts]) {
    let from = points[points.length - 1] as Vector2
    for (const to of points) {
      const normal = new Vector2(to.y - from.y, from.x - to.x).normalize()
      const first = made.position.length / 3
      for (const point of [from, to])
        for (const x of [-length / 2, length / 2]) {
          made.position.push(x, point.x, point.y)
          made.normal.push(0, normal.x, normal.y)
        }
      made.index.push(first, first + 2, first + 3, first, first + 3, first + 1)
      from = to
    }
  }
  const corners = [edge, ...cuts].flat()
  const faces = ShapeUtils.triangulateShape(edge, cuts)
  for (const side of [-1, 1]) {
    const first = made.position.length / 3
    for (const { x, y } of corners) {
      made.position.push((side * length) / 2, x, y)
      made.normal.push(side, 0, 0)
    }
    for (const [a = 0, b = 0, c = 0] of faces)
      made.index.push(...(side > 0 ? [first + a, first + b, first + c] : [first + a, first + c, first + b]))
  }
  return made
}

/**
 * A cable along a centripetal Catmull-Rom curve through the points. It has as many sides as steps between two points.
 */
export function cable(points: readonly Vec[], radius: number, steps = 8): Surface {
  const sides = steps
  const through = points.map((point) => new Vector3(...point))
  const last = through.length - 1
  // Mirrored points continue the curve beyond either end.
  const point = (k: number) => {
    const [end, next] = k < 0 ? [0, 1] : [last, last - 1]
    return (
      through[k]?.clone() ??
      (through[end] as Vector3)
        .clone()
        .multiplyScalar(2)
        .sub(through[next] as Vector3)
    )
  }
  const middles: Vector3[] = []
  for (let k = 0; k < last; k++) {
    const [p, q, r, s] = [point(k - 1), point(k), point(k + 1), point(k + 2)]
    const [before, here, after] = [p.distanceTo(q), q.distanceTo(r), r.distanceTo(s)].map(
      (far) => Math.sqrt(far) || 1,
    ) as [number, number, number]
    const slope = (from: Vector3, at: Vector3, to: Vector3, first: number, second: number) =>
      new Vector3()
        .addScaledVector(at.clone().sub(from), here / first)
        .addScaledVector(to.clone().sub(from), -here / (first + second))
        .addScaledVector(to.clone().sub(at), here / second)
    const [start, end] = [slope(p, q, r, before, here), slope(q, r, s, here, after)]
    for (let step = k ? 1 : 0; step <= steps; step++) {
      const t = step / steps
      middles.push(
        new Vector3()
          .addScaledVector(q, 2 * t ** 3 - 3 * t ** 2 + 1)
          .addScaledVector(start, t ** 3 - 2 * t ** 2 + t)
          .addScaledVector(r, 3 * t ** 2 - 2 * t ** 3)
          .addScaledVector(end, t ** 3 - t ** 2),
      )
    }
  }
  const made: Surface = {
    position: [],
    normal: [],
    index: weaveRows(
      middles.map((_, row) => ({ joined: row > 0 })),
      sides,
      true,
    ),
  }
  // Rotation-minimising frames: each ring is rotated as little as possible against the previous one.
  const out = new Vector3(0.3, 0.2, 0.9)
  middles.forEach((middle, row) => {
    const along = (middles[row + 1] ?? middle)
      .clone()
      .sub(middles[row - 1] ?? middle)
      .normalize()
    out.addScaledVector(along, -out.dot(along)).normalize()
    for (let side = 0; side < sides; side++) {
      const normal = out.clone().applyAxisAngle(along, (2 * Math.PI * side) / sides)
      made.position.push(...middle.clone().addScaledVector(normal, radius).toArray())
      made.normal.push(...normal.toArray())
    }
  })
  return made
}

/**
 * Flat lettering, centred, readable from +z; `round` bends it around an axis along its lines, with that radius. `size`
 * is the line height.
 */
export function lettering(place: Place, words: string, size: number, pale: boolean, round = 0): void {
  const pixels = 96
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return
  const font = `600 ${pixels * 0.75}px Archivo, sans-serif`
  pen.font = font
  canvas.width = Math.ceil(pen.measureText(words).width) + pixels / 2
  canvas.height = pixels
  pen.font = font
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = 'white'
  pen.fillText(words, canvas.width / 2, pixels / 2)
  const shape = new PlaneGeometry((size * canvas.width) / pixels, size, 1, round ? 8 : 1)
  const { position } = shape.attributes
  if (round && position)
    for (let k = 0; k < position.count; k++) {
      const angle = position.getY(k) / round
      position.setXYZ(k, position.getX(k), round * Math.sin(angle), round * (Math.cos(angle) - 1))
    }
  const texture = new CanvasTexture(canvas)
  texture.anisotropy = 8
  const material = new MeshBasicMaterial({
    color: new Color().setScalar(pale ? 0.6 : 0.05),
    alphaMap: texture,
    transparent: true,
    depthWrite: false,
  })
  const mesh = new Mesh(shape, material)
  mesh.applyMatrix4(place.matrix)
  place.group.add(mesh)
}
