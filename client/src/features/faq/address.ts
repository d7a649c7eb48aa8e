import { paths } from '~/lib/paths'

/** The address of an answer. */
export const faqEntryPath = (id: string) => `${paths.faq}#${encodeURIComponent(id)}`
