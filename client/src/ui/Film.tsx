import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { ErrorState } from './ErrorState'
import type { VideoPlayerProps } from './VideoPlayer'

/** The video player, which comes as a module of its own after the page; until then its poster stands in its place. */
export function Film(props: VideoPlayerProps) {
  const [Player, setPlayer] = useState<ComponentType<VideoPlayerProps>>()
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    import('./VideoPlayer').then(
      ({ VideoPlayer }) => setPlayer(() => VideoPlayer),
      () => setFailed(true),
    )
  }, [])
  useEffect(load, [load])
  if (failed) return <ErrorState title="The player could not be loaded." onRetry={load} />
  if (Player) return <Player {...props} />
  return (
    <div
      className="aspect-video w-full bg-black bg-contain bg-center bg-no-repeat"
      style={{ backgroundImage: props.poster ? `url("${encodeURI(props.poster)}")` : undefined }}
    />
  )
}
