import { Color, type Material, MeshBasicMaterial, MeshStandardMaterial } from 'three'

/** The machines' finishes, as in media/materials.py: linear colour, roughness, metalness. */
const finishes = {
  shell: [[0.76, 0.77, 0.785], 0.32, 0],
  satin: [[0.46, 0.47, 0.49], 0.36, 1],
  dark: [[0.022, 0.023, 0.026], 0.36, 0],
  graphite: [[0.055, 0.057, 0.062], 0.44, 0],
  anodised: [[0.075, 0.078, 0.085], 0.34, 1],
  grey: [[0.16, 0.163, 0.17], 0.46, 1],
  aluminium: [[0.8, 0.81, 0.83], 0.26, 1],
  'matt aluminium': [[0.5, 0.51, 0.53], 0.44, 1],
  steel: [[0.62, 0.62, 0.64], 0.24, 1],
  rubber: [[0.012, 0.012, 0.013], 0.62, 0],
  gloss: [[0.008, 0.008, 0.01], 0.08, 0],
  orange: [[0.83, 0.095, 0.014], 0.38, 0],
  red: [[0.42, 0.012, 0.01], 0.32, 0],
  yellow: [[0.8, 0.42, 0.01], 0.4, 0],
  silicone: [[0.33, 0.335, 0.345], 0.5, 0],
  ink: [[0.05, 0.052, 0.058], 0.4, 0],
} as const

/** Emissive finishes. */
const glows = { light: [1, 0.2, 0.025], 'white light': [0.75, 0.9, 1] } as const

export type Finish = keyof typeof finishes | keyof typeof glows

const made = new Map<Finish, Material>()

/** The material of this name, shared by all machines; a renderer's `dispose` frees its resources. */
export function finish(name: Finish): Material {
  const known = made.get(name)
  if (known) return known
  const material = create(name)
  made.set(name, material)
  return material
}

function create(name: Finish): Material {
  if (name === 'light' || name === 'white light')
    return new MeshBasicMaterial({ color: new Color(...glows[name]), toneMapped: false })
  const [colour, roughness, metalness] = finishes[name]
  return new MeshStandardMaterial({ color: new Color(...colour), roughness, metalness })
}
