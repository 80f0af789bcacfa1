import { fill } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import { type Circumstances, listFacts } from './accounts.ts'
import { type EmailRecipient, writeUserEmail } from './members.ts'
import { getUserTexts } from './words.ts'

export type FactorChange =
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'reset'
  | 'codesCreated'
  | 'codeUsed'

interface FactorEmailInput extends EmailRecipient, Circumstances {
  change: FactorChange
  /** Of the passkey. */
  name: string
  /** Recovery codes that are left. */
  remaining: number
}

/** To a user whose second factors have changed. */
export function writeFactorEmail(details: FactorEmailInput): EmailBody {
  const text = getUserTexts(details.locale).texts.factors
  const { change, name, remaining, tenant, home } = details
  return {
    ...writeUserEmail(details, { ...text, body: text[change] }, { name, remaining }),
    facts: listFacts(details),
    action: { label: text.button, href: `${home}/settings/security` },
    after: fill(text.after, { tenant }),
  }
}
