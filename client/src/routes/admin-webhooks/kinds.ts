/** The kinds of events that a webhook can ask for, in words. */
export const kinds = {
  'order.placed': 'Somebody has ordered',
  'order.status_changed': 'An order has moved on',
  'preorder.created': 'Somebody has pre-ordered',
  'preorder.status_changed': 'A pre-order has moved on',
  'product.created': 'There is a new product',
  'product.changed': 'A product was edited',
  'product.deleted': 'A product is gone',
  'stock.changed': 'A stock went up or down',
  'review.written': 'A product was reviewed',
  'quote.created': 'A quote was asked for',
  'contact.created': 'Somebody has written to us',
  'contact.resolved': 'A message was dealt with',
  'contact.deleted': 'A message is gone',
  'user.registered': 'There is a new account',
}
