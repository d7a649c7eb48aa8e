import type { KeyboardEvent, PointerEvent } from 'react'
import { formatSeconds } from '~/lib/format'

const step = 5

/** The position in the film. Click or drag to seek; the arrow keys seek by 5 s. */
export function SeekBar({
  time,
  duration,
  onSeek,
}: {
  time: number
  duration: number
  onSeek: (to: number) => void
}) {
  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    onSeek(((clientX - left) / width) * duration)
  }
  function key(event: KeyboardEvent) {
    const to = seekKey(event.key, time, duration)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(to)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Video position"
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={Math.floor(time)}
      aria-valuetext={`${formatSeconds(time)} of ${formatSeconds(duration)}`}
      onKeyDown={key}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && point(event)}
      className="group/bar relative flex h-7 cursor-pointer touch-none items-center sm:h-11"
    >
      <span className="h-0.5 w-full bg-control transition-[height] group-hover/bar:h-1">
        <span
          className="block h-full origin-left bg-signal"
          style={{ transform: `scaleX(${duration ? time / duration : 0})` }}
        />
      </span>
      <span
        className="absolute h-4 w-0.5 bg-fg"
        style={{ left: `${duration ? (time / duration) * 100 : 0}%` }}
      />
    </div>
  )
}

/** The time that a key seeks to; undefined for other keys. */
export function seekKey(key: string, time: number, duration: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return time - step
    case 'ArrowRight':
      return time + step
    case 'Home':
      return 0
    case 'End':
      return duration
  }
}
