import type { Settings } from '~/lib/settings'

/** A shop for tests, with every optional setting filled in. */
export const settings: Settings = {
  version: 1,
  name: 'Test Shop',
  short: 'Test',
  retail: 'Test Retail',
  company: 'Test Shop B.V.',
  title: 'A shop for tests',
  description: 'Nothing here is for sale.',
  email: 'shop@test.example',
  phone: '+31 20 123 4567',
  office: { street: 'Street 1', postalCode: '1000 AA', city: 'Town', country: 'Netherlands' },
  timeZone: 'Europe/Amsterdam',
  zoneNames: [
    { offset: 'GMT+1', name: 'CET' },
    { offset: 'GMT+2', name: 'CEST' },
  ],
  opens: 9,
  closes: 18,
  filters: [
    { label: 'Industrial', value: 'industrial' },
    { label: 'Mobile Robotics', value: 'mobile' },
  ],
  footerCategories: [{ label: 'Domestic', value: 'domestic' }],
  country: 'NL',
  shareImage: { url: '/icon-512.png' },
  periods: { booksYears: 7, paymentDays: 14, assumedPaymentDays: 4, preorderDays: 60 },
}
