import type { SignerLocale } from '#lib/core/locales'

/** The content of an email. All texts are plain text, without markup. */
export interface EmailBody {
  language: SignerLocale
  /** The tenant's name in the header. */
  letterhead: string
  /** The tenant's colour (`#rrggbb`) of the button; the usual one by default. */
  color?: string | null
  /** The tenant's logo (PNG) in place of its name in the header. */
  logo?: Uint8Array | null
  /** Of a process in test mode. */
  test?: boolean
  /** The name of the sender in the From header; by default that of `MAIL_FROM`. */
  fromName?: string
  subject: string
  heading: string
  body: string
  /** A one-time code, shown large. */
  code?: string
  /** A user's own text, line by line. */
  quote?: { label: string; lines: string[] }
  facts?: { label: string; value: string }[]
  action?: { label: string; href: string }
  /** Notes on the link or the code. */
  after?: string
  /** Why the reader receives the email. */
  footer: string
}
