import type { ReactNode } from 'react'
import { Dot, type Tone } from './Dot'

const badges: Record<Tone, string> = {
  neutral: 'border-control text-muted',
  signal: 'border-signal bg-signal text-ink',
  ok: 'border-ok/60 text-ok',
  warn: 'border-warn/60 text-warn',
  error: 'border-error/60 text-error',
  info: 'border-info/60 text-info',
}

/** A short label such as 'Most Popular' or a role. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`label inline-flex items-center rounded-plate border px-2 py-0.5 whitespace-nowrap ${badges[tone]}`}
    >
      {children}
    </span>
  )
}

/** A status as a dot and a word, because colour alone is not accessible. */
export function Status({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="label inline-flex items-center gap-2 whitespace-nowrap">
      <Dot tone={tone} />
      {children}
    </span>
  )
}
