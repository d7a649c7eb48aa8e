/** Annotations drawn over a machine: its reach and dimensions. */
import {
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from 'three'
import type { Vec } from './kinematics'
import type { Dimension, Reach } from './machine'
import { geometry } from './shapes'

/** A label at a position in a frame; the page draws it over the canvas. */
export type Label = { frame: Group; at: Vector3; text: string }
export type Annotation = { groups: Group[]; labels: Label[] }

type FrameOf = (joint: string | undefined) => Group

const signal = new Color(1, 0.102, 0.014)
const quiet = new Color(0.35, 0.355, 0.345)
const lines = (colour: Color) =>
  new LineBasicMaterial({ color: colour, transparent: true, toneMapped: false })

export function drawReach({ lines: drawn, swept, labels }: Reach, frameOf: FrameOf): Annotation {
  const groups: Group[] = []
  const into = (joint?: string) => {
    const group = new Group()
    frameOf(joint).add(group)
    groups.push(group)
    return group
  }
  for (const { points, dashed, frame } of drawn) {
    const shape = new BufferGeometry().setFromPoints(points.map((point) => new Vector3(...point)))
    const line = dashed
      ? new Line(
          shape,
          new LineDashedMaterial({ color: quiet, dashSize: 0.018, gapSize: 0.014, toneMapped: false }),
        )
      : new Line(shape, lines(signal))
    if (dashed) line.computeLineDistances()
    into(frame).add(line)
  }
  if (swept) {
    const material = new MeshBasicMaterial({
      color: quiet,
      transparent: true,
      opacity: 0.07,
      side: DoubleSide,
      depthWrite: false,
      toneMapped: false,
    })
    into().add(new Mesh(geometry(carried(swept)), material))
  }
  return {
    groups,
    labels: labels.map(({ at, text, frame }) => ({ frame: frameOf(frame), at: new Vector3(...at), text })),
  }
}

/** A profile revolved around axis 1, its halves moved apart by the rail's stroke. */
function carried({ profile, along }: NonNullable<Reach['swept']>) {
  const made = { position: [] as number[], normal: [] as number[], index: [] as number[] }
  const turns = Array.from({ length: 98 }, (_, k) => (k < 49 ? k / 48 - 0.5 : (k - 49) / 48 + 0.5) * Math.PI)
  turns.forEach((angle, k) => {
    for (const [r, z] of profile) {
      made.position.push(r * Math.cos(angle) + (k < 49 ? along : 0), r * Math.sin(angle), z)
      made.normal.push(0, 0, 1)
    }
    const count = profile.length
    const next = ((k + 1) % turns.length) * count
    for (let p = 0; p < count - 1; p++) {
      const a = k * count + p
      made.index.push(a, next + p, next + p + 1, a, next + p + 1, a + 1)
    }
  })
  return made
}

/**
 * Dimensions: lines with a tick at either end, and extension lines. `size` is the machine's: labels of short lines are
 * placed beside them.
 */
export function drawDimensions(dimensions: readonly Dimension[], frameOf: FrameOf, size: number): Annotation {
  const groups: Group[] = []
  const labels = dimensions.map(({ from, to, off, text, frame }): Label => {
    const [a, b, away] = [from, to, off].map((point: Vec) => new Vector3(...point)) as [
      Vector3,
      Vector3,
      Vector3,
    ]
    const over = away.clone().multiplyScalar(1.12)
    const [p, q] = [a.clone().add(away), b.clone().add(away)]
    const slant = b
      .clone()
      .sub(a)
      .normalize()
      .add(away.clone().normalize())
      .multiplyScalar(away.length() * 0.06)
    const points = [p, q, a, a.clone().add(over), b, b.clone().add(over)]
    for (const end of [p, q]) points.push(end.clone().sub(slant), end.clone().add(slant))
    const group = new Group()
    group.add(new LineSegments(new BufferGeometry().setFromPoints(points), lines(quiet)))
    frameOf(frame).add(group)
    groups.push(group)
    const at = p.clone().add(q).multiplyScalar(0.5)
    if (p.distanceTo(q) < size * 0.55) at.add(away.setLength(size * 0.12))
    return { frame: frameOf(frame), at, text }
  })
  return { groups, labels }
}
