import type { EmailBody } from './email-body.ts'

/** An email that an event triggers. */
export interface Mail {
  to: string
  body: EmailBody
  /** Who gets a reply; by default the tenant's reply address, for emails about processes. */
  replyTo?: string
  /**
   * The signer, for emails with a signing link or code: a failed delivery is reported at this signer. `copy`: the email
   * has the signed document; `code`: it has a one-time code.
   */
  signer?: { processId: number; signerId: number; copy?: true; code?: true }
  /** By which it is withdrawn, for other emails that may become untrue before they are sent. */
  topic?: string
  /** How long the email is of use; absent for one that does not expire. */
  validSeconds?: number
}

/** A text message with a code that an event triggers. */
export interface TextMessage {
  /** In E.164. */
  phone: string
  /** The address of the person whose number it is. */
  personEmail: string
  text: string
  validSeconds: number
  signer: { processId: number; signerId: number; code: true }
}
