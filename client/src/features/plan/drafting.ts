/** How a cell is drawn: matt and lit per vertex, which a browser without a graphics card draws 50 times a second. */
import { type Color, GLSL3, type InstancedMesh, Mesh, type Object3D, ShaderMaterial } from 'three'

const position = /* glsl */ `
  vec4 at = vec4(position, 1.0);
  vec3 facing = normal;
  #ifdef USE_INSTANCING
    at = instanceMatrix * at;
    facing = mat3(instanceMatrix) * facing;
  #endif
  vec4 world = modelMatrix * at;
`

const vertex = /* glsl */ `
  uniform vec3 tint;
  uniform float glow;
  out vec3 shade;
  void main() {
    ${position}
    vec3 n = normalize(mat3(modelMatrix) * facing);
    vec3 eye = normalize(cameraPosition - world.xyz);
    float key = max(dot(n, normalize(vec3(-0.5, 0.75, 0.55))), 0.0);
    float fill = max(dot(n, normalize(vec3(0.8, 0.1, 0.3))), 0.0);
    float rim = pow(1.0 - abs(dot(n, eye)), 4.0);
    vec3 lit = tint * (0.16 + 0.2 * (0.5 + 0.5 * n.y) + 0.78 * key + 0.16 * fill) + 0.05 * rim;
    shade = pow(mix(lit, tint, glow), vec3(1.0 / 2.2));
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`

const fragment = /* glsl */ `
  in vec3 shade;
  uniform float opacity;
  out vec4 colour;
  void main() { colour = vec4(shade, opacity); }
`

const made = new Map<string, ShaderMaterial>()

/** A matt material of a linear colour; `glow` is drawn as it is. */
export function matt(tint: Color, { glow = false, opacity = 1 } = {}): ShaderMaterial {
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

/** What lies where the lamp doesn't shine: everything of layer 1 flattened onto the floor. */
export const shadow = () =>
  new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: /* glsl */ `
      void main() {
        ${position}
        world.xz += vec2(0.42, -0.3) * world.y;
        world.y = 0.001;
        gl_Position = projectionMatrix * viewMatrix * world;
      }
    `,
    fragmentShader: /* glsl */ `
      out vec4 colour;
      void main() { colour = vec4(0.027, 0.027, 0.031, 1.0); }
    `,
    depthTest: true,
  })

/** Draws a machine in this manner, whatever it was made of. */
export function drafted(root: Object3D) {
  root.traverse((each) => {
    if (!(each instanceof Mesh)) return
    const { color, map, alphaMap, isMeshBasicMaterial: glow = false } = each.material
    // Lettering is too small to be read from here.
    if (map || alphaMap) each.visible = false
    else {
      each.material = matt(color, { glow })
      each.frustumCulled = false
      each.layers.enable(1)
      if ((each as InstancedMesh).isInstancedMesh) each.layers.disable(1)
    }
  })
}
