import type { SignerRole } from '#db/schema/processes'
import type { EmailBody } from '../email-body.ts'
import type { MailSubject } from '../mail-context.ts'
import { lines, unlinked } from '../sanitize.ts'
import type { Texts } from '../texts/en.ts'
import { fill, instantIn } from '../texts/languages.ts'
import { aboutProcess, textsFor } from './words.ts'

interface Asked {
  locale: string
  role: SignerRole
  link: string
  documents: string[]
  until: Date | null
  /** The sender's own words. */
  message: string | null
}

/** “Please sign”, “please approve”, “for you to read”. */
export function askedLetter(matter: MailSubject, asked: Asked): EmailBody {
  const letters = {
    signer: 'askedToSign',
    approver: 'askedToApprove',
    viewer: 'askedToRead',
    cc: 'askedToRead',
  } as const
  return withLink(matter, asked, letters[asked.role])
}

/** The same once more, to those who sign or approve. */
export function remindedLetter(matter: MailSubject, asked: Asked): EmailBody {
  return withLink(matter, asked, asked.role === 'approver' ? 'remindedToApprove' : 'remindedToSign')
}

type Letter = 'askedToSign' | 'askedToApprove' | 'askedToRead' | 'remindedToSign' | 'remindedToApprove'

function withLink(matter: MailSubject, asked: Asked, letter: Letter): EmailBody {
  const { texts, language } = textsFor(asked.locale)
  const { message, documents, until, link } = asked
  const label = fill(texts.messageFrom, { sender: matter.sender })
  return {
    ...aboutProcess(matter, asked.locale, (all) => all[letter]),
    quote: message?.trim() ? { label, lines: lines(message).map(unlinked) } : undefined,
    facts: [
      ...documentFact(texts, documents),
      ...(until ? [{ label: texts.openUntil, value: instantIn(language, until) }] : []),
    ],
    action: { label: texts[letter].button, href: link },
    after: texts.personalLink,
  }
}

function documentFact(texts: Texts, documents: string[]) {
  if (documents.length === 0) return []
  return [{ label: documents.length === 1 ? texts.document : texts.documents, value: documents.join(' · ') }]
}
