import { render } from '@react-email/components'
import type { EmailContent } from '#lib/mail/queue'
import { signerEmailTexts } from '#lib/messages/emails'
import { fill } from '#lib/messages/fill'
import type { EmailBody } from './email-body.ts'
import { layout } from './layout.ts'
import { logoImage } from './logo.ts'
import { plainText } from './plain.ts'
import { toOneLine, truncate } from './sanitize.ts'

const SUBJECT_CHARACTERS = 160

/** Renders an email as HTML and as plain text. */
export async function renderEmail(body: EmailBody): Promise<EmailContent> {
  const { testSubject } = signerEmailTexts[body.language]
  const subject = body.test ? fill(testSubject, { subject: body.subject }) : body.subject
  return {
    ...(body.fromName && { fromName: toOneLine(body.fromName) }),
    subject: truncate(subject, SUBJECT_CHARACTERS),
    html: await render(layout(body)),
    text: plainText(body),
    ...(body.logo && { images: [logoImage(body.logo)] }),
  }
}
