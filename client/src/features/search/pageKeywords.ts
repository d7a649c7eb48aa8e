import type { pages } from '~/app/pages'
import { settings } from '~/lib/settings'

/**
 * Keywords of pages that neither their title nor their path contains: `shown` is displayed after the title, `also`
 * holds synonyms.
 */
export const pageKeywords = (): Partial<Record<keyof typeof pages, { shown: string; also: string }>> => ({
  products: { shown: 'prices, stock', also: 'buy shop catalogue' },
  compare: { shown: 'up to three side by side', also: 'difference versus lightest' },
  about: { shown: 'team, history', also: 'company who' },
  software: { shown: 'sample code, system requirements', also: 'sdk ros download program ide app' },
  resources: {
    shown: 'manuals, support, newsletter',
    also: 'documentation drawings downloads videos tutorials help',
  },
  chat: { shown: 'automatic answers', also: 'ask help bot' },
  contact: {
    shown: [settings().phone, 'email', 'address', 'opening hours'].filter(Boolean).join(', '),
    also: 'phone telephone number call office support help visit message',
  },
  profile: {
    shown: 'order status, invoices, delivery address',
    also: 'orders arrive arrives track tracking shipped bill receipt change cancel preorders account my',
  },
  changePassword: { shown: 'security', also: 'new' },
  secondFactor: { shown: 'security', also: '2fa authenticator codes' },
  cart: { shown: 'total with tax', also: 'basket vat quote' },
  checkout: { shown: 'payment by bank transfer', also: 'pay order invoice' },
  privacy: { shown: 'your data, cookies', also: 'gdpr delete personal' },
  terms: {
    shown: 'warranty, returns, delivery, payment, tax',
    also: 'withdrawal refund money back guarantee shipping vat dollars euros currency conditions cancel liability',
  },
})
