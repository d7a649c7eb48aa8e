/** The look of cells: matt with lighting per vertex, which software renderers draw at 50 frames per second. */
import {
  BufferAttribute,
  type BufferGeometry,
  type Color,
  GLSL3,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  ShaderMaterial,
} from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

const maxFrames = 32
/** The transforms of the machine's frames. Each vertex holds the index of its frame, counted from 1. */
const frames = { value: Array.from({ length: maxFrames }, () => new Matrix4()) }

const framed = /* glsl */ `
  #ifdef FRAMED
    in float frame;
    uniform mat4 frames[${maxFrames}];
  #endif
`
const position = /* glsl */ `
  vec4 at = vec4(position, 1.0);
  vec3 facing = normal;
  #ifdef USE_INSTANCING
    at = instanceMatrix * at;
    facing = mat3(instanceMatrix) * facing;
  #endif
  mat4 model = modelMatrix;
  #ifdef FRAMED
    if (frame > 0.5) model = frames[int(frame) - 1];
  #endif
  vec4 world = model * at;
`

const vertex = /* glsl */ `
  ${framed}
  #ifdef VERTEX_COLOURS
    in vec4 paint;
    #define tint paint.rgb
    #define glow paint.a
  #else
    uniform vec3 tint;
    uniform float glow;
  #endif
  out vec3 shade;
  void main() {
    ${position}
    vec3 n = normalize(mat3(model) * facing);
    vec3 eye = normalize(cameraPosition - world.xyz);
    float key = max(dot(n, normalize(vec3(-0.5, 0.75, 0.55))), 0.0);
    float fill = max(dot(n, normalize(vec3(0.8, 0.1, 0.3))), 0.0);
    float edge = 1.0 - abs(dot(n, eye));
    float rim = edge * edge * edge * edge;
    vec3 lit = tint * (0.16 + 0.2 * (0.5 + 0.5 * n.y) + 0.78 * key + 0.16 * fill) + 0.05 * rim;
    shade = pow(mix(lit, tint, glow), vec3(1.0 / 2.2));
    gl_Position = projectionMatrix * (viewMatrix * world);
  }
`

const fragment = /* glsl */ `
  in vec3 shade;
  uniform float opacity;
  out vec4 colour;
  void main() { colour = vec4(shade, opacity); }
`

const made = new Map<string, ShaderMaterial>()

/** A matt material of a linear colour; `glow` is unlit. */
export function mattMaterial(tint: Color, { glow = false, opacity = 1 } = {}): ShaderMaterial {
  const key = `${tint.getHexString()} ${glow} ${opacity}`
  const known = made.get(key)
  if (known) return known
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { tint: { value: tint }, glow: { value: glow ? 1 : 0 }, opacity: { value: opacity } },
    vertexShader: vertex,
    fragmentShader: fragment,
    transparent: opacity < 1,
    depthWrite: opacity === 1,
  })
  made.set(key, material)
  return material
}

/** Lines in a linear colour. */
export const lineMaterial = (tint: Color) =>
  new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { tint: { value: tint } },
    vertexShader: 'void main() { gl_Position = projectionMatrix * (modelViewMatrix * vec4(position, 1.0)); }',
    fragmentShader: /* glsl */ `
      uniform vec3 tint;
      out vec4 colour;
      void main() { colour = vec4(pow(tint, vec3(1.0 / 2.2)), 1.0); }
    `,
  })

/** Shadows: everything of layer 1 projected onto the floor. */
export const shadow = () =>
  new ShaderMaterial({
    glslVersion: GLSL3,
    defines: { FRAMED: '' },
    uniforms: { frames },
    vertexShader: /* glsl */ `
      ${framed}
      void main() {
        ${position}
        world.xz += vec2(0.42, -0.3) * world.y;
        world.y = 0.001;
        gl_Position = projectionMatrix * (viewMatrix * world);
      }
    `,
    fragmentShader: /* glsl */ `
      out vec4 colour;
      void main() { colour = vec4(0.027, 0.027, 0.031, 1.0); }
    `,
    depthTest: true,
  })

/** A matt material for shapes with vertex colours. */
const vertexColoured = new ShaderMaterial({
  glslVersion: GLSL3,
  defines: { FRAMED: '', VERTEX_COLOURS: '' },
  uniforms: { frames, opacity: { value: 1 } },
  vertexShader: vertex,
  fragmentShader: fragment,
})

type ColouredShape = {
  geometry: BufferGeometry
  matrix: Matrix4
  tint: Color
  glow?: boolean
  /** Its index in `frames`, counted from 1; 0 without a frame. */
  frame?: number
}

/** Merges shapes of different colours into one mesh, because every mesh costs a draw call. */
export function mergeShapes(shapes: readonly ColouredShape[]): Mesh {
  const parts = shapes.map(({ geometry, matrix, tint: { r, g, b }, glow, frame = 0 }) => {
    const part = geometry.clone().applyMatrix4(matrix).deleteAttribute('uv')
    const colour = [r, g, b, glow ? 1 : 0]
    const count = part.getAttribute('position').count
    part.setAttribute('paint', new BufferAttribute(new Float32Array(Array(count).fill(colour).flat()), 4))
    part.setAttribute('frame', new BufferAttribute(new Float32Array(count).fill(frame), 1))
    return part
  })
  const mesh = new Mesh(mergeGeometries(parts), vertexColoured)
  mesh.frustumCulled = false
  mesh.layers.enable(1)
  return mesh
}

/** Draws a machine in this style as one mesh. Call `place` after its frames have moved. */
export function draftMachine(root: Object3D): { place: () => void } {
  const all: Object3D[] = []
  root.traverse((each) => all.push(each))
  const moved: Object3D[] = []
  const shapes: ColouredShape[] = []
  for (const frame of all) {
    const before = shapes.length
    for (const each of [...frame.children]) {
      if (!(each instanceof Mesh)) continue
      const { color: tint, map, alphaMap, isMeshBasicMaterial: glow } = each.material
      if (each instanceof InstancedMesh) each.material = mattMaterial(tint, { glow })
      else {
        each.removeFromParent()
        // Lettering is too small to read at this distance.
        if (!map && !alphaMap)
          shapes.push({ geometry: each.geometry, matrix: each.matrix, tint, glow, frame: moved.length + 1 })
      }
    }
    if (shapes.length > before) moved.push(frame)
  }
  if (moved.length > maxFrames) throw new Error(`a machine of ${moved.length} frames`)
  root.add(mergeShapes(shapes))
  return {
    place: () => {
      root.updateWorldMatrix(true, true)
      for (const [k, { matrixWorld }] of moved.entries()) frames.value[k]?.copy(matrixWorld)
    },
  }
}
