/** A creditor reference or an IBAN in groups of four: `RF26 OR10 0042`. */
export const formatReference = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ')
