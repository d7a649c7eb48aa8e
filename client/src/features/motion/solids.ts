/**
 * Castings: solids as signed distance functions that blend into each other, as in media/shapes.py, which the pictures
 * use, so that both show the same machine. Lengths are metres.
 */
import type { Axis, Vec } from './kinematics'

export type Solid = (x: number, y: number, z: number) => number

/** A triangle mesh. */
export type Surface = { position: number[]; normal: number[]; index: number[] }

/** Faster than Math.hypot, which guards against overflow; it is called millions of times. */
const long = (x: number, y: number, z = 0) => Math.sqrt(x * x + y * y + z * z)

/** A cylinder around an axis, `half` to either side; both edges have the radius `edge`. */
export function cylinder([cx, cy, cz]: Vec, axis: Axis, radius: number, half: number, edge = 0.006): Solid {
  const inner = radius - edge
  const flat = half - edge
  const distance = (a: number, b: number, along: number) => {
    const out = long(a, b) - inner
    const up = Math.abs(along) - flat
    return Math.min(Math.max(out, up), 0) + long(Math.max(out, 0), Math.max(up, 0)) - edge
  }
  if (axis === 'x') return (x, y, z) => distance(y - cy, z - cz, x - cx)
  if (axis === 'y') return (x, y, z) => distance(x - cx, z - cz, y - cy)
  return (x, y, z) => distance(x - cx, y - cy, z - cz)
}

/** A round bar between two heights, with the radii `first` and `last`. */
export function bar(x0: number, y0: number, low: number, high: number, first: number, last: number): Solid {
  return (x, y, z) => {
    const part = Math.min(Math.max((z - low) / (high - low), 0), 1)
    return long(x - x0, y - y0, z - low - part * (high - low)) - (first + (last - first) * part)
  }
}

/** A block with rounded edges, `half` to either side. */
export function block(centre: Vec, half: Vec, edge: number): Solid {
  return (x, y, z) => {
    const a = Math.abs(x - centre[0]) - half[0] + edge
    const b = Math.abs(y - centre[1]) - half[1] + edge
    const c = Math.abs(z - centre[2]) - half[2] + edge
    return Math.min(Math.max(a, b, c), 0) + long(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0)) - edge
  }
}

/**
 * A block of `size` (x, y) with rounded vertical edges (`corner`), between two heights; `edge` is the fillet of both.
 */
export function plinth(
  size: readonly [number, number],
  corner: number,
  low: number,
  high: number,
  edge: number,
): Solid {
  const tall = block([0, 0, (low + high) / 2], [size[0] / 2, size[1] / 2, high - low + 2 * corner], corner)
  return without(
    edge,
    tall,
    (_x, _y, z) => high - z,
    (_x, _y, z) => z - low,
  )
}

/** The union of solids, with a fillet of about `blend` between them. */
export function union(blend: number, ...solids: Solid[]): Solid {
  return (x, y, z) => {
    let near = Number.POSITIVE_INFINITY
    for (const solid of solids) near = smooth(near, solid(x, y, z), blend)
    return near
  }
}

/** The difference of a solid and others. */
export function without(edge: number, solid: Solid, ...cuts: Solid[]): Solid {
  return (x, y, z) => {
    let near = -solid(x, y, z)
    for (const cut of cuts) near = smooth(near, cut(x, y, z), edge)
    return -near
  }
}

function smooth(a: number, b: number, blend: number): number {
  const overlap = blend > 0 ? Math.max(blend - Math.abs(a - b), 0) / blend : 0
  return Math.min(a, b) - (overlap * overlap * overlap * blend) / 6
}

/**
 * The surface of a solid between two corners, by surface nets. Vertices are projected onto the surface and get its
 * exact normals, so that castings are smooth even with coarse cells.
 */
export function cast(solid: Solid, low: Vec, high: Vec, cell: number): Surface {
  const [x0, y0, z0] = [low[0] - 1.5 * cell, low[1] - 1.5 * cell, low[2] - 1.5 * cell]
  const count = (from: number, to: number) => Math.ceil((to + 1.5 * cell - from) / cell) + 1
  const [nx, ny, nz] = [count(x0, high[0]), count(y0, high[1]), count(z0, high[2])]
  const [dx, dy, dz] = [1, nx, nx * ny]
  const grid = new Float32Array(nx * ny * nz)
  for (let at = 0, k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) grid[at++] = solid(x0 + i * cell, y0 + j * cell, z0 + k * cell)
  // The border of the grid counts as outside.
  const value = (at: number) => grid[at] ?? 1

  // One vertex in every cell that the surface crosses, at the mean of its edges' crossings.
  const corners = [0, dx, dy, dx + dy, dz, dz + dx, dz + dy, dz + dx + dy]
  const vertex = new Int32Array(grid.length).fill(-1)
  const surface: Surface = { position: [], normal: [], index: [] }
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        const at = i * dx + j * dy + k * dz
        const mean = crossing(corners.map((corner) => value(at + corner)))
        if (!mean) continue
        vertex[at] = surface.position.length / 3
        const point = [
          x0 + (i + mean[0]) * cell,
          y0 + (j + mean[1]) * cell,
          z0 + (k + mean[2]) * cell,
        ] as const
        const [x, y, z] = landed(solid, point, cell)
        surface.position.push(x, y, z)
        const [a, b, c] = slope(solid, x, y, z, 5e-4)
        const length = long(a, b, c) || 1
        surface.normal.push(a / length, b / length, c / length)
      }

  // One quad for every edge of the grid that the surface crosses.
  for (const [along, b, c] of [
    [dx, dy, dz],
    [dy, dz, dx],
    [dz, dx, dy],
  ] as const)
    for (let at = b + c; at < grid.length - along; at++) {
      const inside = value(at) < 0
      if (inside === value(at + along) < 0) continue
      const [p = -1, q = -1, r = -1, s = -1] = [at - b - c, at - c, at, at - b].map(
        (one) => vertex[one] ?? -1,
      )
      if (Math.min(p, q, r, s) < 0) continue
      surface.index.push(...(inside ? [p, q, r, p, r, s] : [s, r, q, s, q, p]))
    }
  return surface
}

/** A cell's edges as pairs of corner numbers, whose bits are x, y and z. */
const edges = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7]
    .filter((one) => !((one >> axis) & 1))
    .map((one) => [one, one | (1 << axis), axis] as const),
)

/** The mean of the crossings on a cell's edges, relative to the cell; undefined if there are none. */
function crossing(values: readonly number[]): Vec | undefined {
  const outside = values.reduce((sum, value) => sum + (value < 0 ? 0 : 1), 0)
  if (outside === 0 || outside === 8) return undefined
  let [x, y, z, count] = [0, 0, 0, 0]
  for (const [one, two, axis] of edges) {
    const [near = 0, far = 0] = [values[one], values[two]]
    if (near < 0 === far < 0) continue
    const part = near / (near - far)
    x += axis === 0 ? part : one & 1
    y += axis === 1 ? part : (one >> 1) & 1
    z += axis === 2 ? part : one >> 2
    count++
  }
  return [x / count, y / count, z / count]
}

function slope(solid: Solid, x: number, y: number, z: number, step: number): Vec {
  return [
    (solid(x + step, y, z) - solid(x - step, y, z)) / (2 * step),
    (solid(x, y + step, z) - solid(x, y - step, z)) / (2 * step),
    (solid(x, y, z + step) - solid(x, y, z - step)) / (2 * step),
  ]
}

/** Projects a point onto the surface, along the gradient. */
function landed(solid: Solid, [x, y, z]: Vec, cell: number): Vec {
  for (let round = 0; round < 2; round++) {
    const [a, b, c] = slope(solid, x, y, z, 2e-4)
    const by = solid(x, y, z) / Math.max(a * a + b * b + c * c, 0.2)
    const far = Math.abs(by) * long(a, b, c)
    const part = by * Math.min(1, (0.6 * cell) / Math.max(far, 1e-9))
    ;[x, y, z] = [x - part * a, y - part * b, z - part * c]
  }
  return [x, y, z]
}
