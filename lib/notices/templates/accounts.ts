import type { Role } from '#lib/core/roles'
import type { EmailBody } from '../email-body.ts'
import { fill, instantIn } from '../texts/languages.ts'
import { type EmailRecipient, templateFor } from './members.ts'
import { textsFor } from './words.ts'

/** Who did it, when and from where. */
interface Circumstances {
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
export function confirmAddressEmail(about: AddressChange & { link: string; until: Date }): EmailBody {
  const { texts, language } = textsFor(about.locale)
  const text = texts.addressConfirm
  return {
    ...templateFor(about, text, { from: about.from, to: about.to }),
    action: { label: text.button, href: about.link },
    after: fill(text.after, { until: instantIn(language, about.until) }),
  }
}

/** To the address of a sign-up, which may be another person's: it has no text entered at sign-up. */
export function confirmSignUpEmail(
  about: EmailRecipient & { link: string; until: Date; elsewhere: boolean },
): EmailBody {
  const { texts, language } = textsFor(about.locale)
  const text = texts.signUpConfirm
  return {
    ...templateFor(about, text, {}),
    action: { label: text.button, href: about.link },
    after: [
      about.elsewhere ? texts.userInvited.elsewhere : '',
      fill(text.after, { until: instantIn(language, about.until) }),
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** To the old address of a change. */
export function addressChangedEmail(about: AddressChange & Circumstances): EmailBody {
  const text = textsFor(about.locale).texts.addressChange
  return {
    ...templateFor(about, text, { from: about.from, to: about.to }),
    facts: factsOf(about),
    after: fill(text.after, { tenant: about.tenant }),
  }
}

/** To the administrators: a new administrator. */
export function newAdminEmail(about: EmailRecipient & Circumstances & { person: string }): EmailBody {
  const text = textsFor(about.locale).texts.newAdmin
  return {
    ...templateFor(about, text, { person: about.person }),
    facts: factsOf(about),
    action: { label: text.button, href: `${about.home}/users` },
    after: text.after,
  }
}

/** To the administrators and the user: the role has changed. */
export function roleChangedEmail(
  about: EmailRecipient & Circumstances & { person: string; from: Role; to: Role },
): EmailBody {
  const { texts } = textsFor(about.locale)
  const text = texts.roleChanged
  const values = { person: about.person, from: texts.roles[about.from], to: texts.roles[about.to] }
  return {
    ...templateFor(about, text, values),
    facts: factsOf(about),
    action: { label: text.button, href: `${about.home}/users` },
    after: text.after,
  }
}

/** To the administrators: a new API key. */
export function newKeyEmail(
  about: EmailRecipient & Circumstances & { name: string; scopes: string; test: boolean },
): EmailBody {
  const { texts } = textsFor(about.locale)
  const text = texts.newKey
  return {
    ...templateFor(about, text, { name: about.name }),
    test: about.test,
    facts: [{ label: text.scopes, value: about.scopes }, ...factsOf(about)],
    action: { label: text.button, href: `${about.home}/api-keys` },
    after: text.after,
  }
}

function factsOf({ locale, by, at, address }: EmailRecipient & Circumstances) {
  const { texts, language } = textsFor(locale)
  const { by: label, key, at: when, from } = texts.circumstances
  return [
    { label, value: by.isKey ? fill(key, { name: by.name }) : by.name },
    { label: when, value: instantIn(language, at) },
    ...(address ? [{ label: from, value: address }] : []),
  ]
}
