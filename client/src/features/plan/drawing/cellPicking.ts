/** Finds and moves the items of a cell in 3D under the pointer. */
import { type Group, Matrix4, type Object3D, Ray, Vector3 } from 'three'
import type { Viewport } from '~/features/motion/viewport'
import { type Item, type Obstacle, type Plan, type Spot, spotOf } from '~/features/plan/plan'

const snapped = (value: number) => Math.round(value / 10) * 10

/** Returns a function that finds the item at a canvas position, and converts further positions to its coordinates. */
export function cellPicking(canvas: HTMLCanvasElement, view: Viewport, objects: Group) {
  /** The ray through a canvas position, in upright coordinates. */
  function aim(x: number, y: number): Ray {
    const box = canvas.getBoundingClientRect()
    const at = new Vector3(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2, 0.5)
    const from = view.upright.worldToLocal(view.camera.position.clone())
    const to = view.upright.worldToLocal(at.unproject(view.camera))
    return new Ray(from, to.sub(from).normalize())
  }

  /** The intersection of a ray with a height above the floor, in mm. */
  function meets(x: number, y: number, high: number): { x: number; y: number } | undefined {
    const { origin, direction } = aim(x, y)
    const away = (high / 1000 - origin.z) / direction.z
    if (!(away > 0)) return undefined
    const at = origin.addScaledVector(direction, away)
    return { x: at.x * 1000, y: at.y * 1000 }
  }

  /** What lies at a canvas position, points first, and the height of the place that was hit. */
  function hit(plan: Plan, x: number, y: number): { item: Item; high: number } | undefined {
    const box = canvas.getBoundingClientRect()
    let best: { item: Item; high: number } | undefined
    let least = 30
    for (const item of ['pick', 'place'] as const) {
      const spot = plan[item]
      const at = view.upright.localToWorld(new Vector3(spot.x / 1000, spot.y / 1000, spot.z / 1000))
      const seen = at.project(view.camera)
      const away = Math.hypot(
        box.left + ((seen.x + 1) / 2) * box.width - x,
        box.top + ((1 - seen.y) / 2) * box.height - y,
      )
      if (away < least) {
        least = away
        best = { item, high: spot.z }
      }
    }
    if (best) return best
    const ray = aim(x, y)
    let nearest = Number.POSITIVE_INFINITY
    objects.children.forEach((object, item) => {
      const away = entered(ray, object, plan.obstacles[item])
      if (away === undefined || away >= nearest) return
      nearest = away
      best = { item, high: ray.at(away, new Vector3()).z * 1000 }
    })
    return best
  }

  return function grab(plan: Plan, x: number, y: number) {
    const found = hit(plan, x, y)
    const spot = found && spotOf(plan, found.item)
    const from = found && meets(x, y, found.high)
    if (!found || !spot || !from) return undefined
    const move = (toX: number, toY: number): Partial<Spot> => {
      const to = meets(toX, toY, found.high)
      // Near the horizon, a pixel covers metres.
      if (!to || Math.hypot(to.x - from.x, to.y - from.y) > 15_000) return {}
      return { x: snapped(spot.x + to.x - from.x), y: snapped(spot.y + to.y - from.y) }
    }
    return { item: found.item, move }
  }
}

/** The distance along a ray to an object's box; undefined if it misses. */
function entered(ray: Ray, object: Object3D, one?: Obstacle): number | undefined {
  if (!one) return undefined
  object.updateMatrix()
  const { origin, direction } = ray.clone().applyMatrix4(new Matrix4().copy(object.matrix).invert())
  let [from, to] = [0, Number.POSITIVE_INFINITY]
  const sides = [
    [origin.x, direction.x, -one.length / 2000, one.length / 2000],
    [origin.y, direction.y, -one.width / 2000, one.width / 2000],
    [origin.z, direction.z, 0, one.height / 1000],
  ] as const
  for (const [start, step, low, high] of sides) {
    const ends = [(low - start) / step, (high - start) / step]
    from = Math.max(from, Math.min(...ends))
    to = Math.min(to, Math.max(...ends))
  }
  return from <= to ? from : undefined
}
