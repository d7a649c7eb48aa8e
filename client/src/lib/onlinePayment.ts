/** Whether the shop takes online payments. The server adds this element to the document only if it does. */
export function takesOnlinePayment() {
  return document.head.querySelector('meta[name="online-payment"]') !== null
}
