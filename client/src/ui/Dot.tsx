export type Tone = 'neutral' | 'signal' | 'ok' | 'warn' | 'error' | 'info'

/** The colour of a state (theme.css); the word beside it says the same. */
export function Dot({ tone, className = '' }: { tone: Tone; className?: string }) {
  return <span aria-hidden="true" data-tone={tone} className={`dot ${className}`} />
}
