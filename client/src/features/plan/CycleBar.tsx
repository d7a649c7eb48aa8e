import { useSyncExternalStore } from 'react'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { secondsText } from './measures'
import type { Playback } from './playback'
import type { PlanResult } from './usePlanResult'

const pausePath = 'M8 4.5v15M16 4.5v15'

/** The cycle's moves to scale, with the playback controls. The slowest move is marked. */
export function CycleBar({
  cycle,
  playback,
}: {
  cycle: NonNullable<PlanResult['cycle']>
  playback: Playback
}) {
  const { moves, slowest, duration } = cycle
  const time = useSyncExternalStore(playback.subscribe, () => playback.time)
  const playing = useSyncExternalStore(playback.subscribe, () => playback.playing)
  const longest = moves.findIndex((move) => move.name === slowest.name && move.duration === slowest.duration)
  return (
    <div className="plan-cycle">
      <Button size="sm" onClick={() => (playing ? playback.pause() : playback.play())}>
        <Icon name="play" path={playing ? pausePath : undefined} className="size-4" />
        {playing ? 'Pause' : 'Play cycle'}
      </Button>
      <div className="plan-track">
        <div className="plan-moves" aria-hidden="true">
          {moves.map((move, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: moves are a sequence in which names repeat.
              key={index}
              title={`${move.name}: ${secondsText(move.duration)}`}
              data-slowest={index === longest || undefined}
              style={{ flexGrow: move.duration }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label="Time in the cycle"
          aria-valuetext={secondsText(time)}
          min={0}
          max={duration}
          step={10}
          value={time}
          onChange={({ target }) => {
            playback.pause()
            playback.seek(target.valueAsNumber)
          }}
        />
      </div>
      <span className="label text-fg">
        {secondsText(time)} / {secondsText(duration)}
      </span>
    </div>
  )
}
