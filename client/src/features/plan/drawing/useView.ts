import { useCallback, useEffect, useState } from 'react'
import { loadOnDemand } from '~/lib/chunks'

export type View = '3d' | 'plan'

// The server's build replaces this path (vite.server.ts).
const importScene = () => import('~/features/plan/drawing/CellView')

/** The current view of the cell. The code of the 3D view, the default on wide screens, loads on demand. */
export function useView() {
  const [view, setView] = useState<View>(() => (matchMedia('(width >= 64rem)').matches ? '3d' : 'plan'))
  const [scene, setScene] = useState<Awaited<ReturnType<typeof importScene>>>()
  const [missing, setMissing] = useState('')
  const miss = useCallback((why: string) => {
    setMissing(why)
    setView('plan')
  }, [])
  useEffect(() => {
    if (view !== '3d' || scene) return
    let wanted = true
    loadOnDemand(importScene).then(
      (loaded) => wanted && setScene(loaded),
      () => wanted && miss("Couldn't load the 3D view. Choose it again to retry."),
    )
    return () => {
      wanted = false
    }
  }, [view, scene, miss])
  return { view, setView, scene, missing, miss }
}
