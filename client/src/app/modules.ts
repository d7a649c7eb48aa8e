import type { ComponentType } from 'react'
import type { LoaderFunction } from 'react-router-dom'
import type { FirstQueries } from '~/lib/first'

/** What the module of a page exports. */
export type PageModule = { default: ComponentType; loader?: LoaderFunction; first?: FirstQueries }

/** The modules of all pages but those of the administration. The server has only those that it renders (vite.server.ts). */
export const modules = import.meta.glob<PageModule>('../features/*/*Page.tsx')
