export type Tone = 'neutral' | 'signal' | 'ok' | 'warn' | 'error' | 'info'

/** A dot in a status colour (theme.css); the text beside it says the same. */
export function Dot({ tone, className = '' }: { tone: Tone; className?: string }) {
  return <span aria-hidden="true" data-tone={tone} className={`dot ${className}`} />
}
