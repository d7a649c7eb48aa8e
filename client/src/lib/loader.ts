import type { DocumentNode, OperationVariables } from '@apollo/client'
import type { Params } from 'react-router-dom'

/** The arguments of a page's loader: the subset of React Router's that the server provides. */
export type LoaderArgs = { params: Params; request: { url: string } }

/** A query of a page, and its options for useQuery. */
export type PageQuery = { query: DocumentNode; variables?: OperationVariables; skip?: boolean }

/**
 * A rendered page's loader returns its query or queries, derived from the address. The page runs them, as do the server
 * before rendering and a prefetch.
 */
export type PageData = PageQuery | readonly PageQuery[]

/** The queries in a page's data, without skipped ones. */
export const queriesIn = (data: PageData = []) => [data].flat().filter(({ skip }) => !skip)
