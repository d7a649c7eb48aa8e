import type { ComponentType } from 'react'

const screens = import.meta.glob<{ Component: ComponentType }>('./*/*Screen.tsx')

/** Loads a screen by the module that app/pages.ts names. */
export async function loadScreen(module: string) {
  const load = screens[`./${module.replace(/^admin\//, '')}.tsx`]
  if (!load) throw new Error(`no module features/${module}.tsx`)
  return load()
}
