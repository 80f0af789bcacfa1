import type { Locale } from '#lib/core/locales'

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
  /** A user's own text, line by line. */
  quote?: { label: string; lines: string[] }
  facts?: { label: string; value: string }[]
  action?: { label: string; href: string }
  /** What is good to know about the link or the code. */
  after?: string
  /** Why the reader gets it. */
  why: string
}
