import { type Amount, formatMoney } from '~/lib/format'

/** An amount in tabular figures. */
export function Money({ value, className = '' }: { value: Amount; className?: string }) {
  return <span className={`font-mono figures ${className}`}>{formatMoney(value)}</span>
}
