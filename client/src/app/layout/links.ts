import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'

/** The navigation bar's links. */
export const navigationLinks = [
  { to: paths.home, text: 'Home' },
  { to: paths.products, text: 'Product' },
  { to: paths.software, text: 'Software' },
  { to: paths.about, text: 'About us' },
  { to: paths.resources, text: 'Support/Resources' },
  { to: paths.contact, text: 'Contact us' },
]

/** The categories of the footer. */
export const categoryLinks = () =>
  (settings().footerCategories ?? []).map(({ label, value }) => ({ to: paths.category(value), text: label }))

/** The footer's groups of links. */
export const footerLinks = () => [
  {
    title: 'Quick links',
    links: [
      { to: paths.products, text: 'All products' },
      { to: paths.plan, text: 'Plan a cell' },
      { to: paths.technologies, text: 'Technologies' },
      { to: paths.software, text: 'Software' },
    ],
  },
  {
    title: 'Support',
    links: [
      { to: paths.resources, text: 'Resources' },
      { to: paths.faq, text: 'FAQ' },
      { to: paths.developers, text: 'Developers' },
      { to: paths.contact, text: 'Contact us' },
    ],
  },
  {
    title: 'Robots',
    links: categoryLinks(),
  },
]

export const legalLinks = [
  { to: paths.privacy, text: 'Privacy' },
  { to: paths.terms, text: 'Terms' },
  { to: paths.sitemap, text: 'Sitemap' },
]
