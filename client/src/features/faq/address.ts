import { paths } from '~/lib/paths'

/** The address of an answer. */
export const faqEntry = (id: string) => `${paths.faq}#${encodeURIComponent(id)}`
