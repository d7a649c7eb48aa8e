/** A machine in a studio: light, floor and annotations. */
import {
  ACESFilmicToneMapping,
  BackSide,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  type Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PMREMGenerator,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { allMachines } from './allMachines'
import { type Annotation, drawDimensions, drawReach } from './annotations'
import { draw } from './drawMachine'
import type { Pose, Vec } from './kinematics'
import { toolPoint } from './machine'
import type { Model } from './models'
import { openViewport, type Sphere, type Viewport } from './viewport'

/** What the stage shows. */
type StageContent = { pose: Pose; gripper: boolean; reach: boolean; dimensions: boolean }

export type Stage = Pick<Viewport, 'look' | 'resetView' | 'dispose'> & { show: (shown: StageContent) => void }

/** Opens the stage on a canvas and writes labels into an element above it; undefined without WebGL 2. */
export function openStage(canvas: HTMLCanvasElement, overlay: HTMLElement, model: Model): Stage | undefined {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true, powerPreference: 'default' })
  if (!context) return undefined
  const renderer = new WebGLRenderer({ canvas, context, alpha: true })
  renderer.toneMapping = ACESFilmicToneMapping
  renderer.toneMappingExposure = 0.84
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  renderer.shadowMap.autoUpdate = false
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2))

  const machine = allMachines[model]
  const drawn = draw(model)
  const { middle, radius, from } = machine.seen
  const view = openViewport(canvas, overlay, renderer, { sight: { middle, radius }, from })
  view.upright.add(drawn.root)
  view.scene.add(floor(middle, radius))
  lightUp(view.scene, renderer, view.upright, middle, radius)

  const frameOf = (joint: string | undefined) => (joint && drawn.frame(joint)) || drawn.root
  const dimensions = drawDimensions(machine.dimensions, frameOf, radius)
  const reaches = [false, true].map((mounted) => drawReach(machine.reach.drawn(mounted), frameOf)) as [
    Annotation,
    Annotation,
  ]
  const annotations = [dimensions, ...reaches]
  const words = annotations.map(({ labels }) => labels.map(view.write))

  function show(next: StageContent) {
    drawn.pose(next.pose)
    renderer.shadowMap.needsUpdate = true
    if (drawn.gripper) drawn.gripper.visible = next.gripper
    const [without, mounted] = reaches
    const visible = new Map([
      [dimensions, next.dimensions],
      [without, next.reach && !next.gripper],
      [mounted, next.reach && next.gripper],
    ])
    annotations.forEach((annotation, k) => {
      const seen = visible.get(annotation) ?? false
      for (const group of annotation.groups) group.visible = seen
      for (const element of words[k] ?? []) element.hidden = !seen
    })
    const sight = (next.reach && machine.reach.seen) || machine.seen
    view.frame(
      machine.chain.length > 1 ? containing(sight, toolPoint(machine, next.pose, next.gripper)) : sight,
    )
    view.ask()
  }

  const { look, resetView, dispose } = view
  return { show, look, resetView, dispose }
}

/** The bounding sphere of another sphere and the tool with its gripper, so that they never leave the view. */
function containing({ middle, radius }: Sphere, tool: Vec): Sphere {
  const way = new Vector3(...tool).divideScalar(1000).sub(new Vector3(...middle))
  const beyond = way.length() + 0.12 - radius
  if (beyond <= 0) return { middle, radius }
  const { x, y, z } = way.setLength(beyond / 2).add(new Vector3(...middle))
  return { middle: [x, y, z], radius: radius + beyond / 2 }
}

/** A dark floor that fades into the page and receives the shadow. */
function floor([x, y]: Vec, radius: number): Mesh {
  const rings = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const count = 64
  const position: number[] = []
  const colour: number[] = []
  const index: number[] = []
  rings.forEach((part, ring) => {
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / count
      position.push(Math.cos(angle) * part * radius * 2.2, 0, -Math.sin(angle) * part * radius * 2.2)
      colour.push(1, 1, 1, (1 - part) ** 2)
      const a = ring * count + k
      const b = ring * count + ((k + 1) % count)
      if (ring > 0) index.push(a - count, a, b, a - count, b, b - count)
    }
  })
  const made = new BufferGeometry()
  made.setAttribute('position', new BufferAttribute(new Float32Array(position), 3))
  made.setAttribute('color', new BufferAttribute(new Float32Array(colour), 4))
  made.setIndex(index)
  made.computeVertexNormals()
  const material = new MeshStandardMaterial({
    color: new Color(0.022, 0.022, 0.024),
    roughness: 0.6,
    envMapIntensity: 0.45,
    vertexColors: true,
    transparent: true,
    depthWrite: false,
  })
  const mesh = new Mesh(made, material)
  mesh.position.set(x, 0, -y)
  mesh.receiveShadow = true
  mesh.renderOrder = -1
  return mesh
}

/**
 * The lighting of the pictures (media/studio.py): soft boxes reflected in the surfaces, and one lamp that casts
 * shadows.
 */
function lightUp(scene: Scene, renderer: WebGLRenderer, upright: Group, middle: Vec, radius: number) {
  const studio = new Scene()
  const panel = (at: Vec, size: Vec, light: number, colour: Vec) => {
    const material = new MeshBasicMaterial({ color: new Color(...colour).multiplyScalar(light) })
    const box = new Mesh(new BoxGeometry(...size), material)
    box.position.set(...at)
    box.lookAt(0, 0, 0)
    studio.add(box)
  }
  const dark = new MeshBasicMaterial({ color: new Color(0.035, 0.037, 0.042), side: BackSide })
  studio.add(new Mesh(new BoxGeometry(12, 12, 12), dark))
  panel([-4.2, 2.6, 1.6], [2.2, 3.4, 0.1], 9, [1, 0.975, 0.94])
  panel([0, 4.4, -0.6], [4.2, 2.2, 0.1], 8, [0.95, 0.97, 1])
  panel([-3, 0.8, -3.2], [0.9, 4.6, 0.1], 12, [0.84, 0.92, 1])
  panel([3.4, 0.8, -2.2], [0.9, 4.6, 0.1], 14, [0.84, 0.92, 1])
  panel([4, 0.8, 3], [1.2, 4, 0.1], 2.4, [0.85, 0.92, 1])
  panel([0.6, 2, 5], [4, 2.4, 0.1], 1.6, [1, 1, 1])
  panel([-1, 0.1, 5], [7, 0.7, 0.1], 3.4, [1, 1, 1])
  const generator = new PMREMGenerator(renderer)
  scene.environment = generator.fromScene(studio, 0.02, 0.1, 100, { size: 128 }).texture
  generator.dispose()
  studio.traverse((each) => {
    if (!(each instanceof Mesh)) return
    each.geometry.dispose()
    each.material.dispose()
  })

  const lamp = new DirectionalLight(new Color(1, 0.98, 0.95), 2)
  const target = upright.localToWorld(new Vector3(...middle))
  lamp.position
    .set(-1.2, 2.2, 1.3)
    .multiplyScalar(radius * 2)
    .add(target)
  lamp.target.position.copy(target)
  lamp.castShadow = true
  lamp.shadow.mapSize.set(1024, 1024)
  lamp.shadow.radius = 6
  lamp.shadow.bias = -0.0004
  lamp.shadow.normalBias = radius * 0.01
  const wide = radius * 1.8
  Object.assign(lamp.shadow.camera, {
    left: -wide,
    right: wide,
    top: wide,
    bottom: -wide,
    near: 0.1,
    far: radius * 10,
  })
  scene.add(lamp, lamp.target)
}
