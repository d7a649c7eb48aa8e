/**
 * The products that use each technology. The technology's ID is the fragment of its address; in the order of the page.
 */
export const technologies = {
  neural: ['9', '2', '6'],
  security: ['3', '1', '10', '2'],
  vision: ['9', '4', '2'],
  automation: ['1', '3', '10', '7', '8', '5'],
  connectivity: ['3', '1', '2', '4', '9'],
  power: ['4', '2', '6', '3'],
}

export type TechnologyId = keyof typeof technologies

export const technologyIds = Object.keys(technologies) as TechnologyId[]
