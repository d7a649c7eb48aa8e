import type { RouteObject } from 'react-router-dom'
import { LayoutError, PageError } from '~/app/layout/PageError'
import { Root } from '~/app/layout/Root'

// Keeps the footer below the fold until the first page's module has loaded.
const emptyPage = <div className="min-h-dvh" />

/** Pages inside the site's layout. Server and browser must wrap them identically, or hydration fails. */
export const inLayout = (pages: RouteObject[]): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: LayoutError,
    children: [{ ErrorBoundary: PageError, hydrateFallbackElement: emptyPage, children: pages }],
  },
]
