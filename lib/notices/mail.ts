import type { EmailBody } from './email-body.ts'

/** A mail that an event calls for. */
export interface Mail {
  to: string
  body: EmailBody
}
