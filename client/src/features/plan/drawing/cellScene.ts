/** A cell in 3D: the machine, obstacles, points and their drag handles. */
import { Group, Mesh, type Object3D, type PerspectiveCamera, type Scene, Vector3, WebGLRenderer } from 'three'
import { openViewport, type Sphere, type Viewport } from '~/features/motion/viewport'
import { type Bounds, type Cell, type CycleState, headingOf, toolOf } from '~/features/plan/geometry'
import { lengthText } from '~/features/plan/measures'
import { type Item, type Plan, type Spot, spotOf } from '~/features/plan/plan'
import { cachedPicture } from './cachedPicture'
import { buildMachine, type Machine } from './cellMachine'
import { floor, line, ring, squares } from './cellMarkers'
import { addBox, orange, unitBox, updateObjects } from './cellObjects'
import { cellPicking } from './cellPicking'
import { mattMaterial, shadow } from './draftingMaterials'
import { framePace } from './framePace'
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

/** Opens the scene; undefined without WebGL 2. */
export function openCell(canvas: HTMLCanvasElement, overlay: HTMLElement): CellScene | undefined {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: false, stencil: false })
  if (!context) return undefined
  const renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: false })
  renderer.autoClear = false
  // Supersampling at rest replaces antialiasing.
  const fine = Math.max(Math.min(window.devicePixelRatio, 2), 2)
  const rough = drawnInSoftware(context)
  const pace = framePace(rough, () => view.ask())
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
    machine.fine = buildMachine(view.upright, machine.cell, 2.6)
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

  const [ground, grid] = [floor(), squares()]
  view.upright.add(ground, grid)

  let machine: { key: string; cell: Cell; rough: Machine; fine?: Machine } | undefined
  const objects = new Group()
  const part = new Mesh(unitBox, mattMaterial(orange))
  part.layers.enable(1)
  const points = { pick: ring(), place: ring() }
  const span = line()
  view.upright.add(objects, part, span, ...Object.values(points))
  const grab = cellPicking(canvas, view, objects)

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
  let refining: ReturnType<typeof setTimeout> | undefined
  let sight: Sphere | undefined

  /** Updates all positions, once per frame. */
  function arrange() {
    if (!shown) return
    const { plan, selected } = shown
    arrangeMachine(shown)
    updateObjects(objects, plan.obstacles, selected)
    arrangePart(shown)
    arrangePoint('pick', plan.pick, selected)
    arrangePoint('place', plan.place, selected)
    arrangeSpan(plan)
    arrangeLabels(plan, selected)
  }

  function arrangeMachine({ cell, moment }: Shown) {
    const key = JSON.stringify([cell.build, cell.foot, cell.along, cell.pads])
    if (machine?.key !== key) {
      machine?.rough.remove()
      machine?.fine?.remove()
      machine = { key, cell, rough: buildMachine(view.upright, cell, 9) }
    }
    const drawn = machineNow(machine)
    machine.rough.root.visible = machine.rough === drawn
    if (machine.fine) machine.fine.root.visible = machine.fine === drawn
    drawn.pose(moment.pose)
  }

  function arrangePart({ plan, cell, moment }: Shown) {
    const { length, width, height } = plan.part
    const [x, y, z] = toolOf(cell, moment.pose)
    const spot =
      moment.part === 'held' ? { x, y, z, heading: headingOf(cell, moment.pose) } : plan[moment.part]
    addBox(part, spot, [length, width, height])
  }

  function arrangePoint(item: 'pick' | 'place', { x, y, z }: Spot, selected: Item | null) {
    points[item].position.set(x / 1000, y / 1000, 0)
    const [circle, drop] = points[item].children as [Mesh, Mesh]
    circle.position.z = z / 1000
    circle.scale.setScalar(selected === item ? 1.35 : 1)
    drop.scale.z = z / 1000
    drop.position.z = z / 2000
  }

  function arrangeSpan({ pick, place }: Plan) {
    const from = new Vector3(pick.x / 1000, pick.y / 1000, 0.003)
    const to = new Vector3(place.x / 1000, place.y / 1000, 0.003)
    span.geometry.setFromPoints([from, to])
    measured.at.copy(from).add(to).multiplyScalar(0.5)
    write(length, lengthText(from.distanceTo(to) * 1000))
  }

  function arrangeLabels(plan: Plan, selected: Item | null) {
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

  return {
    show: (next) => {
      shown = next
      view.ask()
    },
    frame: (bounds) => {
      const next = sightOf(bounds)
      if (sight && stillFits(sight, next)) return
      sight = next
      view.frame(next)
      view.ask()
    },
    grab: (x, y) => shown && grab(shown.plan, x, y),
    moving: pace.move,
    look: view.look,
    resetView: view.resetView,
    dispose: () => {
      clearTimeout(refining)
      pace.dispose()
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

/** Sets a text only if it differs, to avoid a layout. */
function write(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text
}

/** The sphere to look at, for a cell to fill the picture. */
function sightOf({ x, y, z }: Bounds): Sphere {
  const wide = [x[1] - x[0], y[1] - y[0], z].map((mm) => mm / 1000)
  return {
    middle: [(x[0] + x[1]) / 2000, (y[0] + y[1]) / 2000, (z / 1000) * 0.3],
    radius: Math.hypot(...wide) * 0.37,
  }
}

/** Whether a cell neither leaves the sight nor has become small in it. */
function stillFits(sight: Sphere, { middle, radius }: Sphere): boolean {
  const away = Math.hypot(...middle.map((value, k) => value - (sight.middle[k] ?? 0)))
  return away + radius < sight.radius * 1.25 && radius > sight.radius * 0.7
}
