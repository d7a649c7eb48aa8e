/** The floor of a cell in 3D, and the marks on it. */
import { BufferGeometry, Color, Group, LineSegments, Mesh, type ShaderMaterial, Vector3 } from 'three'
import { geometry, lathe } from '~/features/motion/shapes'
import { orange, unitBox } from './cellObjects'
import { lineMaterial, mattMaterial } from './draftingMaterials'

export function floor() {
  const made = new Mesh(unitBox, mattMaterial(new Color(0.0056, 0.006, 0.007), { glow: true }))
  made.layers.set(2)
  made.scale.set(60, 60, 0.01)
  made.position.z = -0.007
  return made
}

/** A grid of 500 mm. */
export function squares() {
  const far = 8
  const ends = Array.from({ length: 4 * far + 1 }, (_, k) => k / 2 - far).flatMap((at) => [
    new Vector3(at, -far, 0),
    new Vector3(at, far, 0),
    new Vector3(-far, at, 0),
    new Vector3(far, at, 0),
  ])
  const made = lines(new Color(0.023, 0.025, 0.031), ends)
  made.layers.set(2)
  return made
}

/** The line between the points. */
export const line = () => lines(new Color(0.456, 0.462, 0.435), [new Vector3(), new Vector3()])

function lines(color: Color, points: Vector3[]): LineSegments<BufferGeometry, ShaderMaterial> {
  const made = new LineSegments(new BufferGeometry().setFromPoints(points), lineMaterial(color))
  made.frustumCulled = false
  return made
}

/** A ring around a point, and a vertical line to the floor. */
export function ring(): Group {
  const group = new Group()
  const glow = mattMaterial(orange, { glow: true })
  const profile = [
    [0.1, -0.007],
    [0.116, -0.007],
    [0.116, 0.007],
    [0.1, 0.007],
    [0.1, -0.007],
  ] as const
  const drop = new Mesh(unitBox, glow)
  drop.scale.set(0.007, 0.007, 1)
  group.add(new Mesh(geometry(lathe(profile)), glow), drop)
  return group
}
