import { useEffect, useState } from 'react'
import { Dot } from '~/ui/Dot'
import { figure, secondsText } from './measures'
import { priceOf, tones, verdictOf } from './Results'
import type { Answer, Answered } from './useAnswer'

/** The result in a line, on narrow screens as long as the results are further down. */
export function Summary({ answer, onShow }: { answer: Answer; onShow: () => void }) {
  return (
    <button type="button" className="plan-summary" onClick={onShow}>
      <Dot tone={tones[answer.outcome]} />
      <span className="text-small font-semibold">{verdictOf(answer)}</span>
      <span className="label text-fg">{answer.cycle && secondsText(answer.cycle.duration)}</span>
      <span className="label text-muted">{priceOf(answer)}</span>
    </button>
  )
}

/** The result in words, spoken once it rests. */
export function Announced({ said, waiting }: { said?: Answered; waiting: boolean }) {
  const cycle = said?.answer.cycle
  const words = said
    ? `${verdictOf(said.answer)}.${cycle ? ` ${secondsText(cycle.duration)} per part, ${figure(cycle.partsPerHour)} parts per hour.` : ''}${said.answer.checks
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
