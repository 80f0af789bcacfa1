import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { addDays, addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { newRequestId } from '#lib/core/ids'
import { decryptEmail } from '#lib/mail/decrypt-email'
import { sendMail } from '#lib/mail/send'
import { asErrorText } from '#lib/messages/errors'
import { cancelProcess } from '#lib/processes/cancel'
import type { ChangeSigner } from '#lib/processes/input'
import { expireDue } from '#lib/processes/scheduled'
import type { ProcessRecord } from '#lib/processes/schema'
import { addSigner, changeSigner, removeSigner } from '#lib/processes/signers/correct'
import { signerTopic } from '#lib/processes/signers/delivery'
import { signingUrl } from '#lib/processes/signers/link'
import { remindProcess } from '#lib/processes/signers/remind'
import { updateProcess } from '#lib/processes/update'
import { enterSigning } from '#lib/signing/enter'
import { oneTimeCode } from '#lib/signing/one-time-code/one-time-code'
import { sendCode } from '#lib/signing/one-time-code/send-code'
import { openSigning } from '#lib/signing/open'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { dispatchEvents, loadEmails, watchEmails, writeEmailsDuring } from '#lib/testing/records/mailbox'
import { addDocument } from '#lib/testing/records/records'
import {
  addSentProcess,
  findToken,
  loadEvents,
  loadRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { formatDay } from './formats.ts'
import { makeRewrittenMails } from './invitations.ts'

let tenant: TestTenant
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant()
  newEmails = watchEmails(tenant)
})

const linkFor = async (signer: { id: number }) => `/sign/${await findToken(tenant, signer.id)}`

/** The context of a signer who opens their link at this time. */
async function openLink(process: ProcessRecord, time: Date, signer = 0) {
  const token = await findToken(tenant, process.signers[signer]!.id)
  const { address, userAgent, locale } = tenant.ctx
  return enterSigning(token, { address, userAgent, locale, requestId: newRequestId(), now: time })
}

/** Queues the emails of the events; nobody takes them. */
async function queueEvents() {
  env().smtpUrl = 'smtp://127.0.0.1:9'
  await dispatchEvents(tenant)
  env().smtpUrl = null
}

const loadQueued = () =>
  read(tenant.ctx, (reader) =>
    reader.select().from(mails).where(eq(mails.status, 'queued')).orderBy(asc(mails.id)),
  )

describe('signature.invited', () => {
  it('invites each role with its own text, link, sender and process, and those who act with the deadline', async () => {
    const document = await addDocument(tenant, { name: 'Lease' })
    const process = await addSentProcess(tenant, {
      name: 'The lease',
      documents: [{ id: document.id }],
      signers: [
        { name: 'Zoë' },
        { role: 'approver', type: 'parallel' },
        { role: 'viewer', type: 'parallel' },
      ],
    })
    const emails = await newEmails()
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['signer1@example.com', 'Please sign: The lease'],
      ['signer2@example.com', 'Please approve: The lease'],
      ['signer3@example.com', 'For your information: The lease'],
    ])
    for (const [index, { fromName, html, text }] of emails.entries()) {
      expect(fromName).toMatch(new RegExp(`^${tenant.user.name} at Tenant \\w+ via Paraph$`))
      const link = await linkFor(process.signers[index]!)
      const deadline = [String(new Date(process.expires_at!).getUTCFullYear()), 'UTC']
      const isReader = index === 2
      for (const part of [html, text]) {
        expect(part).toContain(link)
        for (const text of [tenant.user.name, 'Lease', 'The lease']) expect(part).toContain(text)
        expect(deadline.map((text) => part.includes(text))).toEqual([!isReader, !isReader])
      }
      expect(html.split(`href="http://localhost:3000${link}"`)).toHaveLength(3)
    }
  })

  it('invites the next signer only when it is their turn', async () => {
    const process = await addSentProcess(tenant, { signers: [{}, {}] })
    expect((await newEmails()).map(({ to }) => to)).toEqual(['signer1@example.com'])
    const ada = await openLink(process, new Date())
    await openSigning(ada)
    await signProcess(ada, SignInput.parse(typedSignature()))
    expect(await newEmails()).toEqual([])
    await runRevisions(tenant, process)
    expect((await newEmails()).map(({ to }) => to)).toEqual(['signer2@example.com'])
  })

  it('sends each email once, also when jobs run again', async () => {
    await addSentProcess(tenant)
    await Promise.all([dispatchEvents(tenant), dispatchEvents(tenant), dispatchEvents(tenant)])
    await dispatchEvents(tenant)
    expect(await loadEmails(tenant)).toHaveLength(1)
  })

  it.each<[string, ChangeSigner, string[]]>([
    ['address', { email: 'ada@example.com' }, ['ada@example.com']],
    ['name', { name: 'Ada' }, ['signer1@example.com']],
  ])(
    'sends one email to a signer whose %s is corrected before it is written',
    async (_what, change, recipients) => {
      const process = await addSentProcess(tenant)
      await changeSigner(
        { ...tenant.ctx, now: addSeconds(now(), 60) },
        process.id,
        process.signers[0]!.id,
        change,
      )
      expect((await newEmails()).map(({ to }) => to)).toEqual(recipients)
    },
  )

  it('sends no email for a cancelled process, or with notifications disabled', async () => {
    const process = await addSentProcess(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    await addSentProcess(tenant, { options: { enable_notifications: false } })
    expect((await newEmails()).filter(({ subject }) => subject.startsWith('Please'))).toEqual([])
  })

  it('marks emails of test mode', async () => {
    const tester = await makeTenant({ testMode: true })
    await addSentProcess(tester)
    const [email] = await watchEmails(tester)()
    expect(email?.subject).toBe('Test: Please sign: Agreement')
    expect(email?.html).toContain('This is a test.')
    expect(email?.text).toContain('This is a test.')
  })
})

describe('signature.reminded', () => {
  it('reminds the signers whose turn it still is', async () => {
    const signers = [{ type: 'parallel' as const }, { type: 'parallel' as const, role: 'approver' as const }]
    const process = await addSentProcess(tenant, { signers })
    await newEmails()
    await remindProcess(tenant.ctx, process.id, {})
    const emails = await newEmails()
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['signer1@example.com', 'Reminder: please sign Agreement'],
      ['signer2@example.com', 'Reminder: please approve Agreement'],
    ])
    expect(emails[0]?.text).toContain(await linkFor(process.signers[0]!))
  })

  it('does not remind a signer who has signed meanwhile', async () => {
    const process = await addSentProcess(tenant)
    await newEmails()
    await remindProcess(tenant.ctx, process.id, {})
    const ada = await openLink(process, new Date())
    await openSigning(ada)
    await signProcess(ada, SignInput.parse(typedSignature()))
    expect(await newEmails()).toEqual([])
  })
})

describe('signature.otp_sent', () => {
  it('sends the code even with notifications disabled, and shows it only in the email', async () => {
    const process = await addSentProcess(tenant, {
      options: { enable_otp: true, enable_notifications: false },
    })
    await sendCode(await openLink(process, new Date()))
    const emails = await newEmails()
    const { signers } = await loadRows(tenant, process.id)
    const code = oneTimeCode(signers[0]!.id, signers[0]!.otpSentAt!)
    expect(emails.map(({ to }) => to)).toEqual(['signer1@example.com'])
    expect(emails[0]?.text).toContain(`\n${code}\n`)
    expect(emails[0]?.html).toContain(`>${code}<`)
    expect(emails[0]?.subject).toBe('Your code for Agreement')
    // The code occurs once: not in the preview text, which lock screens show.
    expect(emails[0]?.html.split(code)).toHaveLength(2)
  })

  it('sends only the latest code', async () => {
    const process = await addSentProcess(tenant, {
      options: { enable_otp: true, enable_notifications: false },
    })
    const time = new Date()
    await sendCode(await openLink(process, time))
    await sendCode(await openLink(process, addSeconds(time, 31)))
    const emails = await newEmails()
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain(oneTimeCode(process.signers[0]!.id, addSeconds(time, 31)))
  })

  it.each<[string, 'email' | 'sms', (process: ProcessRecord, time: Date) => Promise<unknown>, string[]]>([
    [
      'replaced',
      'email',
      async (process, time) => {
        await sendCode(await openLink(process, addSeconds(time, 31)))
        await queueEvents()
      },
      ['signer1@example.com', 'signer1@example.com'],
    ],
    [
      'for another phone number',
      'sms',
      (process) => changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { phone: '+4915112345679' }),
      ['signer1@example.com'],
    ],
    [
      'for another way to confirm',
      'email',
      (process) => changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { otp: 'sms' }),
      ['signer1@example.com'],
    ],
  ])(
    'a code that is %s is withdrawn, not the invitation, while both wait',
    async (_, otp, change, expected) => {
      env().sms = { url: 'http://127.0.0.1:9', method: 'POST', headers: {}, body: '{to} {text}', secret: '' }
      const process = await addSentProcess(tenant, { signers: [{ otp, phone: '+4915112345678' }] })
      await queueEvents()
      const time = new Date()
      await sendCode(await openLink(process, time))
      await queueEvents()
      const before = await loadQueued()
      expect(before).toHaveLength(2)
      await change(process, time)
      const after = await loadQueued()
      expect(after.map(({ recipient }) => recipient)).toEqual(expected)
      expect(after.map(({ id }) => id)).not.toContain(before[1]!.id)
      env().sms = null
    },
  )

  it.each<[string, (process: ProcessRecord, time: Date) => Promise<unknown>, number]>([
    ['replaced', async (process, time) => sendCode(await openLink(process, addSeconds(time, 31))), 1],
    [
      'for another way to confirm',
      (process) => changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { otp: 'none' }),
      0,
    ],
    [
      'still valid',
      (process) => changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { phone: '+4915112345679' }),
      1,
    ],
  ])('a code that is %s as it is being written is the only one, or withdrawn', async (_, change, count) => {
    const options = { enable_otp: true, enable_notifications: false }
    const process = await addSentProcess(tenant, { options })
    const time = new Date()
    await sendCode(await openLink(process, time))
    await writeEmailsDuring(tenant, process.id, () => change(process, time))
    const { signers } = await loadRows(tenant, process.id)
    const texts = (await loadQueued()).map((mail) => decryptEmail(mail).text)
    expect(texts).toHaveLength(count)
    for (const text of texts) expect(text).toContain(oneTimeCode(signers[0]!.id, signers[0]!.otpSentAt!))
  })

  it('says for how long the code is still valid, and is not sent after that', async () => {
    const process = await addSentProcess(tenant, { options: { enable_otp: true } })
    await newEmails()
    await sendCode(await openLink(process, addSeconds(now(), -540)))
    await queueEvents()
    const [email] = (await loadEmails(tenant)).slice(-1)
    expect(email!.text).toContain('valid for 1 minute ')
    expect(email!.validSeconds).toBeGreaterThan(0)
    expect(email!.validSeconds).toBeLessThanOrEqual(60)
  })

  it('sends no expired code', async () => {
    const process = await addSentProcess(tenant, {
      options: { enable_otp: true, enable_notifications: false },
    })
    await sendCode(await openLink(process, addSeconds(new Date(), -601)))
    expect(await newEmails()).toEqual([])
  })
})

describe('requests that wait for the mail server', () => {
  const first = ({ signers }: ProcessRecord) => signers[0]!.id
  const second = 'signer2@example.com'
  const [ada, bo, cy] = ['ada@example.com', 'bo@example.com', 'cy@example.com'] as const

  it.each<[string, (process: ProcessRecord) => Promise<unknown>, string[]]>([
    [
      'the address is corrected',
      (process) => changeSigner(tenant.ctx, process.id, first(process), { email: 'ada@example.com' }),
      [second],
    ],
    ['the signer is removed', (process) => removeSigner(tenant.ctx, process.id, first(process)), [second]],
    [
      'the signer has signed',
      async (process) => {
        const ctx = await openLink(process, now())
        await openSigning(ctx)
        await signProcess(ctx, SignInput.parse(typedSignature()))
      },
      [second],
    ],
    ['the process has ended', (process) => cancelProcess(tenant.ctx, process.id, {}), []],
  ])('are withdrawn once %s', async (_what, change, expected) => {
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      const process = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
      expect((await newEmails()).map(({ to }) => to)).toEqual(['signer1@example.com', second])
      await runRevisions(tenant, process)
      await change(process)
      expect((await loadEmails(tenant)).map(({ to }) => to)).toEqual(expected)
    } finally {
      env().smtpUrl = null
    }
  })

  const changes: [string, (process: ProcessRecord) => Promise<unknown>, object][] = [
    [
      'message',
      (process) => updateProcess(tenant.ctx, process.id, { options: { message: 'On Friday at noon' } }),
      { text: expect.stringContaining('On Friday at noon') },
    ],
    [
      'deadline',
      (process) => updateProcess(tenant.ctx, process.id, { options: { expires_in_days: 5 } }),
      { text: expect.stringContaining(formatDay('en', addDays(now(), 5))) },
    ],
    [
      'own subject',
      (process) => changeSigner(tenant.ctx, process.id, first(process), { subject: 'The lease, at last' }),
      { subject: 'The lease, at last' },
    ],
    [
      'own message',
      (process) => changeSigner(tenant.ctx, process.id, first(process), { message: 'Only page 2' }),
      { text: expect.stringContaining('Only page 2') },
    ],
    [
      'language',
      (process) => changeSigner(tenant.ctx, process.id, first(process), { locale: 'de' }),
      { subject: 'Bitte unterschreiben: Agreement' },
    ],
  ]
  it.each(changes)(
    'are written again when the %s has changed; what was sent is not',
    async (_what, change, expected) => {
      const process = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
      await queueEvents()
      const [waiting, sent] = await loadQueued()
      await write(tenant.ctx, (tx) => tx.update(mails).set({ status: 'sent' }).where(eq(mails.id, sent!.id)))
      await change(process)
      expect(await loadQueued()).toEqual([])
      await queueEvents()
      const after = await loadQueued()
      expect(after.map(({ recipient }) => recipient)).toEqual([waiting!.recipient])
      expect(decryptEmail(after[0]!)).toMatchObject(expected)
    },
  )

  it.each(changes)(
    'are written again, once, when the %s has changed as they were being written',
    async (_what, change, expected) => {
      const process = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
      await writeEmailsDuring(tenant, process.id, () => change(process))
      const queued = await loadQueued()
      expect(queued.map(({ recipient }) => recipient).sort()).toEqual(['signer1@example.com', second])
      const toFirst = queued.find(({ recipient }) => recipient !== second)!
      expect(decryptEmail(toFirst)).toMatchObject(expected)
    },
  )

  it.each<[string, (process: ProcessRecord) => Promise<unknown>, string[]]>([
    ['name', (process) => changeSigner(tenant.ctx, process.id, first(process), { name: 'Ada' }), [ada, cy]],
    ['order', (process) => changeSigner(tenant.ctx, process.id, first(process), { order: 5 }), [cy, second]],
    [
      'name of who shares it',
      (process) => changeSigner(tenant.ctx, process.id, process.signers[2]!.id, { name: 'Cy' }),
      [ada, cy, cy],
    ],
    [
      'order of others',
      (process) =>
        addSigner(tenant.ctx, process.id, { name: 'Bo', email: bo, role: 'approver', order: 0, fields: [] }),
      [bo, cy],
    ],
  ])('have no link that has ended by another %s as they were being written', async (_, change, expected) => {
    const shared = { email: cy, type: 'parallel' as const }
    const process = await addSentProcess(tenant, { signers: [{ email: ada }, {}, shared, shared] })
    await writeEmailsDuring(tenant, process.id, () => change(process))
    const queued = await loadQueued()
    expect(queued.map(({ recipient }) => recipient).sort()).toEqual(expected)
    const { signers } = await loadRows(tenant, process.id)
    const links = signers.flatMap((signer) => signingUrl(signer) ?? [])
    for (const mail of queued) {
      const { text } = decryptEmail(mail)
      expect(links.some((link) => text.includes(link))).toBe(true)
    }
  })

  it('are written again, once, where another signer of the same link is asked first by now', async () => {
    const shared = { email: ada, type: 'parallel' as const }
    const { id, signers } = await addSentProcess(tenant, { signers: [shared, shared] })
    await queueEvents()
    const topic = signerTopic(signers[1]!.id)
    await write(tenant.ctx, (tx) => tx.update(mails).set({ topic }))
    const [event] = (await loadEvents(tenant, id)).slice(-1)
    const data = { process_id: id, new_message: 'On Friday at noon' }
    const ctx = { ...tenant.ctx, now: now() }
    const rewritten = await write(ctx, (tx) => makeRewrittenMails(tx, ctx, { ...event!, data }))
    expect(rewritten.map(({ to, signer }) => [to, signer?.signerId])).toEqual([[ada, signers[0]!.id]])
    expect(await loadQueued()).toEqual([])
  })

  it('may have arrived: they are written again, and a person who is removed then is notified', async () => {
    const process = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
    await queueEvents()
    const [started] = await loadQueued()
    const unanswered = { sentAt: now(), error: asErrorText('smtp', 'Timeout') }
    await write(tenant.ctx, (tx) => tx.update(mails).set(unanswered).where(eq(mails.id, started!.id)))
    const later = { ...tenant.ctx, now: now() }
    const updated = await updateProcess(later, process.id, { options: { message: 'On Friday at noon' } })
    expect(updated.signers.map(({ delivery }) => delivery)).toEqual([null, null])
    await queueEvents()
    expect((await loadQueued()).map(({ recipient }) => recipient).sort()).toEqual([
      'signer1@example.com',
      second,
    ])
    const [ended] = await read(tenant.ctx, (tx) => tx.select().from(mails).where(eq(mails.id, started!.id)))
    expect(ended).toMatchObject({ status: 'failed', content: null, sentAt: expect.any(Date) })
    await removeSigner(tenant.ctx, process.id, first(process))
    await queueEvents()
    expect((await loadQueued()).map((mail) => [mail.recipient, decryptEmail(mail).subject])).toEqual([
      [second, 'Please sign: Agreement'],
      ['signer1@example.com', 'No longer needed: Agreement'],
    ])
  })

  it('are not sent once the time to sign is over, but written again where there is more before it has expired', async () => {
    const process = await addSentProcess(tenant, { options: { expires_in_days: 3 } })
    await queueEvents()
    const [queued] = await loadQueued()
    const over = addDays(now(), 4)
    env().smtpUrl = 'smtp://127.0.0.1:9'
    await sendMail({ tenantId: tenant.tenantId, mailId: queued!.id }, over).finally(() => {
      env().smtpUrl = null
    })
    const changeOptions = async (options: object) => {
      await updateProcess({ ...tenant.ctx, now: over }, process.id, { options })
      await queueEvents()
      return (await loadQueued()).length
    }
    expect(await changeOptions({ message: 'Please hurry.' })).toBe(0)
    expect(await changeOptions({ expires_in_days: 10 })).toBe(1)
  })

  it('stay as they are when only the reminders have changed', async () => {
    const process = await addSentProcess(tenant)
    await queueEvents()
    const before = await loadQueued()
    await updateProcess(tenant.ctx, process.id, { options: { reminder_days: 1 } })
    await queueEvents()
    expect(await loadQueued()).toEqual(before)
  })

  it('stay as long as another signer of the same link still signs', async () => {
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      const ada = { name: 'Ada', email: 'ada@example.com', type: 'parallel' as const }
      const bob = { ...ada, name: 'Bob', email: 'bob@example.com' }
      const signers = [ada, { ...ada, role: 'approver' as const }, bob]
      const process = await addSentProcess(tenant, { signers })
      await dispatchEvents(tenant)
      const recipients = async () => (await loadEmails(tenant)).map(({ to }) => to)
      expect(await recipients()).toEqual([ada.email, bob.email])
      await removeSigner(tenant.ctx, process.id, first(process))
      expect(await recipients()).toEqual([ada.email, bob.email])
      const [mail] = await read(tenant.ctx, (reader) =>
        reader.select().from(mails).where(eq(mails.recipient, ada.email)),
      )
      // The signer whose delivery failed, if it cannot be sent.
      expect(mail?.failureJob?.data).toMatchObject({ signerId: process.signers[1]!.id })
      await removeSigner(tenant.ctx, process.id, process.signers[1]!.id)
      expect(await recipients()).toEqual([bob.email])
    } finally {
      env().smtpUrl = null
    }
  })
})

describe('signers whose turn comes once the time to sign is over', () => {
  const late = () => ({ ...tenant.ctx, now: now() })
  const correct = (process: ProcessRecord, input: ChangeSigner) =>
    changeSigner(late(), process.id, process.signers[1]!.id, input)

  it.each<[what: string, meanwhile: (process: ProcessRecord) => Promise<unknown>, began?: number]>([
    ['after it', async () => {}],
    ['in a process that has expired', () => expireDue(now())],
    ['by a request that began before the time was over', async () => {}, -2],
    ['after a correction of theirs', (process) => correct(process, { name: 'Bea' })],
    [
      'after a correction, in a process that has expired',
      async (process) => {
        await correct(process, { name: 'Bea' })
        await expireDue(now())
      },
    ],
  ])('are invited when there is more, %s, and not before', async (_, meanwhile, began = 0) => {
    const signers = [{}, {}, { role: 'viewer' as const }]
    const process = await addSentProcess(tenant, { signers, options: { expires_in_days: 3 } })
    const ada = await openLink(process, now())
    await openSigning(ada)
    await signProcess(ada, SignInput.parse(typedSignature()))
    await newEmails()
    const days = 4 * 86_400_000
    const summarize = async () => ({
      asked: (await newEmails())
        .filter(({ to }) => to !== tenant.user.email && to !== 'signer1@example.com')
        .map(({ to, subject }) => [to, subject]),
      invited: (await loadEvents(tenant, process.id)).filter(({ type }) => type === 'signature.invited')
        .length,
    })
    moveClock(days)
    try {
      await runRevisions(tenant, process)
      await meanwhile(process)
      expect(await summarize()).toEqual({ asked: [], invited: 1 })
      const ctx = { ...tenant.ctx, now: addDays(now(), began) }
      await updateProcess(ctx, process.id, { options: { expires_in_days: 20 } })
      expect(await summarize()).toEqual({
        asked: [['signer2@example.com', 'Please sign: Agreement']],
        invited: 2,
      })
      const people = (await loadRows(tenant, process.id)).signers
      expect(people.map(({ status }) => status)).toEqual(['signed', 'notified', 'pending'])
    } finally {
      moveClock(-days)
    }
  })
})
