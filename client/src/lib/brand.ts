/** Who runs this shop. The only place that names the brands, addresses and hours. */
export const brand = {
  name: 'Orrery Robotics',
  short: 'Orrery',
  retail: 'Winkelwerk',
  email: 'hello@orrery.example',
  phone: '+31 20 555 0142',
  office: { street: 'Keizersgracht 241', city: '1016 EA Amsterdam', country: 'Netherlands' },
  hours: 'Monday to Friday, 9:00 AM to 6:00 PM CET',
  social: [
    { name: 'GitHub', href: 'https://github.com' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com' },
    { name: 'X', href: 'https://x.com' },
    { name: 'YouTube', href: 'https://www.youtube.com' },
  ],
} as const

/** The networks that we have a page on: an address without a path is the network's own front page, and not shown. */
export const community = brand.social.filter(({ href }) => /^https:\/\/[^/]+\/./.test(href))
