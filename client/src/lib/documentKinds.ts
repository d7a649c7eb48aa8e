import type { DocumentKind } from './schema.gen'

/** What kinds of documents are called. */
export const documentKinds: Record<DocumentKind, string> = {
  CAD: 'CAD',
  MANUAL: 'Manual',
  DECLARATION: 'Declaration',
  CERTIFICATE: 'Certificate',
  OTHER: 'Other',
}
