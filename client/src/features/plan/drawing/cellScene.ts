/** A cell in 3D: the machine, obstacles, points and their drag handles. */
import {
  BufferGeometry,
  Color,
  Group,
  LineSegments,
  Matrix4,
  Mesh,
  type Object3D,
  type PerspectiveCamera,
  Ray,
  type Scene,
  type ShaderMaterial,
  Vector3,
  WebGLRenderer,
} from 'three'
import { drawArm } from '~/features/motion/drawArm'
import { drawGripper } from '~/features/motion/drawGripper'
import { drawRail } from '~/features/motion/drawRail'
import { frames } from '~/features/motion/frames'
import type { Pose } from '~/features/motion/kinematics'
import { geometry, lathe, meshes, Place } from '~/features/motion/shapes'
import { openViewport, type Sphere, type Viewport } from '~/features/motion/viewport'
import { type Bounds, type Cell, type CycleState, headingOf, toolOf } from '~/features/plan/geometry'
import { lengthText } from '~/features/plan/measures'
import { type Item, type Obstacle, type Plan, type Spot, spotOf } from '~/features/plan/plan'
import { cachedPicture } from './cachedPicture'
import { addBox, clearGroup, orange, unitBox, updateObjects } from './cellObjects'
import { draftMachine, lineMaterial, mattMaterial, shadow } from './draftingMaterials'
import { nameOf } from './PlanDrawing'

type Shown = {
  plan: Plan
  cell: Cell
  moment: CycleState
  selected: Item | null
  /** The item being dragged, which moves in every frame. */
  dragged?: Item | undefined
}

export type CellScene = Pick<Viewport, 'look' | 'resetView' | 'dispose'> & {
  show: (shown: Shown) => void
  /** Moves the camera if the cell no longer fits, or has become small. */
  frame: (bounds: Bounds) => void
  /** The item at a canvas position, and a function that converts further positions to coordinates. */
  grab: (x: number, y: number) => { item: Item; move: (x: number, y: number) => Partial<Spot> } | undefined
  /** Sets whether something moves: the resolution then adapts to the frame rate. */
  moving: (moving: boolean) => void
}

/** The pixel ratio while something moves, without a graphics card. */
const coarsest = 0.5

/** Opens the scene; undefined without WebGL 2. */
export function openCell(canvas: HTMLCanvasElement, overlay: HTMLElement): CellScene | undefined {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: false, stencil: false })
  if (!context) return undefined
  const renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: false })
  renderer.autoClear = false
  // Supersampling at rest replaces antialiasing.
  const fine = Math.max(Math.min(window.devicePixelRatio, 2), 2)
  const rough = drawnInSoftware(context)
  const ratio = rough ? coarsest : Math.min(window.devicePixelRatio, 2)
  const pace = { moving: false, rough, ratio, last: 0, slow: 0 }
  renderer.setPixelRatio(fine)

  const flat = shadow()
  const view = openViewport(
    canvas,
    overlay,
    renderer,
    { sight: { middle: [0.75, 0, 0.4], radius: 2.4 }, from: [18, 30] },
    (scene, camera) => {
      arrange()
      const ratio = pace.moving ? pace.ratio : fine
      if (renderer.getPixelRatio() !== ratio) renderer.setPixelRatio(ratio)
      const all = standing()
      const moving = movingAlone()
      if (moving.length === 0) {
        kept.forget()
        renderer.clear()
        if (!pace.moving && !machine?.fine) refining ||= setTimeout(refine)
        return render([ground, grid, ...all], scene, camera)
      }
      const { cell, moment, selected } = shown ?? {}
      kept.show([cell, moment, selected, pace.rough, ...camera.matrixWorld.elements], () =>
        render([ground, grid, ...all.filter((each) => !moving.includes(each))], scene, camera),
      )
      render(moving, scene, camera)
    },
  )

  const kept = cachedPicture(renderer)

  /** Renders only these objects, layer by layer: floor, shadows, everything else. */
  function render(drawn: Object3D[], scene: Scene, camera: PerspectiveCamera) {
    const others = [ground, grid, ...standing()].filter((each) => !drawn.includes(each))
    for (const each of others) each.visible = false
    for (const layer of [2, 1, 0]) {
      camera.layers.set(layer)
      scene.overrideMaterial = layer === 1 ? flat : null
      renderer.render(scene, camera)
    }
    for (const each of others) each.visible = true
  }

  const machineNow = ({ rough, fine = rough }: NonNullable<typeof machine>) =>
    pace.moving && pace.rough ? rough : fine

  /** Builds the detailed machine shown at rest, once it is visible. */
  function refine() {
    refining = undefined
    if (!machine || machine.fine || pace.moving) return
    machine.fine = build(view.upright, machine.cell, 2.6)
    // Software renderers compile shaders on first use, which would delay a drag by half a second.
    if (rough) kept.show([], () => render([ground, grid, ...standing()], view.scene, view.camera))
    view.ask()
  }

  /** All objects on the floor. */
  function standing(): Object3D[] {
    return [
      ...(machine ? [machineNow(machine).root] : []),
      ...objects.children,
      part,
      span,
      points.pick,
      points.place,
    ]
  }

  /** Moves what a drag moves in every frame; the rest waits for the next result. */
  function movingAlone(): Object3D[] {
    const { dragged, moment } = shown ?? {}
    if (dragged === undefined || !pace.moving) return []
    if (typeof dragged === 'number') return objects.children.slice(dragged, dragged + 1)
    return [points[dragged], span, ...(moment?.part === dragged ? [part] : [])]
  }

  /** While something moves, slow frames reduce the detail: first the machine's, then the resolution. */
  function keepPace(now: number) {
    if (!pace.moving) return
    requestAnimationFrame(keepPace)
    const took = now - pace.last
    pace.last = now
    pace.slow = took > 19 ? pace.slow + 1 : Math.max(pace.slow - 0.25, 0)
    if (pace.slow < 3 || (pace.rough && pace.ratio <= coarsest)) return
    pace.slow = 0
    if (pace.rough) pace.ratio = Math.max(pace.ratio * 0.7, coarsest)
    pace.rough = true
    view.ask()
  }

  const ground = new Mesh(unitBox, mattMaterial(new Color(0.0056, 0.006, 0.007), { glow: true }))
  ground.layers.set(2)
  ground.scale.set(60, 60, 0.01)
  ground.position.z = -0.007
  const grid = lines(new Color(0.023, 0.025, 0.031), squares())
  grid.layers.set(2)
  view.upright.add(ground, grid)

  let machine: { key: string; cell: Cell; rough: Machine; fine?: Machine } | undefined
  const objects = new Group()
  const part = new Mesh(unitBox, mattMaterial(orange))
  part.layers.enable(1)
  const points = { pick: ring(), place: ring() }
  const span = lines(new Color(0.456, 0.462, 0.435), [new Vector3(), new Vector3()])
  view.upright.add(objects, part, span, ...Object.values(points))

  const labels = new Map<Item, { at: Vector3; element: HTMLElement }>()
  const label = (item: Item) => {
    const known = labels.get(item)
    if (known) return known
    const at = new Vector3()
    const made = { at, element: view.write({ frame: view.upright, at, text: '' }) }
    labels.set(item, made)
    return made
  }
  const measured = { at: new Vector3() }
  const length = view.write({ frame: view.upright, at: measured.at, text: '' })

  let shown: Shown | undefined
  let rest: ReturnType<typeof setTimeout> | undefined
  let refining: ReturnType<typeof setTimeout> | undefined
  let sight: Sphere | undefined

  /** Updates all positions, once per frame. */
  function arrange() {
    if (!shown) return
    const { plan, cell, moment, selected } = shown
    const key = JSON.stringify([cell.build, cell.foot, cell.along, cell.pads])
    if (machine?.key !== key) {
      machine?.rough.remove()
      machine?.fine?.remove()
      machine = { key, cell, rough: build(view.upright, cell, 9) }
    }
    const drawn = machineNow(machine)
    machine.rough.root.visible = machine.rough === drawn
    if (machine.fine) machine.fine.root.visible = machine.fine === drawn
    drawn.pose(moment.pose)

    updateObjects(objects, plan.obstacles, selected)
    const { length: x, width: y, height: z } = plan.part
    const held = moment.part === 'held'
    const [px, py, pz] = toolOf(cell, moment.pose)
    const spot = held
      ? { x: px, y: py, z: pz, heading: headingOf(cell, moment.pose) }
      : plan[moment.part as 'pick' | 'place']
    addBox(part, spot, [x, y, z])

    for (const item of ['pick', 'place'] as const) {
      const { x: at, y: beside, z: high } = plan[item]
      points[item].position.set(at / 1000, beside / 1000, 0)
      const [circle, drop] = points[item].children as [Mesh, Mesh]
      circle.position.z = high / 1000
      circle.scale.setScalar(selected === item ? 1.35 : 1)
      drop.scale.z = high / 1000
      drop.position.z = high / 2000
    }
    const [from, to] = [plan.pick, plan.place].map(({ x, y }) => new Vector3(x / 1000, y / 1000, 0.003)) as [
      Vector3,
      Vector3,
    ]
    span.geometry.setFromPoints([from, to])
    measured.at.copy(from).add(to).multiplyScalar(0.5)
    write(length, lengthText(from.distanceTo(to) * 1000))

    const items: Item[] = ['pick', 'place', ...plan.obstacles.keys()]
    for (const [item, { element }] of labels) if (!items.includes(item)) element.hidden = true
    for (const item of items) {
      const spot = spotOf(plan, item) as Spot & { height?: number }
      const { at, element } = label(item)
      at.set(spot.x / 1000, spot.y / 1000, (spot.z + (spot.height ?? 140)) / 1000 + 0.05)
      // Points have priority, so only the selected obstacle is labelled.
      element.hidden = typeof item === 'number' && item !== selected
      write(element, nameOf(plan, item))
    }
  }

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

  function hit(x: number, y: number): { item: Item; high: number } | undefined {
    if (!shown) return undefined
    const box = canvas.getBoundingClientRect()
    let best: { item: Item; high: number } | undefined
    let least = 30
    for (const item of ['pick', 'place'] as const) {
      const spot = shown.plan[item]
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
      const away = entered(ray, object, shown?.plan.obstacles[item])
      if (away === undefined || away >= nearest) return
      nearest = away
      best = { item, high: ray.at(away, new Vector3()).z * 1000 }
    })
    return best
  }

  return {
    show: (next) => {
      shown = next
      view.ask()
    },
    frame: ({ x, y, z }) => {
      const wide = [x[1] - x[0], y[1] - y[0], z].map((mm) => mm / 1000)
      const next: Sphere = {
        middle: [(x[0] + x[1]) / 2000, (y[0] + y[1]) / 2000, (wide[2] ?? 0) * 0.3],
        radius: Math.hypot(...wide) * 0.37,
      }
      const away = sight && Math.hypot(...next.middle.map((value, k) => value - (sight?.middle[k] ?? 0)))
      if (sight && (away ?? 0) + next.radius < sight.radius * 1.25 && next.radius > sight.radius * 0.7) return
      sight = next
      view.frame(next)
      view.ask()
    },
    grab: (x, y) => {
      const found = hit(x, y)
      const spot = found && shown && spotOf(shown.plan, found.item)
      const from = found && meets(x, y, found.high)
      if (!found || !spot || !from) return undefined
      const { x: sx, y: sy } = spot
      return {
        item: found.item,
        move: (toX, toY) => {
          const to = meets(toX, toY, found.high)
          // Near the horizon, a pixel covers metres.
          if (!to || Math.hypot(to.x - from.x, to.y - from.y) > 15_000) return {}
          const snapped = (value: number) => Math.round(value / 10) * 10
          return { x: snapped(sx + to.x - from.x), y: snapped(sy + to.y - from.y) }
        },
      }
    },
    moving: (moving) => {
      clearTimeout(rest)
      if (moving && !pace.moving) {
        pace.moving = true
        pace.last = performance.now()
        requestAnimationFrame(keepPace)
      }
      if (!moving && pace.moving)
        rest = setTimeout(() => {
          pace.moving = false
          view.ask()
        }, 160)
    },
    look: view.look,
    resetView: view.resetView,
    dispose: () => {
      clearTimeout(rest)
      clearTimeout(refining)
      pace.moving = false
      kept.dispose()
      view.dispose()
    },
  }
}

/** Whether WebGL runs on the CPU, recognised by the names of software renderers. */
function drawnInSoftware(context: WebGL2RenderingContext): boolean {
  const names = context.getExtension('WEBGL_debug_renderer_info')
  const name = names && String(context.getParameter(names.UNMASKED_RENDERER_WEBGL))
  return /SwiftShader|llvmpipe|Basic Render/.test(name ?? '')
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

function lines(color: Color, points: Vector3[]): LineSegments<BufferGeometry, ShaderMaterial> {
  const made = new LineSegments(new BufferGeometry().setFromPoints(points), lineMaterial(color))
  made.frustumCulled = false
  return made
}

/** A grid of 500 mm. */
function squares(): Vector3[] {
  const far = 8
  return Array.from({ length: 4 * far + 1 }, (_, k) => k / 2 - far).flatMap((at) => [
    new Vector3(at, -far, 0),
    new Vector3(at, far, 0),
    new Vector3(-far, at, 0),
    new Vector3(far, at, 0),
  ])
}

/** A ring around a point, and a vertical line to the floor. */
function ring(): Group {
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

type Machine = ReturnType<typeof build>

/** Builds a cell's machine, `grain` times coarser than in full size. */
function build(into: Group, cell: Cell, grain: number) {
  const root = new Group()
  into.add(root)
  const place = new Place(root, undefined, grain)
  const { places, pose } = frames(place, cell.chain)
  const moves = [pose]
  const foot = places[0] as Place
  if (cell.along > 0) moves.push(drawRail(place, foot))
  else if (cell.foot > 0) {
    const high = cell.foot / 1000
    place.at([0, 0, high - 0.01]).box('grey', [0.24, 0.24, 0.02])
    place.at([0, 0, high / 2]).box('graphite', [0.16, 0.16, Math.max(high - 0.04, 0.01)])
    place.at([0, 0, 0.01]).box('grey', [0.3, 0.3, 0.02])
  }
  const hand = places.at(-1) as Place
  drawArm(cell.build, foot, places.slice(1, 7), hand, { sensors: false, lead: false, words: ['', ''] })
  if (cell.pads > 0) moves.push(drawGripper(hand.at([0, 0, 0], [90, 0, 0]).frame()))
  meshes(root)
  const { place: placed } = draftMachine(root)
  return {
    root,
    pose: (pose: Pose) => {
      for (const move of moves) move(pose)
      placed()
    },
    remove: () => clearGroup(root).removeFromParent(),
  }
}

/** Sets a text only if it differs, to avoid a layout. */
function write(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text
}
