import { render } from '@react-email/components'
import type { EmailContent } from '#lib/mail/queue'
import type { EmailBody } from './email-body.ts'
import { layout } from './layout.ts'
import { plainText } from './plain.ts'
import { truncate } from './sanitize.ts'
import { fill, languages } from './texts/languages.ts'

const SUBJECT_CHARACTERS = 160

/** The mail of a sheet, as HTML and as plain text. */
export async function letterOf(sheet: EmailBody): Promise<EmailContent> {
  const { testSubject } = languages[sheet.language]
  const subject = sheet.test ? fill(testSubject, { subject: sheet.subject }) : sheet.subject
  return {
    subject: truncate(subject, SUBJECT_CHARACTERS),
    html: await render(layout(sheet)),
    text: plainText(sheet),
  }
}
