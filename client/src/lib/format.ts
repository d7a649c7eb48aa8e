/** An amount as the graph gives it: a decimal string and an ISO 4217 code. */
export type Amount = { amount: string; currency: string }

const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string): Intl.NumberFormat {
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    moneyFormats.set(currency, format)
  }
  return format
}

/** `$25,999.00`. The decimal string is never turned into a float. */
export function formatMoney({ amount, currency }: Amount): string {
  return moneyFormat(currency).format(amount as `${number}`)
}

const long = { year: 'numeric', month: 'long', day: 'numeric' } as const

/** An RFC 3339 instant in long US format, `March 1, 2026`, in the visitor's time zone unless UTC is wanted. */
export function formatDate(instant: string, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat('en-US', { ...long, timeZone }).format(new Date(instant))
}

/** Lets the browser read its tables of numbers, which takes it longer than any of our components. */
export function prepareFormats(): void {
  moneyFormat('USD')
}

/** Seconds as `m:ss`; `0:00` while the duration is unknown. */
export function formatSeconds(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
