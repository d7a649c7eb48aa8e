import type { ComponentType } from 'react'
import type { LoaderArgs } from '~/lib/loader'

/** Exports of a page's module. */
export type PageModule = { default: ComponentType; loader?: (args: LoaderArgs) => unknown }

/**
 * The modules of all pages except the administration's. The server's build has only rendered pages (vite.server.ts).
 */
export const modules = import.meta.glob<PageModule>('../features/*/*Page.tsx')
