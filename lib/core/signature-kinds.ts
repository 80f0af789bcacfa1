/** How a signature or initials can be made, in the order in which they are offered. */
export const signatureKinds = ['drawn', 'typed', 'uploaded'] as const
export type SignatureKind = (typeof signatureKinds)[number]
