import { paths } from '~/lib/paths'

/** The address of a FAQ entry. */
export const faqEntryPath = (id: string) => `${paths.faq}#${encodeURIComponent(id)}`
