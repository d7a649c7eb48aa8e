import { useQuery } from '@apollo/client/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { faqEntryPath } from '~/features/faq/address'
import { countLabel } from '~/lib/countLabel'
import { paths } from '~/lib/paths'
import { findPages } from './findPages'
import { OrderNumbersDocument } from './OrderNumbers.gen'
import { ProductLine, TextLine } from './Suggestion'
import { SuggestionsDocument } from './Suggestions.gen'

/** In milliseconds. */
const debounceMs = 200
const minLength = 2
const maxQuestions = 4

type Group = { title: string; options: { to: string; line: ReactNode }[] }

/** The text once typing has paused. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The user's order with this number, with or without its prefix. */
function useOwnOrder(text: string) {
  const [, digits] = /^(?:[a-z]{2,3}-?)?(\d{4,})$/i.exec(text) ?? []
  const { data } = useQuery(OrderNumbersDocument, { skip: !digits, fetchPolicy: 'no-cache' })
  return digits ? data?.me?.orders.nodes.find(({ number }) => number.endsWith(`-${digits}`)) : undefined
}

/** Suggestions for a text, in groups. The previous products and questions stay while the next ones load. */
export function useSuggestions(text: string) {
  const wanted = useDebounced(text.trim())
  const asking = wanted.length >= minLength
  const { user } = useAuth()
  const { data, previousData, loading, error } = useQuery(SuggestionsDocument, {
    variables: { text: wanted },
    skip: !asking,
  })
  const order = useOwnOrder(user ? wanted : '')
  const found = asking && !error ? (data ?? previousData) : undefined
  const { nodes = [], totalCount = 0, corrected = null } = found?.products ?? {}
  const questions = found?.faqEntries.slice(0, maxQuestions) ?? []
  const sitePages = asking ? findPages(wanted, user !== null) : []

  const products = nodes.map((product) => ({
    to: paths.product(product.id),
    line: <ProductLine product={product} text={corrected ?? wanted} />,
  }))
  if (totalCount > nodes.length)
    products.push({
      to: paths.search(wanted),
      line: <TextLine text={`All ${countLabel(totalCount, 'product')}`} />,
    })
  const groups: Group[] = [
    {
      title: 'Orders',
      options: order
        ? [{ to: paths.order(order.id), line: <TextLine text={`Order ${order.number}`} /> }]
        : [],
    },
    { title: 'Products', options: products },
    {
      title: 'Questions',
      options: questions.map(({ id, question }) => ({
        to: faqEntryPath(id),
        line: <TextLine text={question} wanted={wanted} />,
      })),
    },
    {
      title: 'Pages',
      options: sitePages.map(({ to, title }) => ({ to, line: <TextLine text={title} wanted={wanted} /> })),
    },
  ].filter(({ options }) => options.length > 0)
  const nothing = groups.length === 0
  if (asking && user?.scopes.length)
    groups.push({
      title: 'Administration',
      options: [
        {
          to: `${paths.admin}?${new URLSearchParams({ find: wanted })}`,
          line: <TextLine text="Search orders, customers and messages" />,
        },
      ],
    })
  return {
    wanted,
    asking,
    loading,
    /** Whether the suggestions for this text have not loaded yet. */
    pending: text.trim().length >= minLength && (loading || wanted !== text.trim()),
    failed: error !== undefined,
    groups,
    /** Whether neither a product nor a question nor a page matches. */
    nothing,
    /** Whether the text is the number of one of the user's orders. */
    isOrder: order !== undefined,
    counts: { products: totalCount, questions: questions.length, pages: sitePages.length },
    /** The corrected text for which products were found. */
    corrected,
    /** Whether products and questions have loaded, for this text or the previous one. */
    loaded: found !== undefined,
  }
}
