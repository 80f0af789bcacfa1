import { fill } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import { formatDay, formatInstant, formatNumber } from '../formats.ts'
import { safeName, toOneLine } from '../sanitize.ts'
import { getUserTexts } from './words.ts'

/** The recipient of an email; names are sanitized. */
export interface EmailRecipient {
  locale: string
  tenant: string
  /** True when the tenant's address is not confirmed. */
  unconfirmed?: boolean
}

interface WithLink extends EmailRecipient {
  link: string
  until: Date
}

/** To an invited user; `inviter` is null when an integration invites, and with `signInUrl` they need no password. */
export function writeInvitationEmail(
  to: WithLink & { name: string; inviter: string | null; signInUrl: string | null; hasOtherAccount: boolean },
): EmailBody {
  const { locale, link, until, tenant, name, inviter, signInUrl } = to
  const { texts, language } = getUserTexts(locale)
  const { bodyUnnamed, body, elsewhere, ...commonTexts } = {
    ...texts.userInvited,
    ...(signInUrl && texts.userInvitedToSso),
  }
  const text = { ...commonTexts, body: inviter ? body : bodyUnnamed }
  const mail = {
    ...writeUserEmail(to, text, { tenant, name, inviter: inviter ?? '' }),
    action: { label: text.button, href: signInUrl ?? link },
  }
  if (signInUrl) return mail
  const after = fill(text.after, { until: formatInstant(language, until) })
  return { ...mail, after: [to.hasOtherAccount ? elsewhere : '', after].filter(Boolean).join(' ') }
}

/** To a user who requested a password reset, but must sign in through the provider of the tenant. */
export function writeSsoRequiredEmail(to: EmailRecipient & { email: string; link: string }): EmailBody {
  const text = getUserTexts(to.locale).texts.ssoRequired
  return {
    ...writeUserEmail(to, text, { email: to.email }),
    action: { label: text.button, href: to.link },
    after: text.after,
  }
}

/** To a user who requested a password reset. */
export function writeResetEmail(to: WithLink & { email: string }): EmailBody {
  const { texts, language } = getUserTexts(to.locale)
  const text = texts.passwordReset
  return {
    ...writeUserEmail(to, text, { email: to.email }),
    action: { label: text.button, href: to.link },
    after: fill(text.after, { until: formatInstant(language, to.until) }),
  }
}

interface PasswordChange {
  email: string
  at: Date
  /** The IP address of the change, if known. */
  address: string | null
  link: string
}

/** To a user whose password was changed. */
export function writePasswordChangedEmail(to: EmailRecipient & PasswordChange): EmailBody {
  const { texts, language } = getUserTexts(to.locale)
  const text = texts.passwordChanged
  return {
    ...writeUserEmail(to, text, { email: to.email }),
    facts: [
      { label: text.at, value: formatInstant(language, to.at) },
      ...(to.address ? [{ label: text.from, value: to.address }] : []),
    ],
    action: { label: text.button, href: to.link },
    after: fill(text.after, { tenant: to.tenant }),
  }
}

/** To the administrators: a webhook was disabled after failures. */
export function writeWebhookDisabledEmail(
  to: EmailRecipient & { url: string; cause: unknown; test: boolean; link: string },
): EmailBody {
  const { texts } = getUserTexts(to.locale)
  const text = texts.webhookDisabled
  const reason = to.cause === 'gone' || to.cause === 'failing' ? text[to.cause] : ''
  return {
    ...writeUserEmail(to, text, { url: toOneLine(to.url) }),
    test: to.test,
    facts: reason ? [{ label: texts.reasonGiven, value: safeName(reason) }] : [],
    action: { label: text.button, href: to.link },
    after: text.after,
  }
}

/** To the administrators: the certificate of the organisation's own seal ends, or has ended. */
export function writeSealExpiryEmail(to: WithLink & { subject: string; hasEnded: boolean }): EmailBody {
  const { texts, language } = getUserTexts(to.locale)
  const text = to.hasEnded ? texts.sealExpired : texts.sealExpiring
  const values = { certificate: to.subject, until: formatDay(language, to.until), tenant: to.tenant }
  return {
    ...writeUserEmail(to, text, values),
    action: { label: text.button, href: to.link },
    after: fill(text.after, values),
  }
}

/** To the administrators: the records of the sender's domain are gone. */
export function writeSenderLostEmail(
  to: EmailRecipient & { address: string; domain: string; link: string },
): EmailBody {
  const { texts } = getUserTexts(to.locale)
  const text = texts.senderLost
  const values = { address: to.address, domain: to.domain, tenant: to.tenant }
  return {
    ...writeUserEmail(to, text, values),
    action: { label: text.button, href: to.link },
    after: fill(text.after, values),
  }
}

/** To the administrators: when the retention of vault documents ends or has ended, or until when they stay. */
export function writeRetentionEndingEmail(
  to: WithLink & { count: number; hasEnded: boolean; areDeleted: boolean },
): EmailBody {
  const { texts, language } = getUserTexts(to.locale)
  const { deletion, ended, ...ending } = texts.retentionEnding
  const text = { ...ending, ...(to.areDeleted ? deletion : to.hasEnded ? ended : {}) }
  const values = { count: formatNumber(language, to.count), until: formatDay(language, to.until) }
  return {
    ...writeUserEmail(to, text, values),
    action: { label: text.button, href: to.link },
    after: text.after,
  }
}

interface QuotaUsage {
  quota: 'documents' | 'signatures'
  /** How much of the quota was reached: 80 or 100. */
  percent: number
  used: number
  limit: number
  resetsAt: Date
  link: string
}

/** To the administrators: most or all of the month's quota is used. */
export function writeQuotaEmail(to: EmailRecipient & QuotaUsage): EmailBody {
  const { texts, language } = getUserTexts(to.locale)
  const { quotaNear, quotaFull } = texts
  const text = to.percent < 100 ? quotaNear : { ...quotaFull, body: quotaFull[to.quota] }
  const values = {
    percent: Math.floor((to.used * 100) / to.limit),
    used: formatNumber(language, to.used),
    limit: formatNumber(language, to.limit),
    quota: texts.quotas[to.quota],
    resets: formatDay(language, to.resetsAt),
  }
  return { ...writeUserEmail(to, text, values), action: { label: text.button, href: to.link } }
}

/** The common parts of emails to users. */
export function writeUserEmail(
  { locale, tenant, unconfirmed = false }: EmailRecipient,
  text: { subject: string; heading: string; body: string },
  placeholderValues: Record<string, string | number>,
): EmailBody {
  const { texts, language } = getUserTexts(locale)
  const values = { tenant, ...placeholderValues }
  return {
    language,
    letterhead: tenant,
    subject: fill(text.subject, values),
    heading: fill(text.heading, values),
    body: fill(text.body, values),
    footer: unconfirmed ? texts.whySignUp : fill(texts.whyMember, values),
  }
}
