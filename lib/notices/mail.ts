import type { EmailBody } from './email-body.ts'

/** An email that an event triggers. */
export interface Mail {
  to: string
  body: EmailBody
  /** For an email that a signature waits for: its signer, at whom a failed delivery is shown. */
  signer?: { processId: number; signerId: number }
}
