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
  /** The provider with whom they, having signed, still have to confirm their signature. */
  provider: string | null
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

/** A request to someone to whom a signer has handed over, with that signer's reason in place of the sender's message. */
export function writeHandedOverEmail(
  process: MailProcess,
  { delegator: givenName, reason, ...request }: SignRequest & { delegator: string; reason: string },
): EmailBody {
  const delegator = safeName(givenName)
  const name = request.role === 'approver' ? 'handedOverToApprove' : 'handedOverToSign'
  const label = fill(getSignerTexts(request.locale).texts.reasonOf, { name: delegator })
  return {
    ...withLink(process, request, name, { delegator }),
    quote: { label, lines: toLines(reason).map(withoutLinks) },
  }
}

/** A reminder, to signers and approvers. */
export function writeReminderEmail(process: MailProcess, request: SignRequest): EmailBody {
  const { provider } = request
  if (provider !== null)
    return withLink(process, request, 'remindedToConfirm', { provider: safeName(provider) })
  return withLink(process, request, request.role === 'approver' ? 'remindedToApprove' : 'remindedToSign')
}

type TextName =
  | 'askedToSign'
  | 'askedToApprove'
  | 'askedToRead'
  | 'handedOverToSign'
  | 'handedOverToApprove'
  | 'remindedToSign'
  | 'remindedToApprove'
  | 'remindedToConfirm'

function withLink(
  process: MailProcess,
  request: SignRequest,
  name: TextName,
  values: Record<string, string> = {},
): EmailBody {
  const { texts, language } = getSignerTexts(request.locale)
  const { subject, message, documents, until, link } = request
  const label = fill(texts.messageFrom, { sender: process.sender })
  const isAsked = request.role === 'signer' || request.role === 'approver'
  const untilText = request.role === 'approver' ? texts.approveUntil : texts.openUntil
  return {
    ...toSigner(process, request.locale, (texts) => texts[name], values),
    ...(subject && { subject: safeName(subject) }),
    quote: message?.trim() ? { label, lines: toLines(message).map(withoutLinks) } : undefined,
    facts: [
      ...documentFact(texts, documents),
      ...(until && isAsked ? [{ label: untilText, value: formatInstant(language, until) }] : []),
    ],
    action: { label: texts[name].button, href: link },
    after: texts.personalLink,
  }
}

function documentFact(texts: SignerEmailTexts, documents: string[]) {
  if (documents.length === 0) return []
  return [{ label: documents.length === 1 ? texts.document : texts.documents, value: documents.join(' · ') }]
}
