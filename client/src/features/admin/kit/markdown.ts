/** Explains to editors what a text may have. */
export const markdownHint =
  'Markdown: **bold**, [link](/faq), lists with - and empty lines between paragraphs.'
