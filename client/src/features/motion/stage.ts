/** The picture: light, floor, camera, and rendering when something has changed and only then. */
import {
  ACESFilmicToneMapping,
  BackSide,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { allMachines } from './allMachines'
import { type Annotation, drawDimensions, drawReach, type Label } from './annotations'
import { draw } from './drawMachine'
import type { Pose, Vec } from './kinematics'
import { toolPoint } from './machine'
import type { Model } from './models'
import { looked, type OrbitView } from './orbit'

/** What is to be seen. */
export type Shown = { pose: Pose; gripper: boolean; reach: boolean; dimensions: boolean }

export type Stage = {
  show: (shown: Shown) => void
  look: (by: Partial<OrbitView>) => void
  /** Back to where it was first looked at from. */
  resetView: () => void
  dispose: () => void
}

/** Opens the picture on a canvas and writes labels into an element over it; nothing when the browser has no WebGL 2. */
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
  const scene = new Scene()
  const upright = new Group()
  upright.rotation.x = -Math.PI / 2
  upright.add(drawn.root)
  scene.add(upright, floor(middle, radius))
  lightUp(scene, renderer, upright, middle, radius)

  const camera = new PerspectiveCamera(26, 1, 0.05, 40)
  const first: OrbitView = { turn: from[0], rise: from[1], zoom: 1 }
  let view = first
  let sight: Sphere = { middle, radius }

  const frameOf = (joint: string | undefined) => (joint && drawn.frame(joint)) || drawn.root
  const dimensions = drawDimensions(machine.dimensions, frameOf, radius)
  const reaches = [false, true].map((mounted) => drawReach(machine.reach.drawn(mounted), frameOf)) as [
    Annotation,
    Annotation,
  ]
  const annotations = [dimensions, ...reaches]
  const words = annotations.map(({ labels }) =>
    labels.map((label) => [label, write(label, overlay)] as const),
  )

  let asked = 0
  const ask = () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0
      render()
    })
  }

  function render() {
    const { clientWidth: width, clientHeight: height } = canvas
    if (!width || !height) return
    const { x, y } = renderer.getSize(new Vector2())
    if (x !== width || y !== height) renderer.setSize(width, height, false)
    camera.aspect = width / height
    // What is seen fits into the smaller side.
    const half = Math.atan(Math.tan((camera.fov * Math.PI) / 360) * Math.min(camera.aspect, 1))
    const away = (0.86 * sight.radius) / Math.sin(half) / view.zoom
    const [turn, rise] = [(view.turn * Math.PI) / 180, (view.rise * Math.PI) / 180]
    const target = upright.localToWorld(new Vector3(...sight.middle))
    camera.position
      .set(Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise))
      .multiplyScalar(away)
      .add(target)
    camera.lookAt(target)
    camera.updateProjectionMatrix()
    renderer.render(scene, camera)
    for (const [label, element] of words.flat()) placeLabel(label, element, width, height)
  }

  function placeLabel({ frame, at }: Label, element: HTMLElement, width: number, height: number) {
    if (element.hidden) return
    const point = frame.localToWorld(at.clone()).project(camera)
    const seen = Math.abs(point.x) < 1 && Math.abs(point.y) < 1 && point.z < 1
    // Words near the edge stay inside.
    const half = element.offsetWidth / 2
    const x = Math.min(Math.max(((point.x + 1) / 2) * width, half), width - half)
    element.style.translate = `${x}px ${((1 - point.y) / 2) * height}px`
    element.style.visibility = seen ? 'visible' : 'hidden'
  }

  function show(next: Shown) {
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
      for (const [, element] of words[k] ?? []) element.hidden = !seen
    })
    sight = (next.reach && machine.reach.seen) || machine.seen
    if (machine.chain.length > 1) sight = containing(sight, toolPoint(machine, next.pose, next.gripper))
    ask()
  }

  const sizes = new ResizeObserver(ask)
  sizes.observe(canvas)
  return {
    show,
    look: (by) => {
      view = looked(view, by)
      ask()
    },
    resetView: () => {
      view = first
      ask()
    },
    dispose: () => {
      sizes.disconnect()
      cancelAnimationFrame(asked)
      scene.traverse((each) => {
        if (!(each instanceof Mesh)) return
        each.geometry.dispose()
        for (const material of [each.material as Material | Material[]].flat()) material.dispose()
      })
      for (const [, element] of words.flat()) element.remove()
      renderer.dispose()
    },
  }
}

type Sphere = { middle: Vec; radius: number }

/** The smallest sphere round another and the tool with its gripper, which never leave the picture. */
function containing({ middle, radius }: Sphere, tool: Vec): Sphere {
  const way = new Vector3(...tool).divideScalar(1000).sub(new Vector3(...middle))
  const beyond = way.length() + 0.12 - radius
  if (beyond <= 0) return { middle, radius }
  const { x, y, z } = way.setLength(beyond / 2).add(new Vector3(...middle))
  return { middle: [x, y, z], radius: radius + beyond / 2 }
}

function write({ text }: Label, overlay: HTMLElement): HTMLElement {
  const element = document.createElement('span')
  element.className = 'motion-label'
  element.textContent = text
  overlay.append(element)
  return element
}

/** A dark floor that fades into the page; it takes the shadow. */
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

/** The studio of the pictures (media/studio.py): soft boxes that are seen in the surfaces, and one lamp that casts shadows. */
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
