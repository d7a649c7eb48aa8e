/** An orbiting camera that renders only after changes, with labels over the canvas. */
import {
  Group,
  type Material,
  Mesh,
  PerspectiveCamera,
  Scene,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three'
import type { Label } from './annotations'
import type { Vec } from './kinematics'
import { type OrbitView, orbitBy } from './orbit'

export type Sphere = { middle: Vec; radius: number }

/** The interface of all 3D views. Machines are added to `upright`, z up. */
export type Viewport = {
  scene: Scene
  upright: Group
  camera: PerspectiveCamera
  /** Renders in the next frame. */
  ask: () => void
  /** Sets the sphere that must be visible. */
  frame: (sight: Sphere) => void
  /** Sets labels that follow their positions. */
  write: (label: Label) => HTMLElement
  look: (by: Partial<OrbitView>) => void
  /** Resets the camera. */
  resetView: () => void
  dispose: () => void
}

/** Views a sphere from two angles in degrees. `draw` renders the scene; everything else is up to the caller. */
export function openViewport(
  canvas: HTMLCanvasElement,
  overlay: HTMLElement,
  renderer: WebGLRenderer,
  first: { sight: Sphere; from: readonly [turn: number, rise: number] },
  draw = (scene: Scene, camera: PerspectiveCamera) => renderer.render(scene, camera),
): Viewport {
  const scene = new Scene()
  const upright = new Group()
  upright.rotation.x = -Math.PI / 2
  scene.add(upright)
  const camera = new PerspectiveCamera(26, 1, 0.05, 60)
  const start: OrbitView = { turn: first.from[0], rise: first.from[1], zoom: 1 }
  let view = start
  let { sight } = first
  const words: (readonly [Label, HTMLElement])[] = []
  // Measured on resize: reading sizes while the page changes would force a layout.
  const widths = new Map<Element, number>()
  let [width, height] = [canvas.clientWidth, canvas.clientHeight]

  let asked = 0
  const ask = () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0
      render()
    })
  }

  function render() {
    if (!width || !height) return
    const { x, y } = renderer.getSize(new Vector2())
    if (x !== width || y !== height) renderer.setSize(width, height, false)
    camera.aspect = width / height
    // The sphere fits the smaller side.
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
    draw(scene, camera)
    for (const [label, element] of words) place(label, element)
  }

  function place({ frame, at }: Label, element: HTMLElement) {
    if (element.hidden) return
    const point = frame.localToWorld(at.clone()).project(camera)
    const seen = Math.abs(point.x) < 1 && Math.abs(point.y) < 1 && point.z < 1
    // Labels near the edge stay inside.
    const half = (widths.get(element) ?? 0) / 2
    const x = Math.min(Math.max(((point.x + 1) / 2) * width, half), width - half)
    element.style.translate = `${x}px ${((1 - point.y) / 2) * height}px`
    element.style.visibility = seen ? 'visible' : 'hidden'
  }

  const sizes = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      if (target === canvas) [width, height] = [canvas.clientWidth, canvas.clientHeight]
      else widths.set(target, borderBoxSize[0]?.inlineSize ?? 0)
    }
    ask()
  })
  sizes.observe(canvas)
  return {
    scene,
    upright,
    camera,
    ask,
    frame: (next) => {
      sight = next
    },
    write: (label) => {
      const element = document.createElement('span')
      element.className = 'motion-label'
      element.textContent = label.text
      overlay.append(element)
      words.push([label, element])
      sizes.observe(element)
      return element
    },
    look: (by) => {
      view = orbitBy(view, by)
      ask()
    },
    resetView: () => {
      view = start
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
      for (const [, element] of words) element.remove()
      renderer.dispose()
    },
  }
}
