import type { DocumentKind } from './schema.gen'

/** Labels of the kinds of documents. */
export const documentKinds: Record<DocumentKind, string> = {
  CAD: 'CAD',
  MANUAL: 'Manual',
  DECLARATION: 'Declaration',
  CERTIFICATE: 'Certificate',
  OTHER: 'Other',
}
