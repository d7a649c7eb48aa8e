import type { FaqList_EntryFragment } from './FaqList.gen'

/** The questions of a page for search engines. */
export function structuredFaq(entries: readonly Pick<FaqList_EntryFragment, 'question' | 'answer'>[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
