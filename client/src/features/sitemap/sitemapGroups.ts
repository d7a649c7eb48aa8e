import { paths } from '~/lib/paths'

/** Every page of the site that has no product of its own. A new page belongs here too. */
export const groups = [
  {
    title: 'Shop',
    pages: [
      { to: paths.home, text: 'Home' },
      { to: paths.products, text: 'All products' },
      ...['Industrial', 'Domestic', 'Educational', 'Entertainment'].map((text) => ({
        to: paths.category(text.toLowerCase()),
        text: `${text} robots`,
      })),
      { to: paths.compare([]), text: 'Compare products' },
      { to: paths.preorder, text: 'Pre-order' },
    ],
  },
  {
    title: 'Company and technology',
    pages: [
      { to: paths.about, text: 'About us' },
      { to: paths.technologies, text: 'Technologies' },
      { to: paths.software, text: 'Software' },
    ],
  },
  {
    title: 'Help',
    pages: [
      { to: paths.resources, text: 'Support and resources' },
      { to: paths.faq, text: 'Frequently asked questions' },
      { to: paths.chat, text: 'Chat with Robot' },
      { to: paths.contact, text: 'Contact us' },
    ],
  },
  {
    title: 'Account',
    pages: [
      { to: paths.login, text: 'Sign in' },
      { to: paths.register, text: 'Create account' },
      { to: paths.forgotPassword, text: 'Reset your password' },
      { to: paths.profile, text: 'Profile, orders and pre-orders' },
      { to: paths.updateProfile, text: 'Update profile' },
      { to: paths.changePassword, text: 'Change password' },
      { to: paths.secondFactor, text: 'Two-step sign-in' },
      { to: paths.cart, text: 'Cart' },
      { to: paths.checkout, text: 'Checkout' },
    ],
  },
  {
    title: 'Legal',
    pages: [
      { to: paths.privacy, text: 'Privacy' },
      { to: paths.terms, text: 'Terms' },
      { to: paths.sitemap, text: 'Sitemap' },
    ],
  },
]
