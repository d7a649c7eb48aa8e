/** The types of pictures, for controls that choose a file. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif'

/** Classes of a control that chooses a file. */
export const fileInput =
  'min-h-12 w-full min-w-0 text-small text-muted file:mr-4 file:min-h-11 file:rounded-plate file:border file:border-solid file:border-control file:bg-plate file:px-4 file:font-semibold file:text-fg hover:file:border-fg'
