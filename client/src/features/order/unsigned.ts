import type { Amount } from '~/lib/format'

/** An amount without its sign, for texts that say which way the money goes. */
export const unsigned = (money: Amount): Amount => ({ ...money, amount: money.amount.replace('-', '') })
