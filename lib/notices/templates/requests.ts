import type { SignerRole } from '#db/schema/processes'
import type { EmailBody } from '../email-body.ts'
import type { MailSubject } from '../mail-context.ts'
import { lines, named, unlinked } from '../sanitize.ts'
import type { Texts } from '../texts/en.ts'
import { fill, instantIn } from '../texts/languages.ts'
import { aboutProcess, textsFor } from './words.ts'

interface SignRequest {
  locale: string
  role: SignerRole
  link: string
  documents: string[]
  until: Date | null
  /** The sender's subject and message. */
  subject: string | null
  message: string | null
}

/** “Please sign”, “please approve”, “for you to read”. */
export function requestEmail(process: MailSubject, request: SignRequest): EmailBody {
  const names = {
    signer: 'askedToSign',
    approver: 'askedToApprove',
    viewer: 'askedToRead',
    cc: 'askedToRead',
  } as const
  return withLink(process, request, names[request.role])
}

/** A reminder, to signers and approvers. */
export function reminderEmail(process: MailSubject, request: SignRequest): EmailBody {
  return withLink(process, request, request.role === 'approver' ? 'remindedToApprove' : 'remindedToSign')
}

type TextName = 'askedToSign' | 'askedToApprove' | 'askedToRead' | 'remindedToSign' | 'remindedToApprove'

function withLink(process: MailSubject, request: SignRequest, name: TextName): EmailBody {
  const { texts, language } = textsFor(request.locale)
  const { subject, message, documents, until, link } = request
  const label = fill(texts.messageFrom, { sender: process.sender })
  return {
    ...aboutProcess(process, request.locale, (all) => all[name]),
    ...(subject && { subject: named(subject) }),
    quote: message?.trim() ? { label, lines: lines(message).map(unlinked) } : undefined,
    facts: [
      ...documentFact(texts, documents),
      ...(until ? [{ label: texts.openUntil, value: instantIn(language, until) }] : []),
    ],
    action: { label: texts[name].button, href: link },
    after: texts.personalLink,
  }
}

function documentFact(texts: Texts, documents: string[]) {
  if (documents.length === 0) return []
  return [{ label: documents.length === 1 ? texts.document : texts.documents, value: documents.join(' · ') }]
}
