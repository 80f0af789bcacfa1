import type { Role } from '#lib/core/roles'
import { fill } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import { formatInstant } from '../formats.ts'
import { type EmailRecipient, writeUserEmail } from './members.ts'
import { getUserTexts } from './words.ts'

/** Who did it, when and from where. */
export interface Circumstances {
  by: { name: string; isKey: boolean }
  at: Date
  address: string | null
  /** The landing page of the service. */
  home: string
}

interface AddressChange extends EmailRecipient {
  from: string
  to: string
}

/** To a new address, to be confirmed. */
export function writeConfirmAddressEmail(details: AddressChange & { link: string; until: Date }): EmailBody {
  const { texts, language } = getUserTexts(details.locale)
  const text = texts.addressConfirm
  return {
    ...writeUserEmail(details, text, { from: details.from, to: details.to }),
    action: { label: text.button, href: details.link },
    after: fill(text.after, { until: formatInstant(language, details.until) }),
  }
}

/** To an address that shall get copies: nothing is sent there before it is confirmed. */
export function writeConfirmArchiveEmail(details: EmailRecipient & { link: string; until: Date }): EmailBody {
  const { texts, language } = getUserTexts(details.locale)
  const text = texts.archiveConfirm
  return {
    ...writeUserEmail(details, text, {}),
    footer: fill(text.why, { tenant: details.tenant }),
    action: { label: text.button, href: details.link },
    after: fill(text.after, { until: formatInstant(language, details.until) }),
  }
}

/** To the address of a sign-up, which may be another person's: it has no text entered at sign-up. */
export function writeConfirmSignUpEmail(
  details: EmailRecipient & { link: string; until: Date; hasOtherAccount: boolean },
): EmailBody {
  const { texts, language } = getUserTexts(details.locale)
  const text = texts.signUpConfirm
  return {
    ...writeUserEmail(details, text, {}),
    action: { label: text.button, href: details.link },
    after: [
      details.hasOtherAccount ? texts.userInvited.elsewhere : '',
      fill(text.after, { until: formatInstant(language, details.until) }),
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** To the old address of a change: it counts until the new one is confirmed or, with `immediate`, no longer. */
export function writeAddressChangedEmail(
  details: AddressChange & Circumstances & { immediate?: boolean },
): EmailBody {
  const { addressChange, addressReplaced } = getUserTexts(details.locale).texts
  const text = details.immediate ? addressReplaced : addressChange
  return {
    ...writeUserEmail(details, text, { from: details.from, to: details.to }),
    facts: listFacts(details),
    after: fill(text.after, { tenant: details.tenant }),
  }
}

/** To the administrators: a new administrator. */
export function writeNewAdminEmail(details: EmailRecipient & Circumstances & { person: string }): EmailBody {
  const text = getUserTexts(details.locale).texts.newAdmin
  return {
    ...writeUserEmail(details, text, { person: details.person }),
    facts: listFacts(details),
    action: { label: text.button, href: `${details.home}/users` },
    after: text.after,
  }
}

/** To the administrators and the user: the role has changed. */
export function writeRoleChangedEmail(
  details: EmailRecipient & Circumstances & { person: string; from: Role; to: Role },
): EmailBody {
  const { texts } = getUserTexts(details.locale)
  const text = texts.roleChanged
  const values = { person: details.person, from: texts.roles[details.from], to: texts.roles[details.to] }
  return {
    ...writeUserEmail(details, text, values),
    facts: listFacts(details),
    action: { label: text.button, href: `${details.home}/users` },
    after: text.after,
  }
}

/** To the administrators: a new API key. */
export function writeNewKeyEmail(
  details: EmailRecipient & Circumstances & { name: string; scopes: string; test: boolean },
): EmailBody {
  const { texts } = getUserTexts(details.locale)
  const text = texts.newKey
  return {
    ...writeUserEmail(details, text, { name: details.name }),
    test: details.test,
    facts: [{ label: text.scopes, value: details.scopes }, ...listFacts(details)],
    action: { label: text.button, href: `${details.home}/api-keys` },
    after: text.after,
  }
}

export function listFacts({ locale, by, at, address }: EmailRecipient & Circumstances) {
  const { texts, language } = getUserTexts(locale)
  const { by: label, key, at: when, from } = texts.circumstances
  return [
    { label, value: by.isKey ? fill(key, { name: by.name }) : by.name },
    { label: when, value: formatInstant(language, at) },
    ...(address ? [{ label: from, value: address }] : []),
  ]
}
