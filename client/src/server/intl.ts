// The formats of lib/format.ts, in words of our own: the engine has no Intl. What is asked for beyond them fails, and the
// page is then rendered by the browser.
const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

export class NumberFormat {
  #sign: string | undefined

  /** Amounts with a currency, otherwise whole numbers. */
  constructor(_locale: string, { currency }: { currency?: string } = {}) {
    if (currency && !signs[currency]) throw new RangeError(`no format for ${currency}`)
    this.#sign = currency && signs[currency]
  }

  /** A decimal with at most two decimals, or a whole number. */
  format(amount: string | number): string {
    const [, minus, whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount)) ?? []
    if (!whole || (cents && !this.#sign)) throw new RangeError(`no format for ${amount}`)
    return this.#sign
      ? `${minus}${this.#sign}${grouped(whole)}.${cents.padEnd(2, '0')}`
      : minus + grouped(whole)
  }
}

export class DateTimeFormat {
  /** In long US format, in UTC. */
  format(date: Date): string {
    return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
  }
}
