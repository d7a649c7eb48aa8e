import type { DocumentNode, OperationVariables } from '@apollo/client'
import type { Params } from 'react-router-dom'

/** A query that a page begins with. */
export type Question = { query: DocumentNode; variables?: OperationVariables }

/**
 * What the module of a rendered page exports as `first`: the queries that its first rendering needs, told from its address
 * alone. The server asks them before it renders the page, and so does a prefetch of a link to it.
 */
export type FirstQueries = (at: { params: Params; search: URLSearchParams }) => Question[]

/** Where the document carries the cache of a page that has been rendered from these answers (web/document.go). */
export const firstDataId = 'first-data'
