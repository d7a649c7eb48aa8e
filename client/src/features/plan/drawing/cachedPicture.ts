import {
  AlwaysDepth,
  Camera,
  DepthTexture,
  GLSL3,
  Mesh,
  NoBlending,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'

/** A rendering of static objects, with depth, that is reused over several frames. */
type CachedPicture = {
  /** Copies the rendering to the canvas; calls `render` first if one of `things`, or the canvas's size, has changed. */
  show: (things: unknown[], render: () => void) => void
  forget: () => void
  dispose: () => void
}

export function cachedPicture(renderer: WebGLRenderer): CachedPicture {
  const target = new WebGLRenderTarget(1, 1, { depthTexture: new DepthTexture(1, 1) })
  const copy = new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { colours: { value: target.texture }, depths: { value: target.depthTexture } },
    vertexShader: /* glsl */ `
      out vec2 at;
      void main() {
        at = position.xy * 0.5 + 0.5;
        gl_Position = vec4(position.xy, 0.0, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      in vec2 at;
      uniform sampler2D colours;
      uniform highp sampler2D depths;
      out vec4 colour;
      void main() {
        colour = texture(colours, at);
        gl_FragDepth = texture(depths, at).r;
      }
    `,
    blending: NoBlending,
    depthFunc: AlwaysDepth,
  })
  const sheet = new Mesh(new PlaneGeometry(2, 2), copy)
  sheet.frustumCulled = false
  const scene = new Scene().add(sheet)
  const camera = new Camera()
  let known: unknown[] = []
  return {
    show: (things, render) => {
      const { x, y } = renderer.getDrawingBufferSize(new Vector2())
      const next = [...things, x, y]
      if (next.length !== known.length || next.some((each, k) => each !== known[k])) {
        known = next
        target.setSize(x, y)
        renderer.setRenderTarget(target)
        renderer.clear()
        render()
        renderer.setRenderTarget(null)
      }
      renderer.render(scene, camera)
    },
    forget: () => {
      known = []
    },
    dispose: () => {
      target.dispose()
      target.depthTexture?.dispose()
      copy.dispose()
      sheet.geometry.dispose()
    },
  }
}
