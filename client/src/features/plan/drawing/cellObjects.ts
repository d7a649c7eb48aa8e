/** Objects in a cell besides the machine. */
import { BoxGeometry, Color, Group, Matrix4, Mesh } from 'three'
import type { Vec } from '~/features/motion/kinematics'
import type { Item, Obstacle, Spot } from '~/features/plan/plan'
import { mattMaterial, mergeShapes } from './draftingMaterials'

export const unitBox = new BoxGeometry(1, 1, 1)
const [steel, pale, dark, belt] = [
  new Color(0.11, 0.117, 0.133),
  new Color(0.485, 0.491, 0.468),
  new Color(0.019, 0.021, 0.026),
  new Color(0.009, 0.009, 0.011),
]
export const orange = new Color(1, 0.102, 0.014)

/** Adds a box of this size, in mm, centred on a spot. */
export function addBox(
  mesh: Mesh,
  { x, y, z, heading }: Spot,
  [dx, dy, dz]: readonly [number, number, number],
) {
  mesh.position.set(x / 1000, y / 1000, z / 1000)
  mesh.rotation.z = (heading * Math.PI) / 180
  mesh.scale.set(dx / 1000, dy / 1000, dz / 1000)
}

type Piece = readonly [
  at: readonly [number, number, number],
  size: readonly [number, number, number],
  look: Color,
]

/** The boxes that make up each kind of object, relative to its size: centre and extent, in mm for a thickness. */
function pieces({ kind, length: l, width: w, height: h }: Obstacle): Piece[] {
  const legs = (inset: number, thick: number, top: number): Piece[] =>
    [-1, 1].flatMap((i) =>
      [-1, 1].map(
        (j): Piece => [[i * (l / 2 - inset), j * (w / 2 - inset), top / 2], [thick, thick, top], dark],
      ),
    )
  if (kind === 'TABLE')
    return [
      [[0, 0, h - Math.min(h, 40) / 2], [l, w, Math.min(h, 40)], pale],
      ...legs(60, 60, Math.max(h - 40, 1)),
    ]
  if (kind === 'CONVEYOR') {
    const side = Math.min(40, w / 4)
    const bed = Math.min(h, 110)
    return [
      [[0, 0, h - bed / 2 - 4], [l, w - 2 * side, bed - 8], belt],
      ...[-1, 1].map((j): Piece => [[0, (j * (w - side)) / 2, h - bed / 2], [l, side, bed], steel]),
      ...legs(120, 50, Math.max(h - bed, 1)),
    ]
  }
  if (kind === 'FENCE') {
    const count = Math.max(Math.ceil(l / 1200), 1)
    return [
      ...Array.from(
        { length: count + 1 },
        (_, k): Piece => [[-l / 2 + (k * l) / count, 0, h / 2], [50, Math.max(w, 20), h], dark],
      ),
      [[0, 0, h - 20], [l, Math.min(w, 30), 30], steel],
      [[0, 0, 120], [l, Math.min(w, 30), 30], steel],
    ]
  }
  return [
    [[0, 0, h / 2], [l, w, h], steel],
    [[0, 0, h + 1], [l * 0.92, w * 0.92, 2], pale],
  ]
}

/** Updates the meshes to the plan's objects. */
export function updateObjects(into: Group, obstacles: readonly Obstacle[], selected: Item | null) {
  while (into.children.length > obstacles.length) clearGroup(into.children.at(-1) as Group).removeFromParent()
  while (into.children.length < obstacles.length) into.add(new Group())
  obstacles.forEach((one, index) => {
    const group = into.children[index] as Group
    group.position.set(one.x / 1000, one.y / 1000, one.z / 1000)
    group.rotation.z = (one.heading * Math.PI) / 180
    const lit = index === selected
    const key = JSON.stringify([one.kind, one.length, one.width, one.height, lit])
    if (group.name === key) return
    group.name = key
    clearGroup(group).add(
      mergeShapes(
        pieces(one).map(([at, size, look]) => ({
          geometry: unitBox,
          matrix: new Matrix4().makeScale(...metres(size)).setPosition(...metres(at)),
          tint: lit ? look.clone().lerp(orange, 0.22) : look,
        })),
      ),
    )
    if (one.kind !== 'FENCE') return
    const pane = new Mesh(unitBox, mattMaterial(pale, { opacity: 0.07 }))
    addBox(pane, { x: 0, y: 0, z: one.height / 2, heading: 0 }, [one.length, 6, one.height - 200])
    pane.renderOrder = 1
    group.add(pane)
  })
}

/** Removes everything from a group and frees its resources. */
export function clearGroup(group: Group): Group {
  group.traverse((each) => each instanceof Mesh && each.geometry.dispose())
  return group.clear()
}

const metres = ([x, y, z]: readonly [number, number, number]): Vec => [x / 1000, y / 1000, z / 1000]
