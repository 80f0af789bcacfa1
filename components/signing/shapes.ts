import type { SigningRecord } from '#lib/signing/schema'

/** `GET /signing/{token}` as the ceremony reads it. */
export type Signing = SigningRecord
export type SigningField = SigningRecord['fields'][number]
export type SigningDocument = SigningRecord['documents'][number]

/** A signature or initials as the signer gives them; the image is a PNG as a data URL. */
export type SubmittedMark =
  | { method: 'typed'; text: string }
  | { method: 'drawn' | 'uploaded'; image: string }
