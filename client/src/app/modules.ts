import type { ComponentType } from 'react'
import type { LoaderArgs } from '~/lib/loader'

/** What the module of a page exports. */
export type PageModule = { default: ComponentType; loader?: (args: LoaderArgs) => unknown }

/** The modules of all pages but those of the administration. The server has only those that it renders (vite.server.ts). */
export const modules = import.meta.glob<PageModule>('../features/*/*Page.tsx')
