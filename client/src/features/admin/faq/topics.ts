import type { ApolloCache } from '@apollo/client'
import type { FaqTopic } from '~/lib/schema.gen'
import type { AdminFaqEntryFragment } from './AdminFaq.gen'

export type Entry = Omit<AdminFaqEntryFragment, ' $fragmentName'>

/** The topics in the order of /faq, named after the page that shows them too. */
export const topics: Record<FaqTopic, string> = {
  PRODUCTS: 'Products page',
  CONTACT: 'Contact page',
  RESOURCES: 'Resources page',
}

export const topicNames = Object.keys(topics) as FaqTopic[]

/** Makes the pages that show a topic ask for it anew. */
export function forgetTopics(cache: ApolloCache) {
  for (const topic of topicNames) cache.evict({ id: 'ROOT_QUERY', fieldName: 'faqEntries', args: { topic } })
}
