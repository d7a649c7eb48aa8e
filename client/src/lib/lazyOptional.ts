import { type ComponentType, lazy } from 'react'

/** A part of the page that is loaded on demand. If it does not load, `otherwise` is shown: by default nothing. */
export function lazyOptional<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  otherwise: ComponentType<Props> = () => null,
) {
  return lazy(() => load().catch(() => ({ default: otherwise })))
}
