import type { RouteObject } from 'react-router-dom'
import { FrameError, PageError } from '~/app/layout/PageError'
import { Root } from '~/app/layout/Root'

// Keeps the footer below the fold until the first page's module is there.
const emptyPage = <div className="min-h-dvh" />

/** Pages within the frame of the site. The server's pages stand in the same one as the browser's, or React would not know them again. */
export const inLayout = (pages: RouteObject[]): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: FrameError,
    children: [{ ErrorBoundary: PageError, hydrateFallbackElement: emptyPage, children: pages }],
  },
]
