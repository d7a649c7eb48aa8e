import { stateLabel } from '~/features/admin/kit/productState'
import type { Access } from '~/features/admin/shell/access'
import { countLabel } from '~/lib/countLabel'
import { paths } from '~/lib/paths'
import { contactStatuses, orderStatuses } from '~/lib/statuses'
import type { AdminSearchQuery } from './AdminSearch.gen'
import { type MenuEntry, sections } from './sections'

/** A search result, an object or a screen, and its address. */
export type Result = {
  /** Unique among the results. */
  key: string
  to: string
  text: string
  detail?: string
  state?: string
  icon: string
}

export type SearchResults = {
  title: string
  /** The number of matches, of which not all may be shown. */
  total: number
  results: Result[]
}

/** The number of results of each kind, as in AdminSearch.graphql. */
const mostShown = 5

const at = (path: string, name: string, value: string) => `${path}?${new URLSearchParams({ [name]: value })}`

const iconOf = (path: string) => sections.find(({ to }) => to === path)?.icon ?? ''

/** The screens that the user may open with a word that begins with the text; without a text all of them. */
export function screensFor(text: string, may: (access: Access) => boolean): SearchResults {
  const wanted = text.trim().toLowerCase()
  const matches = ({ text: name }: MenuEntry) =>
    [name, ...name.split(/[ -]/)].some((word) => word.toLowerCase().startsWith(wanted))
  const results = sections
    .filter((section) => may(section.access) && matches(section))
    .map((section) => ({ ...section, key: section.to }))
  return { title: 'Go to', total: results.length, results }
}

/**
 * The products that match by name, then those that match by model code. The server searches model codes of listed
 * products only.
 */
function productsOf({ inventory, products }: AdminSearchQuery, wanted: string) {
  if (!inventory || !products) return []
  const code = wanted.toLowerCase()
  const more = products.nodes.filter(
    ({ id, model }) =>
      model?.toLowerCase().includes(code) && !inventory.nodes.some((product) => product.id === id),
  )
  return [...inventory.nodes, ...more].slice(0, mostShown)
}

/** The server's results by kind. A group ends with a link to the full list if that is longer. */
export function thingsFor(data: AdminSearchQuery, wanted: string): SearchResults[] {
  const { orders, customers, inventory, contactMessages } = data
  const products = productsOf(data, wanted)
  const group = (
    title: string,
    path: string,
    found: Omit<Result, 'icon'>[],
    total: number,
    noun: string,
  ): SearchResults => {
    const shown = found.map((one) => ({ ...one, icon: iconOf(path) }))
    const text = `Show all ${countLabel(total, noun)}`
    const rest = { key: path + wanted, to: at(path, 'q', wanted), text, icon: '' }
    return { title, total, results: total > found.length ? [...shown, rest] : shown }
  }
  const groups = [
    group(
      'Orders',
      paths.adminOrders,
      (orders?.nodes ?? []).map(({ id, number, status, buyer }) => ({
        key: id,
        to: at(paths.adminOrders, 'order', id),
        text: number,
        detail: buyer.deleted ? 'Account deleted' : `${buyer.name}, ${buyer.email}`,
        state: orderStatuses[status],
      })),
      orders?.totalCount ?? 0,
      'order',
    ),
    group(
      'Customers',
      paths.adminCustomers,
      (customers?.nodes ?? []).map(({ id, name, email }) => ({
        key: id,
        to: at(paths.adminCustomers, 'customer', id),
        text: name,
        detail: email,
      })),
      customers?.totalCount ?? 0,
      'customer',
    ),
    group(
      'Products',
      paths.adminProducts,
      products.map((product) => ({
        key: product.id,
        to: at(paths.adminProducts, 'edit', product.id),
        text: product.name,
        detail: product.model ?? undefined,
        state: stateLabel(product),
      })),
      Math.max(inventory?.totalCount ?? 0, products.length),
      'product',
    ),
    group(
      'Messages',
      paths.adminContacts,
      (contactMessages?.nodes ?? []).map(({ id, name, subject, status }) => ({
        key: id,
        to: at(paths.adminContacts, 'q', subject),
        text: subject,
        detail: name,
        state: contactStatuses[status],
      })),
      contactMessages?.totalCount ?? 0,
      'message',
    ),
  ].filter(({ results }) => results.length > 0)
  // An address is a customer's in the first place; orders are found by it, too.
  return wanted.includes('@')
    ? groups.sort((a, b) => Number(b.title === 'Customers') - Number(a.title === 'Customers'))
    : groups
}
