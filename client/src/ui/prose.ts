/** Styles of rendered Markdown. */
export const prose =
  '[&_a]:text-fg [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:text-signal [&_blockquote]:border-l-2 [&_blockquote]:border-control [&_blockquote]:pl-4 [&_h3]:font-semibold [&_h3]:text-fg [&_li]:mt-2 [&_ol]:list-decimal [&_ol]:pl-5 [&_strong]:font-semibold [&_strong]:text-fg [&_ul]:list-disc [&_ul]:pl-5'
