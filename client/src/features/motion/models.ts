/** Models of products by model code. */
const models = new Map<string, Model>([
  ['ORR-RA6-1500', 'railArm'],
  ['ORR-MA-2', 'assistant'],
  ['ORR-A6-900', 'fixedArm'],
  ['ORR-G80', 'gripper'],
  ['ORR-SR-1500', 'rail'],
  ['ORR-C10-1300', 'cobot'],
])

export type Model = 'railArm' | 'assistant' | 'fixedArm' | 'gripper' | 'rail' | 'cobot'

export const modelOf = (code: string | null): Model | undefined => models.get(code ?? '')
