/** Whether the shop takes online payments, which the document says; without them, it says nothing. */
export function takesOnlinePayment() {
  return document.head.querySelector('meta[name="online-payment"]') !== null
}
