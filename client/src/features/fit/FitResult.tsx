import type { FitOutcome, FitRule } from '~/lib/schema.gen'
import { Status } from '~/ui/Badge'
import { Dot, type Tone } from '~/ui/Dot'
import type { FitResult_CheckFragment } from './FitCheck.gen'

const words: Record<FitOutcome, [tone: Tone, word: string]> = {
  FITS: ['ok', 'Fits'],
  DOES_NOT_FIT: ['warn', 'Does not fit'],
  NOT_STATED: ['neutral', 'Not stated'],
}

const rules: Record<FitRule, string> = {
  PAYLOAD: 'Payload',
  GRIP: 'Grip',
  FLANGE: 'Flange',
  VOLTAGE: 'Voltage',
  CURRENT: 'Current',
  INTERFACE: 'Interface',
  LOAD: 'Load',
  MOUNTING: 'Mounting',
}

const summaries: Record<FitOutcome, string> = {
  FITS: 'No conflicts found.',
  DOES_NOT_FIT: "Some products don't fit together.",
  NOT_STATED: 'No conflicts; some data is missing.',
}

/** The result for each pair of products, rule by rule. */
export function FitResult({ check: { groups } }: { check: FitResult_CheckFragment }) {
  return groups.map(({ products, lines }) => (
    <section key={products.map(({ id }) => id).join()} className="grid gap-3">
      <h3 className="text-body font-semibold">{products.map(({ name }) => name).join(' with ')}</h3>
      <ul className="grid gap-2 text-small">
        {lines.map(({ rule, outcome, message }) => {
          const [tone, word] = words[outcome]
          return (
            <li key={rule} className="grid items-baseline gap-x-5 sm:grid-cols-[8rem_1fr]">
              <Status tone={tone}>{word}</Status>
              <span className={outcome === 'DOES_NOT_FIT' ? 'text-fg' : 'text-muted'}>
                <strong className="font-semibold text-fg">{rules[rule]}:</strong> {message}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  ))
}

/** The worst outcome, as a dot and a sentence. */
export function FitSummary({ outcome }: { outcome: FitOutcome | null }) {
  if (!outcome) return null
  return (
    <span className="inline-flex items-baseline gap-3">
      <Dot tone={words[outcome][0]} />
      {summaries[outcome]}
    </span>
  )
}
