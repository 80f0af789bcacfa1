import { describe, expect, it } from 'vitest'
import { dashboardLocales, signerLocales } from '#lib/core/locales'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'
import { renderEmail } from './email.ts'
import type { EmailBody } from './email-body.ts'
import type { MailProcess } from './mail-context.ts'
import { safeName, toLines, toOneLine, truncate, withoutLinks } from './sanitize.ts'
import { writeCodeEmail } from './templates/code.ts'
import {
  writeInvitationEmail,
  writePasswordChangedEmail,
  writeQuotaEmail,
  writeResetEmail,
  writeSealExpiryEmail,
  writeSsoRequiredEmail,
  writeWebhookDisabledEmail,
} from './templates/members.ts'
import {
  writeCancelledEmail,
  writeCompletedEmail,
  writeCompletedSenderEmail,
  writeDeliveryFailedEmail,
  writeExpiredEmail,
  writeExpiredSenderEmail,
  writeRefusedOthersEmail,
  writeRefusedSenderEmail,
  writeSealBlockedEmail,
  writeSmsFailedEmail,
} from './templates/outcomes.ts'
import { writeReminderEmail, writeRequestEmail } from './templates/requests.ts'

const time = new Date('2027-02-19T15:46:00Z')
const link = 'https://sign.example.com/sign/abc?x=1&y=2'

/** Every email of the service, in one language, about a process of this name. */
function everyEmail(locale: string, name = 'The lease'): [string, EmailBody][] {
  const process: MailProcess = {
    process: safeName(name),
    tenant: safeName(name),
    sender: safeName(name),
    test: false,
  }
  const request = {
    ...{ locale, link, documents: [safeName(name)], until: time, subject: null, message: name },
    provider: null,
  }
  const member = { locale, tenant: safeName(name) }
  const usage = { ...member, used: 8, limit: 10, resetsAt: time, link }
  return [
    ['asked to sign', writeRequestEmail(process, { ...request, role: 'signer' })],
    ['asked to approve', writeRequestEmail(process, { ...request, role: 'approver' })],
    ['asked to read', writeRequestEmail(process, { ...request, role: 'viewer' })],
    ['reminded to sign', writeReminderEmail(process, { ...request, role: 'signer' })],
    ['reminded to approve', writeReminderEmail(process, { ...request, role: 'approver' })],
    ['reminded to confirm', writeReminderEmail(process, { ...request, role: 'signer', provider: name })],
    ['code', writeCodeEmail(process, { locale, code: '123456', minutes: 10 })],
    ['completed', writeCompletedEmail(process, { locale, link, role: 'signer' })],
    ['copy', writeCompletedEmail(process, { locale, link, role: 'cc' })],
    [
      'completed, sender',
      writeCompletedSenderEmail(process, {
        locale,
        link,
        people: [
          { name, role: 'signer' },
          { name: 'Zoë', role: 'approver' },
        ],
      }),
    ],
    ...(['signer', 'approver'] as const).map((role): [string, EmailBody] => [
      `refused by ${role}, sender`,
      writeRefusedSenderEmail(process, {
        locale,
        link,
        signer: { name, email: 'z@example.com', role },
        reason: name,
      }),
    ]),
    ...[true, false].map((isAddressCorrectable): [string, EmailBody] => [
      `not delivered, sender ${isAddressCorrectable}`,
      writeDeliveryFailedEmail(process, {
        ...{ locale, link, isCopy: false, isAddressCorrectable },
        signer: { name, email: 'z@example.com' },
        reason: asErrorText('smtp', name),
      }),
    ]),
    ['refused, others', writeRefusedOthersEmail(process, { locale })],
    ['cancelled', writeCancelledEmail(process, { locale, unsealable: false })],
    ['expired', writeExpiredEmail(process, { locale, until: time })],
    [
      'expired, sender',
      writeExpiredSenderEmail(process, { locale, link, until: time, missing: [{ name, role: 'signer' }] }),
    ],
    [
      'invitation',
      writeInvitationEmail({
        ...member,
        name: safeName(name),
        inviter: safeName(name),
        link,
        signInUrl: null,
        until: time,
        hasOtherAccount: false,
      }),
    ],
    [
      'invitation by an integration',
      writeInvitationEmail({
        ...member,
        name: safeName(name),
        inviter: null,
        link,
        signInUrl: null,
        until: time,
        hasOtherAccount: true,
      }),
    ],
    [
      'invitation to single sign-on',
      writeInvitationEmail({
        ...member,
        name: safeName(name),
        inviter: safeName(name),
        link,
        signInUrl: link,
        until: time,
        hasOtherAccount: true,
      }),
    ],
    ['reset with single sign-on', writeSsoRequiredEmail({ ...member, email: 'z@example.com', link })],
    ['reset', writeResetEmail({ ...member, email: 'z@example.com', link, until: time })],
    [
      'password changed',
      writePasswordChangedEmail({
        ...member,
        email: 'z@example.com',
        at: time,
        address: '2001:db8::1',
        link,
      }),
    ],
    ...['gone', 'failing', 'unknown'].map((cause): [string, EmailBody] => [
      `webhook ${cause}`,
      writeWebhookDisabledEmail({
        ...member,
        url: 'https://example.com/hook',
        cause,
        test: cause === 'gone',
        link,
      }),
    ]),
    ...[true, false].map((hasEnded): [string, EmailBody] => [
      `seal ${hasEnded}`,
      writeSealExpiryEmail({ ...member, subject: 'CN=City Seal', until: time, hasEnded, link }),
    ]),
    ['quota near', writeQuotaEmail({ ...usage, quota: 'documents', percent: 80 })],
    ['quota of documents full', writeQuotaEmail({ ...usage, quota: 'documents', percent: 100 })],
    ['quota of signatures full', writeQuotaEmail({ ...usage, quota: 'signatures', percent: 100 })],
  ]
}

const forSigners = everyEmail('en')
  .slice(0, 9)
  .map(([name]) => name)
  .concat('refused, others', 'cancelled', 'expired')

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe('the reason of a failure', () => {
  const process = { process: 'x', tenant: 'x', sender: 'x', test: false }
  const notDelivered = (reason: ErrorText, isCopy = false) =>
    writeDeliveryFailedEmail(process, {
      ...{ locale: 'de', link, reason, isCopy, isAddressCorrectable: true },
      signer: { name: 'Zoë', email: 'z@example.com' },
    })

  it('is in the language of the reader; in English where it has no text', () => {
    const quoteOf = (reason: ErrorText) =>
      writeSealBlockedEmail(process, { locale: 'fr', link, reason, isEmailed: true }).quote?.lines
    expect(quoteOf(errorText('failures.fileHasNoPages'))).toEqual(['Le fichier n’a pas de pages.'])
    // An event from before errors had keys.
    expect(quoteOf(asErrorText('', 'The file has no pages.'))).toEqual(['The file has no pages.'])
  })

  it('of an email is the response of the server that refused it, or that nobody took it', () => {
    const refused = notDelivered(errorText('failures.allRecipientsRejected', { response: '550 No' }))
    expect(refused.body).toContain('Prüfen Sie die Adresse')
    expect(refused.quote).toEqual({
      label: 'Antwort des Mailservers',
      lines: ['Der Mailserver hat den Empfänger abgelehnt: 550 No'],
    })
    const forwarded = { address: 'former@example.com', error: '550 No' }
    expect(notDelivered(errorText('failures.emailForwarded', forwarded))).toMatchObject({
      body: expect.stringContaining('weitergeleitet'),
      quote: { label: 'Grund', lines: [expect.stringMatching(/former@.*: 550 No$/)] },
    })
    const elsewhere = errorText('failures.emailNotTakenElsewhere', { error: '4.4.1' })
    expect(notDelivered(elsewhere).body).not.toMatch(/abgelehnt|Prüfen Sie/)
    for (const reason of [
      errorText('failures.messageDiscarded'),
      errorText('failures.emailTooLate'),
      errorText('failures.emailTooLateAfter', { error: '4.4.1' }),
    ])
      expect(notDelivered(reason)).toMatchObject({
        body: expect.stringContaining('Das sagt nichts über die Adresse'),
        quote: { label: 'Grund' },
      })
    for (const isCopy of [false, true]) {
      const given = notDelivered(errorText('failures.emailNotTaken', { days: 3 }), isCopy)
      expect(given.body).not.toMatch(/abgelehnt|Prüfen Sie/)
      expect(given.quote).toEqual({
        label: 'Grund',
        lines: ['Der Mailserver hat die E-Mail 3 Tage lang nicht angenommen.'],
      })
    }
  })

  it('of a text message is not the number where the provider has not refused it', () => {
    const bodyOf = (reason: ErrorText) =>
      writeSmsFailedEmail(process, {
        ...{ locale: 'de', link, reason },
        signer: { name: 'Zoë', phone: '+49 … 78' },
      }).body
    expect(bodyOf(asErrorText('sms', 'HTTP 400'))).toContain('Prüfen Sie die Telefonnummer')
    for (const reason of [errorText('failures.messageDiscarded'), errorText('failures.smsTooLate')])
      expect(bodyOf(reason)).toContain('Das sagt nichts über die Telefonnummer')
  })
})

describe('the languages', () => {
  it.each(signerLocales)('%s fills every placeholder of every email', async (language) => {
    for (const [name, body] of everyEmail(language)) {
      const { subject, html, text } = await renderEmail(body)
      expect([name, placeholders(subject + text), text.includes('undefined')]).toEqual([name, [], false])
      expect(html).toContain(`lang="${body.language}"`)
      const isOwn = dashboardLocales.some((locale) => locale === language)
      expect([name, body.language === language]).toEqual([name, isOwn || forSigners.includes(name)])
    }
  })

  it('are chosen by language tag, English by default', async () => {
    const language = (tag: string) =>
      writeCodeEmail(
        { process: 'x', tenant: 'x', sender: 'x', test: false },
        { locale: tag, code: '1', minutes: 1 },
      ).language
    expect(['fr-CA', 'DE', 'es-419', 'en-GB', 'zh-Hans', 'frr', 'el', 'fa', ''].map(language)).toEqual([
      'fr',
      'de',
      'es',
      'en',
      'zh',
      'en',
      'el',
      'en',
      'en',
    ])
  })

  it('say how much of a quota is used, not which threshold was reached', () => {
    const usage = { tenant: 'x', quota: 'signatures', percent: 80, used: 9, limit: 10 } as const
    const { subject, heading } = writeQuotaEmail({ ...usage, locale: 'en', resetsAt: time, link })
    expect([subject, heading]).toEqual([expect.stringMatching(/90\s%/), '9 of 10 signatures'])
  })

  it('format numbers as usual in each language', () => {
    const usage = {
      tenant: 'x',
      quota: 'documents',
      percent: 100,
      used: 10_000,
      limit: 10_000,
      resetsAt: time,
      link,
    } as const
    const headings = ['en', 'de', 'fr', 'es'].map((locale) => writeQuotaEmail({ ...usage, locale }).heading)
    expect(headings).toEqual([
      '10,000 of 10,000 documents',
      'Dokumente: 10.000 von 10.000',
      '10\u202f000 documents sur 10\u202f000',
      '10.000 de 10.000 documentos',
    ])
  })

  it('name the last day to sign or approve, and none to those who only read', () => {
    const process = { process: 'x', tenant: 'x', sender: 'x', test: false }
    const request = {
      locale: 'en',
      link,
      documents: [],
      provider: null,
      until: time,
      subject: null,
      message: null,
    }
    const labels = (['signer', 'approver', 'viewer'] as const).map((role) =>
      writeRequestEmail(process, { ...request, role }).facts!.map(({ label }) => label),
    )
    expect(labels).toEqual([['Sign by'], ['Approve by'], []])
  })

  it('format dates as usual in each language', () => {
    const expiryText = (locale: string) =>
      writeExpiredEmail({ process: 'x', tenant: 'x', sender: 'x', test: false }, { locale, until: time }).body
    expect(expiryText('en')).toContain('19 February 2027 at 15:46 UTC')
    expect(expiryText('de')).toContain('19. Februar 2027 um 15:46 UTC')
    expect(expiryText('fr')).toContain('19 février 2027 à 15:46 UTC')
    expect(expiryText('es')).toMatch(/19 de febrero de 2027.* 15:46 UTC/)
  })
})

describe('user text', () => {
  const hostileText =
    'x</title><script>alert(1)</script>\r\nBcc: all@example.com\u2028<a href="https://evil.example">www.evil.example</a> {sender} \u202egnp'

  it('is not used as markup, header or placeholder in any email', async () => {
    for (const [name, body] of everyEmail('en', hostileText)) {
      const { subject, html, text } = await renderEmail(body)
      expect([name, subject.split(/[\r\n\u2028]/).length, [...subject].length <= 160]).toEqual([
        name,
        1,
        true,
      ])
      expect([name, html.match(/<script|<a href="https:\/\/evil|\u202e/g)]).toEqual([name, null])
      expect([name, text.includes('\u202e')]).toEqual([name, false])
    }
  })

  it('creates no link, in HTML or in plain text', async () => {
    const [, body] = everyEmail(
      'en',
      'See https://evil.example/pay or mail me@evil.example, www.evil.example',
    )[0]!
    const { html, text } = await renderEmail(body)
    for (const part of [html, text]) expect(part).not.toMatch(/https:\/\/evil|evil\.example|me@evil/)
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://sign.example.com/sign/abc?x=1&amp;y=2',
      'https://sign.example.com/sign/abc?x=1&amp;y=2',
    ])
  })

  it('is shown unchanged in any script', async () => {
    for (const name of [
      '契約書 – 東京',
      'Συμφωνία μίσθωσης',
      'עברית',
      'Łódź & Söhne',
      'می‌خواهم',
      '👩‍⚖️ Vertrag',
    ]) {
      const [, body] = everyEmail('en', name)[0]!
      const { subject, html, text } = await renderEmail(body)
      expect(subject).toBe(`Please sign: ${name}`)
      expect(text).toContain(`“${name}”`)
      expect(html).toContain(name.replace('&', '&amp;'))
    }
  })

  it('is reduced to one line, or keeps its lines', () => {
    expect(toOneLine('  a\r\n\tb\u0000  c ')).toBe('a b c')
    expect(toLines('\n a \r\nb\n\n\n\nc\u2028d\n')).toEqual(['a', 'b', '', 'c', 'd'])
    expect(truncate('é'.repeat(9), 9)).toBe('é'.repeat(9))
    expect(truncate('👍'.repeat(10), 9)).toBe(`${'👍'.repeat(8)}…`)
    expect(withoutLinks('§ 1.2, 3.50 €, e.g. this. Then that')).toBe('§ 1.2, 3.50 €, e.g. this. Then that')
  })
})

describe('the rendered email', () => {
  it('has a button, the plain link, and the same text as plain text', async () => {
    const [, body] = everyEmail('en')[0]!
    const { html, text } = await renderEmail({ ...body, test: true })
    expect(text).toBe(`The lease

This is a test. It is not legally binding.

The lease has asked you to sign

The lease of The lease has sent you “The lease” to sign. You can read and sign it in your browser, without an account.

Message from The lease:
> The lease

Document: The lease
Sign by: 19 February 2027 at 15:46 UTC

Review and sign:
https://sign.example.com/sign/abc?x=1&y=2

This link is personal. Please do not forward it: anyone who has it can act in your name.

--
You are receiving this email from The lease through Paraph because of “The lease”.
`)
    for (const message of text.split('\n').filter((text) => /^[A-Z][^:]*\.$/.test(text)))
      expect(html).toContain(message)
  })

  it('supports dark mode, and loads no remote content', async () => {
    for (const [name, body] of everyEmail('de')) {
      const { html } = await renderEmail(body)
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
      expect(html).toContain('@media (prefers-color-scheme:dark)')
      expect([name, html.match(/<img|<link|@import|url\(|#fff/i)]).toEqual([name, null])
      expect(Buffer.byteLength(html)).toBeLessThan(20_000)
    }
  })
})
