/** Mail programs take links of about 2,000 characters; what is quoted has to leave room for its encoding. */
const mostQuoted = 500

/** A link that starts a reply in the mail program, with subject and message quoted. */
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
