import { useCallback, useEffect, useState } from 'react'
import { loadOnDemand } from '~/lib/chunks'

export type View = '3d' | 'plan'

// By this path the server's build leaves it out (vite.server.ts).
const importScene = () => import('~/features/plan/drawing/CellView')

/** Which view of the cell is shown. That in three dimensions, the first one on wide screens, comes with its own code. */
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
