/** A shipping address as the graph returns it. */
export const damrak = {
  __typename: 'ShippingInfo',
  company: '',
  recipient: '',
  address: 'Damrak 1',
  city: 'Amsterdam',
  postalCode: '1012 LG',
  state: '',
  country: 'NL',
  phone: '',
  notes: '',
}
