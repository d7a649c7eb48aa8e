import { useEffect, useState } from 'react'
import { Dot } from '~/ui/Dot'
import { tones } from './Checks'
import { formatFigure, secondsText } from './measures'
import { priceOf, verdictOf } from './Results'
import type { CalculatedPlan, PlanResult } from './usePlanResult'

/** The result in one line, on narrow screens while the results are below the fold. */
export function Summary({ result, onShow }: { result: PlanResult; onShow: () => void }) {
  return (
    <button type="button" className="plan-summary" onClick={onShow}>
      <Dot tone={tones[result.outcome]} />
      <span className="text-small font-semibold">{verdictOf(result)}</span>
      <span className="label text-fg">{result.cycle && secondsText(result.cycle.duration)}</span>
      <span className="label text-muted">{priceOf(result)}</span>
    </button>
  )
}

/** Announces the result once the plan has settled. */
export function ResultAnnouncement({
  calculated,
  waiting,
}: {
  calculated?: CalculatedPlan
  waiting: boolean
}) {
  const cycle = calculated?.result.cycle
  const words = calculated
    ? `${verdictOf(calculated.result)}.${cycle ? ` ${secondsText(cycle.duration)} per part, ${formatFigure(cycle.partsPerHour)} parts per hour.` : ''}${calculated.result.checks
        .filter(({ outcome }) => outcome === 'DOES_NOT_FIT')
        .map(({ message }) => ` ${message}.`)
        .join('')}`
    : ''
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    if (waiting) return
    const rest = setTimeout(() => setSpoken(words), 800)
    return () => clearTimeout(rest)
  }, [words, waiting])
  return (
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>
  )
}
