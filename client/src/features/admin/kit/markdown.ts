/** The hint of Markdown fields. */
export const markdownHint =
  'Markdown: **bold**, [link](/faq), lists with - and empty lines between paragraphs.'
