/** Structured data for search engines (schema.org). `<` is escaped, so that no text can end the script element. */
export function JsonLd({ items }: { items: { '@type': string; [property: string]: unknown }[] }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': items }).replaceAll(
    '<',
    '\\u003c',
  )
  return <script type="application/ld+json">{text}</script>
}
