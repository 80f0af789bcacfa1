import type { HandwritingFont } from './handwriting.ts'

/** How a signature or initials can be made, in the order in which they are offered. */
export const signatureKinds = ['drawn', 'typed', 'uploaded'] as const
export type SignatureKind = (typeof signatureKinds)[number]

/** A submitted signature; its image is a stored file, named by hash. */
export interface GivenSignature {
  method: SignatureKind
  text?: string
  /** Of a typed one; absent: the default. */
  font?: HandwritingFont
  imageSha256?: string
}
