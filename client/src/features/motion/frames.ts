import { type Link, origin, type Pose } from './kinematics'
import type { Place } from './shapes'

/**
 * Creates a chain's frames at a place, and a function that poses them. The same chain is used to calculate the figures.
 */
export function frames(root: Place, chain: readonly Link[]) {
  const places: Place[] = []
  const steps: ((pose: Pose) => void)[] = []
  let last = root
  for (const { at = origin, tilt = 0, joint, turns, slides } of chain) {
    const place = last.at(at, [tilt, 0, 0]).frame()
    const { group } = place
    const rest = group.position.clone()
    const turned = group.rotation.clone()
    if (joint)
      steps.push((pose) => {
        const value = pose[joint] ?? 0
        if (slides)
          group.position
            .set(...slides)
            .multiplyScalar(value / 1000)
            .add(rest)
        group.rotation.copy(turned)
        if (turns === 'x') group.rotateX((value * Math.PI) / 180)
        if (turns === 'y') group.rotateY((value * Math.PI) / 180)
        if (turns === 'z') group.rotateZ((value * Math.PI) / 180)
      })
    places.push(place)
    last = place
  }
  return {
    places,
    /** Frames by joint ID. */
    named: Object.fromEntries(chain.flatMap(({ joint }, k) => (joint ? [[joint, places[k] as Place]] : []))),
    pose: (pose: Pose) => {
      for (const step of steps) step(pose)
    },
  }
}
