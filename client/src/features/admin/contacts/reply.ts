/**
 * The maximum number of characters quoted. Some mail clients cut off links at about 2,000 bytes, percent-encoding
 * included.
 */
const mostQuoted = 500

/** A mailto link for a reply to a message, with its subject and the message quoted. */
export function replyLink({
  name,
  email,
  subject,
  message,
}: Record<'name' | 'email' | 'subject' | 'message', string>) {
  const characters = [...message]
  const quoted = characters.slice(0, mostQuoted).join('') + (characters.length > mostQuoted ? '…' : '')
  const body = `Hello ${name},\n\n\n\n${quoted.replace(/^/gm, '> ')}`
  // RFC 6068: line breaks are CRLF.
  const text = (value: string) => encodeURIComponent(value.replace(/\r?\n/g, '\r\n'))
  return `mailto:${encodeURIComponent(email)}?subject=${text(`Re: ${subject}`)}&body=${text(body)}`
}
