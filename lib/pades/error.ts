/** Why an engine refused. */
export type PadesErrorCode =
  /** The file cannot take an incremental update: damaged, encrypted, or no PDF. */
  | 'no_increment'
  /** A certification forbids what was asked (ISO 32000-2, 12.8.2.2). */
  | 'certified'
  /** A zone lies on a page that is not there, or belongs to a party that is not there. */
  | 'bad_zone'
  /** The file has no open signature field for the one who wants to sign. */
  | 'no_field'
  /** A value that its field cannot take, or for which there is no field of the party. */
  | 'bad_value'
  /** What the signing identity returned is no signature, or too large for the reserved space. */
  | 'bad_signature'
  /** What an authority for time stamps (RFC 3161) returned is no token for what was asked. */
  | 'bad_time_stamp'
  /** No time-stamping authority answered with a token. */
  | 'no_time_stamp'
  /** A trial of every step failed: the file cannot be signed to its end. */
  | 'unsealable'
  /** Earlier bytes changed, or none were added. */
  | 'not_extended'

/** A refusal of the signature engine. The message is a sentence for the log, not for a signer. */
export class PadesError extends Error {
  readonly code: PadesErrorCode

  constructor(code: PadesErrorCode, message: string) {
    super(message)
    this.name = 'PadesError'
    this.code = code
  }
}
