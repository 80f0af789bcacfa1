import type { SignerRole } from '#db/schema/processes'
import type { SignerEmailTexts } from '#lib/messages/emails'
import { fill } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import { formatInstant } from '../formats.ts'
import type { MailProcess } from '../mail-context.ts'
import { safeName, toLines, withoutLinks } from '../sanitize.ts'
import { getSignerTexts, toSigner } from './words.ts'

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

/** A request to sign, approve or read. */
export function writeRequestEmail(process: MailProcess, request: SignRequest): EmailBody {
  const textNames = {
    signer: 'askedToSign',
    approver: 'askedToApprove',
    viewer: 'askedToRead',
    cc: 'askedToRead',
  } as const
  return withLink(process, request, textNames[request.role])
}

/** A reminder, to signers and approvers. */
export function writeReminderEmail(process: MailProcess, request: SignRequest): EmailBody {
  return withLink(process, request, request.role === 'approver' ? 'remindedToApprove' : 'remindedToSign')
}

type TextName = 'askedToSign' | 'askedToApprove' | 'askedToRead' | 'remindedToSign' | 'remindedToApprove'

function withLink(process: MailProcess, request: SignRequest, name: TextName): EmailBody {
  const { texts, language } = getSignerTexts(request.locale)
  const { subject, message, documents, until, link } = request
  const label = fill(texts.messageFrom, { sender: process.sender })
  return {
    ...toSigner(process, request.locale, (texts) => texts[name]),
    ...(subject && { subject: safeName(subject) }),
    quote: message?.trim() ? { label, lines: toLines(message).map(withoutLinks) } : undefined,
    facts: [
      ...documentFact(texts, documents),
      ...(until ? [{ label: texts.openUntil, value: formatInstant(language, until) }] : []),
    ],
    action: { label: texts[name].button, href: link },
    after: texts.personalLink,
  }
}

function documentFact(texts: SignerEmailTexts, documents: string[]) {
  if (documents.length === 0) return []
  return [{ label: documents.length === 1 ? texts.document : texts.documents, value: documents.join(' · ') }]
}
