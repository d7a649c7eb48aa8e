const field =
  'textarea, input:not([type=button], [type=checkbox], [type=file], [type=radio], [type=range], [type=submit])'

/** Whether a field for text has the focus, which nothing but its user should move. */
export const isTyping = () => document.activeElement?.matches(field) === true
