import type { DocumentNode, OperationVariables } from '@apollo/client'
import type { Params } from 'react-router-dom'

/** The arguments of a page's loader: those of React Router that the server has, too. */
export type LoaderArgs = { params: Params; request: { url: string } }

/** A query of a page, and its options for useQuery. */
export type PageQuery = { query: DocumentNode; variables?: OperationVariables; skip?: boolean }

/**
 * What the loader of a rendered page returns: the page's query or queries, which depend on the address alone. The page runs them; the
 * server does before it renders the page, and so does a prefetch of a link to it.
 */
export type PageData = PageQuery | readonly PageQuery[]

/** The queries among a page's data that ask for something. */
export const queriesIn = (data: PageData = []) => [data].flat().filter(({ skip }) => !skip)
