/** Styles of a radio option and its button. */
export const radioStyles = {
  box: 'flex min-h-11 cursor-pointer items-start gap-3 rounded-plate border border-control p-4 text-small hover:border-muted has-checked:border-fg',
  button: 'checkbox mt-0.5 rounded-[50%]',
}
