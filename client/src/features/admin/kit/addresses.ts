import { paths } from '~/lib/paths'

/** The address of a product's editor. */
export const productEditor = (id: string) => `${paths.adminProducts}/${encodeURIComponent(id)}`

/** The address of a text's editor. */
export const textEditor = (name: string) => `${paths.adminTexts}/${encodeURIComponent(name)}`
