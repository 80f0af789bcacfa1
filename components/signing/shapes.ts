import type { SigningRecord } from '#lib/signing/schema'

/** The response of `GET /signing/{token}`. */
export type Signing = SigningRecord
export type SigningField = SigningRecord['fields'][number]
export type SigningDocument = SigningRecord['documents'][number]

/** A submitted signature or initials; the image is a PNG data URL. */
export type SubmittedMark =
  | { method: 'typed'; text: string }
  | { method: 'drawn' | 'uploaded'; image: string }
