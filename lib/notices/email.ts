import { render } from '@react-email/components'
import type { Locale } from '#lib/core/locales'
import type { EmailContent } from '#lib/mail/queue'
import { layout } from './layout.ts'
import { plainText } from './plain.ts'
import { truncate } from './sanitize.ts'
import { fill, languages } from './texts/languages.ts'

/** What a mail says, before it has a form. Every text is for reading: nothing in it is markup. */
export interface EmailBody {
  language: Locale
  /** Whose mail it is: the tenant's name, as the letterhead. */
  letterhead: string
  /** Of a process in test mode. */
  test?: boolean
  subject: string
  heading: string
  body: string
  /** A one-time code, shown large. */
  code?: string
  /** Somebody's own words, line by line. */
  quote?: { label: string; lines: string[] }
  facts?: { label: string; value: string }[]
  action?: { label: string; href: string }
  /** What is good to know about the link or the code. */
  after?: string
  /** Why the reader gets it. */
  why: string
}

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
