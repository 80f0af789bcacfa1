import type { EmailBody } from './email-body.ts'

/** An email that an event triggers. */
export interface Mail {
  to: string
  body: EmailBody
}
