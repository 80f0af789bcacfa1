import type { HandwritingFont } from '#lib/core/handwriting'
import type { SigningRecord } from '#lib/signing/schema'

/** The response of `GET /signing/{token}` without the time, by which each one differs. */
export type Signing = Omit<SigningRecord, 'server_time'> & {
  /** A language of the process or page as the browser has it, by `findRegional`. */
  regional?: string | null
}
export type SigningField = SigningRecord['fields'][number]
export type SigningDocument = SigningRecord['documents'][number]

/** Which documents are shown; a process of the version before, during an update, does not count them. */
export const getPreparation = ({ process }: Pick<Signing, 'process'>): number => process.preparation ?? 0

/** A submitted signature or initials; the image is a PNG data URL. */
export type SubmittedMark =
  | { method: 'typed'; text: string; font?: HandwritingFont }
  | { method: 'drawn' | 'uploaded'; image: string }

/** The props of the tabs in which a signature or initials are created. */
export interface MarkProps {
  kind: 'signature' | 'initials'
  /** Called with each change; null while none is drawn, typed or uploaded. */
  onChange: (mark: SubmittedMark | null) => void
  onSubmit: () => void
}
