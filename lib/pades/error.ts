import { TextError } from '#lib/core/errors'
import { cutText } from '#lib/core/text/characters'
import type { ErrorText } from '#lib/messages/errors'
import { asErrorText } from '#lib/messages/errors'
/** Reasons for which the signature engine refuses. */
export type PadesErrorCode =
  /** The file does not permit an incremental update: damaged, encrypted, or no PDF. */
  | 'no_increment'
  /** A certification forbids the change (ISO 32000-2, 12.8.2.2). */
  | 'certified'
  /** The page or the signer of a zone (a field's rectangle) does not exist. */
  | 'bad_zone'
  /** The file has no empty signature field for the signer. */
  | 'no_field'
  /** A value that its field does not accept, or that has no field of the signer. */
  | 'bad_value'
  /** The signing identity returned no signature, or one that exceeds the reserved space. */
  | 'bad_signature'
  /** A time-stamping authority (RFC 3161) returned no token that matches the request. */
  | 'bad_time_stamp'
  /** The key of a signature cannot be used at the moment: its HSM, KMS or signing service fails. */
  | 'no_signing_key'
  /** No time-stamping authority returned a token. */
  | 'no_time_stamp'
  /** The trial of all steps (`assertSealable`) failed: the file cannot be signed by all signers and sealed. */
  | 'unsealable'
  /** An increment changed earlier bytes, or added none. */
  | 'not_extended'
  /** A new revision adds no valid signature, or breaks an earlier one. */
  | 'invalid_revision'

/** Reasons that pass: another service fails at the moment. */
const transientCodes: readonly PadesErrorCode[] = ['no_time_stamp', 'bad_time_stamp', 'no_signing_key']

/** The faults of a file may be many. */
const MAX_CHARACTERS = 500

/** An error of the signature engine. The message is for the log, not for signers. */
export class PadesError extends TextError {
  readonly code: PadesErrorCode

  constructor(code: PadesErrorCode, text: ErrorText | string, options?: ErrorOptions) {
    super(asErrorText(code, typeof text === 'string' ? cutText(text, MAX_CHARACTERS) : text), options)
    this.name = 'PadesError'
    this.code = code
  }
}

/** Whether the same step may succeed later, as a key or a time-stamping authority is away. */
export function isTransient(error: unknown): boolean {
  return error instanceof PadesError && transientCodes.includes(error.code)
}
