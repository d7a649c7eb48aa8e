import type { Kept } from './KeptList'

/** Mirrors the database (db/migrations) and what is swept from it (db/user/session.go); change them together. */
export const onServer: Kept[] = [
  {
    what: 'Account: name, email address, role, and the password as an argon2id hash',
    why: 'To sign you in and show you what is yours (performance of a contract, Art. 6(1)(b) GDPR).',
    until: 'until you delete the account, which your profile does at once.',
  },
  {
    what: 'Sessions: a number, the name of your browser and of its system, when they begin and end, and the day of their last use',
    why: 'So that you see where you are signed in, and signing out works at once and on every device (contract).',
    until: 'until you sign out, 30 days at most.',
  },
  {
    what: 'Google or GitHub, if you sign in with them: the number and the email address of your account there',
    why: 'To recognise you, because you have chosen to sign in so (contract). They tell us your name, too, and learn that you sign in here.',
    until: 'until you disconnect the service or ask us to delete the account.',
  },
  {
    what: 'One-time links to verify an address or set a password, as hashes',
    why: 'To make sure that an address is yours (contract).',
    until: 'until used; a day at most for a verification, an hour for a password.',
  },
  {
    what: 'Two-step sign-in, if you turn it on: the secret of your app, encrypted, and recovery codes as hashes',
    why: 'To check the codes that you sign in with (contract).',
    until: 'until you turn it off.',
  },
  {
    what: 'Cart: products and quantities',
    why: 'So that it is the same on every device (contract).',
    until: 'until you empty it, order, or delete your account.',
  },
  {
    what: 'Orders: products, prices, shipping address, payment status, who changed the status when, and our notes about them',
    why: 'To deliver, to invoice and to honour the warranty (contract), and to keep our books (legal obligation, Art. 6(1)(c)).',
    until:
      'seven years after the end of the year, as Dutch tax law wants. When you delete your account they keep the name and the shipping address; after seven years nobody can tell whose they were.',
  },
  {
    what: 'Pre-orders: name, email address, phone, company, product, quantity, message, how the expected date has changed, and what you answered',
    why: 'To prepare a purchase with you (steps before a contract, Art. 6(1)(b)).',
    until: 'two years after somebody last dealt with the request, or until you delete your account.',
  },
  {
    what: 'Written quotes: name, company, email address, products and prices',
    why: 'To stand by what we offered (steps before a contract).',
    until: '90 days after the quote has ended, or until you delete your account.',
  },
  {
    what: 'Contact messages: name, email address, subject, message',
    why: 'To answer you (steps before a contract, or our legitimate interest in answering, Art. 6(1)(f)).',
    until:
      'two years after somebody last dealt with it, or until the account of that verified address is deleted.',
  },
  {
    what: 'Reviews: name, rating, text. They are public',
    why: 'To let others know how a machine does (legitimate interest in honest reviews).',
    until: 'until you ask us to remove it. When only the account goes, it stays by a “Former customer”.',
  },
  {
    what: 'Newsletter: email address and when it was confirmed',
    why: 'To send it, after you have confirmed by mail (consent, Art. 6(1)(a)).',
    until:
      'until you leave by the link in any issue, or delete your account. What is not confirmed, or has left, is forgotten after 30 days.',
  },
  {
    what: 'Stock alerts: email address and product',
    why: 'To tell you once that it is back in stock, after you have confirmed by mail (consent).',
    until:
      'until that email is sent, or you cancel by the link in our first one, or delete your account; a year at most. What is not confirmed is forgotten after seven days.',
  },
  {
    what: 'Invitations to work with us: email address and role',
    why: 'To let you accept by mail (steps before a contract).',
    until: 'until you accept. What nobody accepts is deleted 30 days after its link has expired.',
  },
  {
    what: 'Attempts: how often an email or network address has signed in, registered or written lately',
    why: 'To stop guessing of passwords and floods of messages (legitimate interest in security).',
    until: 'between 15 minutes and a day.',
  },
  {
    what: 'Letters that wait to be sent',
    why: 'To deliver them also when a mail server is out of reach (contract).',
    until: 'until sent. What could not be sent is deleted 30 days after it was given up.',
  },
  {
    what: 'Log of what our administrators and staff have changed of an account, an order or a message, without what it says of a person',
    why: 'To be able to account for our own work (legitimate interest in security).',
    until: 'for good; nobody can change it.',
  },
  {
    what: 'Server log: time, page, status and duration of each request, without name or network address',
    why: 'To find faults and attacks (legitimate interest in security).',
    until: 'three months.',
  },
]

/** Mirrors lib/storage.ts, lib/token.ts and features/cart/wanted.ts. */
export const inBrowser: Kept[] = [
  { what: 'token', why: 'Shows the server that you are signed in.', until: 'until you sign out.' },
  { what: 'cartItems', why: 'Shows your cart before the server has answered.', until: 'until you sign out.' },
  {
    what: 'preOrderProduct and preorder_form',
    why: 'The product you chose to pre-order, and what you have typed so far.',
    until: 'until the pre-order is placed, or until you sign out.',
  },
  {
    what: 'partMass',
    why: 'The mass of your part, for the fit check.',
    until: 'until you empty that field, or until you sign out.',
  },
  {
    what: 'recentlyViewed',
    why: 'Numbers of products that you looked at.',
    until: 'until you clear them, or until you sign out.',
  },
  {
    what: 'announcement',
    why: 'Which announcement at the top of the page you have closed.',
    until: 'until you close another one, or until you sign out.',
  },
  {
    what: 'playground',
    why: 'Operations that you have written in the playground.',
    until: 'until you sign out.',
  },
  {
    what: 'adminMenu',
    why: 'Groups of the administration’s menu that you have collapsed.',
    until: 'until you sign out.',
  },
  {
    what: 'owners',
    why: 'The number of the account that each of these belongs to, so that nobody else who uses this browser sees it.',
    until: 'until you sign out.',
  },
  {
    what: 'Drafts of this tab: a message, a checkout, a conversation with the chat, an item to add after signing in',
    why: 'So that a reload loses nothing.',
    until: 'until sent, until you sign out, or until the tab is closed.',
  },
]
