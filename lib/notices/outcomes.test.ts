import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { users } from '#db/schema/identity'
import { archiveAddresses, mails } from '#db/schema/mail'
import { processDocuments, signers } from '#db/schema/processes'
import { read, type Tx, write } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import { addDays, addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { newRequestId } from '#lib/core/ids'
import { removeArchive } from '#lib/identity/archive/remove-archive'
import { setArchive } from '#lib/identity/archive/set-archive'
import { decryptEmail } from '#lib/mail/decrypt-email'
import { failMessage, failReturned } from '#lib/mail/outcome'
import { asErrorText } from '#lib/messages/errors'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { expireDue } from '#lib/processes/scheduled'
import type { ProcessRecord } from '#lib/processes/schema'
import { addSigner, changeSigner, removeSigner } from '#lib/processes/signers/correct'
import { findEmailed } from '#lib/processes/signers/delivery'
import {
  DELIVERY_FAILED_QUEUE,
  type DeliveryFailure,
  recordDeliveryFailure,
} from '#lib/processes/signers/delivery-failed'
import { markSealError, markViewed } from '#lib/processes/transitions'
import { updateProcess } from '#lib/processes/update'
import { voidProcess } from '#lib/processes/void'
import { enterSigning } from '#lib/signing/enter'
import { renewLink } from '#lib/signing/help/renew'
import { refuseSigning } from '#lib/signing/refuse'
import { addCompleted } from '#lib/testing/records/completed'
import { dispatchEvents, loadEmails, watchEmails, writeEmailsDuring } from '#lib/testing/records/mailbox'
import { addDraft } from '#lib/testing/records/records'
import { addSentProcess, findToken, loadEvents, loadRows } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { notices } from './notices.ts'
import { makeCorrectedMails } from './outcomes.ts'

vi.mock('#lib/processes/signers/delivery', async (importActual) => {
  const actual = await importActual<typeof import('#lib/processes/signers/delivery')>()
  return { ...actual, findEmailed: vi.fn(actual.findEmailed) }
})

const withoutNotifications = { options: { enable_notifications: false } }
/** Two signers who are invited at once, and one whose turn has not come. */
const threeSigners = [{ name: 'Zoë' }, { type: 'parallel' as const, name: 'Yorick' }, { name: 'Xenia' }]

let tenant: TestTenant
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant()
  newEmails = watchEmails(tenant)
})

async function refuse(process: ProcessRecord, reason: string) {
  const token = await findToken(tenant, process.signers[0]!.id)
  const { address, userAgent, locale } = tenant.ctx
  const ctx = await enterSigning(token, {
    address,
    userAgent,
    locale,
    requestId: newRequestId(),
    now: new Date(),
  })
  await refuseSigning(ctx, { reason })
}

const summaries = (emails: { to: string; subject: string }[]) =>
  emails.map(({ to, subject }) => [to, subject])
async function loadQueued() {
  const rows = await read(tenant.ctx, (reader) =>
    reader.select().from(mails).where(eq(mails.status, 'queued')).orderBy(mails.id),
  )
  return rows.map((row) => ({ to: row.recipient, subject: decryptEmail(row).subject }))
}
/** Confirms an archive address. */
const addArchive = (email: string) =>
  write(tenant.ctx, (tx) =>
    tx.insert(archiveAddresses).values({
      tenantId: tenant.tenantId,
      ...{ email, nonce: 'nonce', confirmedAt: now(), updatedAt: now() },
    }),
  )
const getPath = (process: { id: number }) => `http://localhost:3000/processes/${process.id}`

describe('process.completed', () => {
  it('reports a copy that could not be delivered to the sender, and at its recipient', async () => {
    const process = await addCompleted(tenant, { name: 'Lease', signers: [{}, { role: 'cc', name: 'Cleo' }] })
    await newEmails()
    const { tenantId } = tenant.ctx
    const copy = await write(tenant.ctx, async (tx) => {
      const found = and(eq(mails.tenantId, tenantId), eq(mails.recipient, process.signers[1]!.email))
      const failed = { status: 'failed' as const, error: asErrorText('smtp', '550 No such user') }
      const [mail] = await tx.update(mails).set(failed).where(found).returning()
      return mail!
    })
    expect(copy.failureJob?.data).toEqual({
      processId: process.id,
      signerId: process.signers[1]!.id,
      copy: true,
    })
    await recordDeliveryFailure({
      ...{ tenantId, processId: process.id, signerId: process.signers[1]!.id, mailId: copy.id, copy: true },
    })
    const [email, ...others] = await newEmails()
    expect([email?.to, email?.subject, others]).toEqual([tenant.user.email, 'Not delivered: Lease', []])
    expect(email?.text).toContain('The signed document could not be sent to Cleo')
    expect(email?.text).toContain('It is not sent again')
    const { signers } = await getProcess(tenant.ctx, process.id)
    expect(signers[1]).toMatchObject({ delivery_error: '550 No such user', role: 'cc' })
  })

  it.each(['completed', 'voided'])(
    'reports a code that could not be delivered afterwards: %s',
    async (status) => {
      const process = await addCompleted(tenant, { name: 'Lease', signers: [{}, { role: 'cc' }] })
      if (status === 'voided')
        await voidProcess({ ...tenant.ctx, now: now() }, process.id, { reason: 'Wrong' })
      await newEmails()
      const { tenantId } = tenant.ctx
      for (const { id: signerId, email: recipient } of process.signers) {
        const data = { processId: process.id, signerId }
        const [code] = await write(tenant.ctx, (tx) =>
          tx
            .insert(mails)
            .values({
              ...{ tenantId, recipient, status: 'failed', error: asErrorText('smtp', '550 No such user') },
              failureJob: { queue: DELIVERY_FAILED_QUEUE, data },
              createdAt: now(),
            })
            .returning(),
        )
        await recordDeliveryFailure({ tenantId, ...data, mailId: code!.id })
        await write(tenant.ctx, (tx) => tx.delete(mails).where(eq(mails.id, code!.id)))
        const [email, ...others] = await newEmails()
        expect([email?.to, email?.subject, others]).toEqual([tenant.user.email, 'Not delivered: Lease', []])
        expect(email?.text).toContain('you can choose another way to confirm')
        expect(email?.text).not.toContain('you can correct it')
      }
    },
  )

  it('sends the document to all recipients, and notifies the sender', async () => {
    const process = await addCompleted(tenant, {
      name: 'Lease',
      signers: [{ name: 'Zoë' }, { role: 'cc' }, { role: 'viewer', order: 9 }],
    })
    const emails = await newEmails()
    expect(summaries(emails)).toEqual([
      ['signer1@example.com', 'Completed: Lease'],
      ['signer2@example.com', 'Your copy: Lease'],
      ['signer3@example.com', 'Completed: Lease'],
      [tenant.user.email, 'Completed: Lease'],
    ])
    for (const [index, signer] of process.signers.entries()) {
      const email = emails.filter(({ to }) => to === signer.email).at(-1)
      expect([index, email?.text]).toEqual([
        index,
        expect.stringContaining(`/sign/${await findToken(tenant, signer.id)}`),
      ])
    }
    const toSender = emails.at(-1)!
    expect(toSender.text).toContain(getPath(process))
    expect(toSender.text).toContain('Signed by: Zoë')
    expect(toSender.text).not.toContain('/sign/')
  })

  it('is withdrawn where it was being written when the process was declared void', async () => {
    await addArchive('archive@example.com')
    const process = await addCompleted(tenant, { name: 'Lease', signers: [{}, { role: 'cc' }] })
    await writeEmailsDuring(tenant, process.id, () =>
      voidProcess({ ...tenant.ctx, now: now() }, process.id, { reason: 'Wrong' }),
    )
    const subjects = summaries(await loadEmails(tenant)).map(([, subject]) => subject)
    expect(subjects).toEqual(['Void: Lease', 'Void: Lease'])
  })

  it('is no longer sent, nor written, once the process is void', async () => {
    await addArchive('archive@example.com')
    const process = await addCompleted(tenant, { name: 'Lease', signers: [{}, { role: 'cc' }] })
    await addCompleted(tenant, { name: 'Other' })
    await newEmails()
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      await write(tenant.ctx, (tx) => tx.update(mails).set({ status: 'queued' }))
      await voidProcess({ ...tenant.ctx, now: now() }, process.id, { reason: 'Wrong' })
      await newEmails()
      const subjects = summaries(await loadEmails(tenant)).map(([, subject]) => subject)
      expect(subjects.filter((subject) => subject!.endsWith(': Lease'))).toEqual([
        'Void: Lease',
        'Void: Lease',
      ])
      expect(subjects.filter((subject) => subject === 'Completed: Other')).toHaveLength(3)
      const late = await addCompleted(tenant, { name: 'Late' })
      await voidProcess({ ...tenant.ctx, now: now() }, late.id, { reason: 'Wrong' })
      await newEmails()
      expect(summaries(await loadEmails(tenant))).not.toContainEqual([expect.anything(), 'Completed: Late'])
    } finally {
      env().smtpUrl = null
    }
  })

  it.each([
    ['replaced', () => setArchive(tenant.ctx, { email: 'other@example.com' })],
    ['removed', () => removeArchive(tenant.ctx)],
  ])('is not sent to an archive address that was %s since, unlike to the sender', async (_, change) => {
    await addArchive('archive@example.com')
    await addCompleted(tenant, { name: 'Lease' })
    await newEmails()
    const listRecipients = async () =>
      (await loadEmails(tenant)).filter(({ subject }) => subject === 'Completed: Lease').map(({ to }) => to)
    const others = ['signer1@example.com', tenant.user.email]
    expect(await listRecipients()).toEqual([...others, 'archive@example.com'])
    await write(tenant.ctx, (tx) => tx.update(mails).set({ status: 'queued' }))
    await change()
    expect(await listRecipients()).toEqual(others)
  })

  it('notifies only the sender with notifications disabled', async () => {
    await addCompleted(tenant, { ...withoutNotifications, signers: [{}, { role: 'cc' }] })
    expect(summaries(await newEmails())).toEqual([[tenant.user.email, 'Completed: Agreement']])
  })

  it('is not sent to a sender who has turned it off, unlike a refusal', async () => {
    await write(tenant.ctx, (tx) =>
      tx
        .update(users)
        .set({ mutedEmails: ['completed'] })
        .where(eq(users.id, tenant.user.id)),
    )
    await addCompleted(tenant, withoutNotifications)
    expect(await newEmails()).toEqual([])
    await refuse(await addSentProcess(tenant, withoutNotifications), 'No')
    expect(summaries(await newEmails())).toEqual([[tenant.user.email, 'Refused: Agreement']])
  })

  it('is not sent to a deleted user', async () => {
    await addCompleted(tenant, withoutNotifications)
    await write(tenant.ctx, (tx) => tx.update(users).set({ email: null }).where(eq(users.id, tenant.user.id)))
    expect(await newEmails()).toEqual([])
  })
})

describe('process.refused', () => {
  it('notifies the sender with signer and reason, and the other invited signers', async () => {
    const process = await addSentProcess(tenant, { signers: threeSigners })
    await newEmails()
    await refuse(process, 'The rent\nis <b>wrong</b>')
    const emails = await newEmails()
    expect(summaries(emails)).toEqual([
      [tenant.user.email, 'Refused: Agreement'],
      ['signer2@example.com', 'Ended: Agreement'],
    ])
    const [toSender, toOther] = emails
    expect(toSender?.text).toContain('> The rent\n> is <b>wrong</b>')
    expect(toSender?.html).toContain('&lt;b&gt;wrong&lt;/b&gt;')
    for (const text of ['Zoë', 'signer1@example.com', getPath(process)])
      expect(toSender?.text).toContain(text)
    expect(toOther?.html).not.toMatch(/Zoë|rent|\/sign\//)
  })

  it('leads the sender to the mode of the process', async () => {
    tenant = await makeTenant({ testMode: true })
    const process = await addSentProcess(tenant)
    await refuse(process, 'No')
    const emails = await watchEmails(tenant)()
    const toSender = emails.find(({ to }) => to === tenant.user.email)
    expect(toSender?.text).toContain(`${getPath(process)}?mode=test\n`)
  })

  it('says of an approver that they have refused to approve, and names nobody as a signer', async () => {
    const process = await addSentProcess(tenant, {
      signers: [{ name: 'Edith', role: 'approver' }, { type: 'parallel' }],
    })
    await newEmails()
    await refuse(process, 'Too expensive')
    const [toSender, toOther] = await newEmails()
    expect(toSender?.text).toContain('has refused to approve “Agreement”')
    expect(toSender?.text).not.toContain('refused to sign')
    expect(toOther?.text).toContain('because someone has refused')
  })

  it('notifies only the sender with notifications disabled', async () => {
    const process = await addSentProcess(tenant, { ...withoutNotifications, signers: threeSigners })
    await refuse(process, 'No')
    expect(summaries(await newEmails())).toEqual([[tenant.user.email, 'Refused: Agreement']])
  })
})

describe('process.cancelled', () => {
  it('notifies the invited signers, without the reason', async () => {
    const process = await addSentProcess(tenant, { signers: threeSigners })
    await newEmails()
    await cancelProcess(tenant.ctx, process.id, { reason: 'They are too slow' })
    const emails = await newEmails()
    expect(summaries(emails)).toEqual([
      ['signer1@example.com', 'Cancelled: Agreement'],
      ['signer2@example.com', 'Cancelled: Agreement'],
    ])
    for (const { html, text } of emails) expect(html + text).not.toMatch(/too slow|\/sign\//)
  })

  it('looks up no earlier emails to those whose turn has not come where no link has ended', async () => {
    const process = await addSentProcess(tenant, { signers: threeSigners })
    await newEmails()
    vi.mocked(findEmailed).mockClear()
    await cancelProcess(tenant.ctx, process.id, {})
    expect(await newEmails()).toHaveLength(2)
    expect(findEmailed).not.toHaveBeenCalled()
  })

  it('notifies no one of a draft, or with notifications disabled', async () => {
    for (const { id } of [await addDraft(tenant), await addSentProcess(tenant, withoutNotifications)]) {
      await cancelProcess(tenant.ctx, id, {})
    }
    expect(await newEmails()).toEqual([])
  })
})

describe('process.corrected', () => {
  it('notifies an invited person who is replaced or removed, in their language', async () => {
    const process = await addSentProcess(tenant, {
      signers: [{ locale: 'de' }, { type: 'parallel' }, {}],
    })
    await newEmails()
    const [first, second, third] = process.signers.map(({ id }) => id)
    await changeSigner(tenant.ctx, process.id, first!, { name: 'Grace', email: 'grace@example.com' })
    await removeSigner(tenant.ctx, process.id, second!)
    await changeSigner(tenant.ctx, process.id, third!, { email: 'later@example.com' })
    const emails = await newEmails()
    expect(summaries(emails).toSorted()).toEqual([
      ['grace@example.com', 'Bitte unterschreiben: Agreement'],
      ['signer1@example.com', 'Nicht mehr nötig: Agreement'],
      ['signer2@example.com', 'No longer needed: Agreement'],
    ])
    const toRemoved = emails.filter(({ to }) => to.startsWith('signer'))
    for (const { html, text } of toRemoved) expect(html + text).not.toMatch(/Grace|\/sign\//)
  })

  it('tells approvers and readers what they no longer need to do; events of earlier versions have no role', async () => {
    const { id, signers } = await addSentProcess(tenant, {
      signers: [
        { name: 'Zoë' },
        { type: 'parallel', role: 'approver' },
        { type: 'parallel', role: 'viewer' },
      ],
    })
    await newEmails()
    for (const signer of signers.slice(1)) await removeSigner(tenant.ctx, id, signer.id)
    const [toApprover, toReader] = await newEmails()
    expect(toApprover?.text).toMatch(/has changed who approves “Agreement”.*no longer need to approve it/s)
    expect(toReader?.text).toMatch(/no longer shares “Agreement” with you/)
    expect(toReader?.text).not.toMatch(/sign it|approve/)
    const event = (await loadEvents(tenant, id)).findLast(({ type }) => type === 'process.corrected')!
    const { role: _, ...data } = event.data
    const [mail] = await write(tenant.ctx, (tx) => makeCorrectedMails(tx, tenant.ctx, { ...event, data }))
    expect(mail?.body.body).toContain('You no longer need to sign it')
  })

  it('notifies no one who has not been emailed', async () => {
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      const process = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
      await newEmails()
      const later = { ...tenant.ctx, now: addSeconds(now(), 60) }
      await changeSigner(later, process.id, process.signers[0]!.id, { email: 'ada@example.com' })
      await dispatchEvents(tenant)
      expect(summaries(await loadEmails(tenant))).toEqual([
        ['signer2@example.com', 'Please sign: Agreement'],
        ['ada@example.com', 'Please sign: Agreement'],
      ])
    } finally {
      env().smtpUrl = null
    }
  })

  describe.each([
    ['was sent', null, ['Please sign: Agreement', 'No longer needed: Agreement']],
    ['was not sent yet', 'smtp://127.0.0.1:9', []],
  ])('of a person whose email was being written, and %s', (_, smtpUrl, expected) => {
    beforeEach(() => {
      env().smtpUrl = smtpUrl
    })
    afterEach(() => {
      env().smtpUrl = null
    })

    it.each<[string, (processId: number, signerId: number) => Promise<unknown>]>([
      ['removed', (processId, id) => removeSigner(tenant.ctx, processId, id)],
      ['replaced', (processId, id) => changeSigner(tenant.ctx, processId, id, { email: 'ada@example.com' })],
    ])('notifies them or withdraws it: %s', async (_change, correct) => {
      const { id, signers } = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
      const ctx = { ...tenant.ctx, now: now() }
      const handle = (tx: Tx, recorded: RecordedEvent[]) =>
        notices.handle(
          tx,
          ctx,
          recorded.filter(({ type }) => ['signature.invited', 'process.corrected'].includes(type)),
        )
      const before = await loadEvents(tenant, id)
      await write(ctx, async (tx) => {
        await handle(tx, before)
        await correct(id, signers[1]!.id)
      })
      const after = (await loadEvents(tenant, id)).slice(before.length)
      await write(ctx, (tx) => handle(tx, after))
      const toPerson = (await loadEmails(tenant)).filter(({ to }) => to === signers[1]!.email)
      expect(
        toPerson
          .map(({ subject }) => subject)
          .sort()
          .reverse(),
      ).toEqual(expected)
      expect(after.find(({ type }) => type === 'process.corrected')!.data.emailed).toBe(false)
    })
  })

  it('notifies a person whose email may have arrived: the server is taking it, or has not answered', async () => {
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      const { id, signers } = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
      await newEmails()
      await write(tenant.ctx, (tx) => tx.update(mails).set({ sentAt: now() }))
      await changeSigner(tenant.ctx, id, signers[0]!.id, { email: 'ada@example.com' })
      await removeSigner(tenant.ctx, id, signers[1]!.id)
      await dispatchEvents(tenant)
      const told = (await loadQueued()).filter(({ subject }) => subject.startsWith('No longer needed'))
      expect(told.map(({ to }) => to)).toEqual(['signer1@example.com', 'signer2@example.com'])
      const corrections = (await loadEvents(tenant, id)).filter(({ type }) => type === 'process.corrected')
      expect(corrections.map(({ data }) => data.emailed)).toEqual([true, true])
    } finally {
      env().smtpUrl = null
    }
  })

  it('notifies a person whose email may have arrived though it failed in the end, not where it was returned', async () => {
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      const { id, signers } = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
      await newEmails()
      const { tenantId } = tenant.ctx
      const [unanswered, accepted] = await read(tenant.ctx, (reader) =>
        reader.select().from(mails).orderBy(mails.id),
      )
      const answer = '554 Duplicate message'
      await failMessage({ ...unanswered!, sentAt: now() }, asErrorText('smtp', answer))
      const sent = { status: 'sent' as const, sentAt: now() }
      await write(tenant.ctx, (tx) => tx.update(mails).set(sent).where(eq(mails.id, accepted!.id)))
      const failures = [{ recipient: accepted!.recipient, isGivenUp: false, reason: answer }]
      await failReturned({ tenantId, mailId: accepted!.id }, { names: [], failures })
      for (const { id: mailId, failureJob } of [unanswered!, accepted!])
        await recordDeliveryFailure({ ...(failureJob!.data as object as DeliveryFailure), tenantId, mailId })
      await changeSigner(tenant.ctx, id, signers[0]!.id, { email: 'ada@example.com' })
      await removeSigner(tenant.ctx, id, signers[1]!.id)
      const corrections = (await loadEvents(tenant, id)).filter(({ type }) => type === 'process.corrected')
      expect(corrections.map(({ data }) => data.emailed)).toEqual([true, false])
    } finally {
      env().smtpUrl = null
      await write(tenant.ctx, (tx) => tx.delete(mails))
    }
  })

  it('notifies a person whose email did not arrive where it was forwarded to; the sender learns of it until it is opened', async () => {
    const { id, signers } = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
    await newEmails()
    const { tenantId } = tenant.ctx
    await write(tenant.ctx, (tx) => tx.update(mails).set({ status: 'sent', sentAt: now() }))
    const { process } = await loadRows(tenant, id)
    await write(tenant.ctx, (tx) => markViewed(tx, tenant.ctx, process, signers[1]!))
    const sent = await read(tenant.ctx, (reader) => reader.select().from(mails).orderBy(mails.id))
    for (const { id: mailId, failureJob } of sent) {
      const elsewhere = { recipient: 'former@example.com', isGivenUp: false, reason: '550 No such user' }
      await failReturned({ tenantId, mailId }, { names: [], failures: [elsewhere] })
      const data = failureJob!.data as object as DeliveryFailure
      await recordDeliveryFailure({ ...data, tenantId, mailId, forwarded: true })
    }
    const [told, ...others] = (await newEmails()).map(({ to, text }) => ({ to, text }))
    expect([told?.to, others]).toEqual([tenant.user.email, []])
    expect(told?.text).toContain('was forwarded to another address, where it could not be delivered')
    const errors = (await getProcess(tenant.ctx, id)).signers.map((signer) => signer.delivery_error)
    expect(errors).toEqual([
      'The email was forwarded to former@example.com, where it could not be delivered: 550 No such user',
      null,
    ])
    await removeSigner(tenant.ctx, id, signers[1]!.id)
    const corrections = (await loadEvents(tenant, id)).filter(({ type }) => type === 'process.corrected')
    expect(corrections.map(({ data }) => data.emailed)).toEqual([true])
  })

  it('the sender learns of a forwarded email only from who has not opened the documents, also before they were made again', async () => {
    const { id, signers } = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }, {}] })
    const { tenantId } = tenant.ctx
    await newEmails()
    const sent = await write(tenant.ctx, (tx) =>
      tx.update(mails).set({ status: 'sent', sentAt: now() }).where(eq(mails.tenantId, tenantId)).returning(),
    )
    const { process } = await loadRows(tenant, id)
    const isInvited = ({ email }: { email: string }) => sent.some(({ recipient }) => recipient === email)
    await write(tenant.ctx, (tx) => markViewed(tx, tenant.ctx, process, signers[1]!))
    await write(tenant.ctx, (tx) => tx.update(processDocuments).set({ revision: 1 }))
    await removeSigner(tenant.ctx, id, signers[2]!.id)
    const people = (await getProcess(tenant.ctx, id)).signers.filter(isInvited)
    expect(people.map(({ status }) => status)).toEqual(['notified', 'notified'])
    for (const { id: mailId, failureJob } of sent) {
      const elsewhere = { recipient: 'former@example.com', isGivenUp: false, reason: '550 No such user' }
      await failReturned({ tenantId, mailId }, { names: [], failures: [elsewhere] })
      const data = failureJob!.data as object as DeliveryFailure
      await recordDeliveryFailure({ ...data, tenantId, mailId, forwarded: true })
    }
    const failures = (await loadEvents(tenant, id)).filter(({ type }) => type === 'signature.delivery_failed')
    expect(failures.map(({ data }) => data.signer_id)).toEqual([signers[0]!.id])
  })

  it('the sender learns of an email that was forwarded, and of its return from its own address', async () => {
    const { id, signers } = await addSentProcess(tenant)
    await newEmails()
    const { tenantId } = tenant.ctx
    const [mail] = await write(tenant.ctx, (tx) =>
      tx.update(mails).set({ status: 'sent', sentAt: now() }).where(eq(mails.tenantId, tenantId)).returning(),
    )
    const job = { tenantId, mailId: mail!.id }
    const data = { ...(mail!.failureJob!.data as object as DeliveryFailure), ...job }
    const bounceFrom = (recipient: string) => ({
      names: [],
      failures: [{ recipient, isGivenUp: false, reason: `550 No ${recipient}` }],
    })
    await failReturned(job, bounceFrom('former@example.com'))
    for (const _run of [1, 2]) await recordDeliveryFailure({ ...data, forwarded: true })
    await failReturned(job, bounceFrom(mail!.recipient))
    for (const _run of [1, 2]) await recordDeliveryFailure({ ...data, returned: true })
    await recordDeliveryFailure({ ...data, forwarded: true })
    const failures = (await loadEvents(tenant, id)).filter(({ type }) => type === 'signature.delivery_failed')
    expect(failures.map(({ data }) => data.reason)).toEqual([
      expect.stringContaining('550 No former@example.com'),
      `550 No ${signers[0]!.email}`,
    ])
    const [signer] = (await getProcess(tenant.ctx, id)).signers
    expect(signer!.delivery_error).toBe(`550 No ${signers[0]!.email}`)
  })

  describe('of a person who waits again, after they were emailed', () => {
    const first = 'signer1@example.com'
    let process: ProcessRecord
    let id: number

    beforeEach(async () => {
      process = await addSentProcess(tenant, { signers: [{}, {}, {}] })
      id = process.signers[0]!.id
      await newEmails()
    })

    const wait = () => changeSigner(tenant.ctx, process.id, id, { order: 9 })
    const addEarlier = () =>
      addSigner(tenant.ctx, process.id, {
        ...{ name: 'Eve', email: 'eve@example.com', role: 'signer', order: 0, fields: [] },
      })
    const remove = () => removeSigner(tenant.ctx, process.id, id)
    const replace = (email = 'ada@example.com') => changeSigner(tenant.ctx, process.id, id, { email })
    const refuseByNext = async () => {
      const { signers } = await getProcess(tenant.ctx, process.id)
      await refuse({ ...process, signers: signers.filter(({ status }) => status === 'notified') }, 'No')
    }
    const expire = () => expireDue(addDays(now(), 91))
    const cancel = () => cancelProcess(tenant.ctx, process.id, {})
    const subjectsTo = async (address: string) =>
      (await newEmails()).filter(({ to }) => to === address).map(({ subject }) => subject)

    it.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
      ['reordered, removed', wait, remove, 'No longer needed'],
      ['reordered, replaced', wait, replace, 'No longer needed'],
      ['reordered, cancelled', wait, cancel, 'Cancelled'],
      ['reordered, refused', wait, refuseByNext, 'Ended'],
      ['reordered, expired', wait, expire, 'Expired'],
      ['put behind an added signer, removed', addEarlier, remove, 'No longer needed'],
      ['put behind an added signer, cancelled', addEarlier, cancel, 'Cancelled'],
    ])('notifies them, and no one who was never emailed: %s', async (_, correct, end, expected) => {
      await correct()
      await end()
      const emails = summaries(await newEmails())
      expect(emails.filter(([to]) => to === first)).toEqual([[first, `${expected}: Agreement`]])
      expect(emails.filter(([to]) => to === 'signer3@example.com')).toEqual([])
    })

    it('notifies them once, also when they wait again in the place of who replaced them', async () => {
      await wait()
      await replace()
      expect(await subjectsTo(first)).toEqual(['No longer needed: Agreement'])
      await replace(first)
      await remove()
      await cancel()
      expect(await subjectsTo(first)).toEqual([])
    })

    it('notifies them once of two corrections whose emails are written together', async () => {
      await wait()
      await replace()
      await replace(first)
      await remove()
      await cancel()
      expect(await subjectsTo(first)).toEqual(['No longer needed: Agreement'])
    })

    it('notifies them of the end only, where they are removed in one role and wait again in another', async () => {
      process = await addSentProcess(tenant, { signers: [{ email: first }, {}, { email: first }] })
      id = process.signers[0]!.id
      await newEmails()
      await wait()
      await removeSigner(tenant.ctx, process.id, process.signers[2]!.id)
      expect(await subjectsTo(first)).toEqual([])
      await cancel()
      expect(await subjectsTo(first)).toEqual(['Cancelled: Agreement'])
    })

    it('notifies them of the end only, where they are removed in the role of their link and asked later in another', async () => {
      process = await addSentProcess(tenant, { signers: [{ email: first }, {}, { email: first }] })
      id = process.signers[0]!.id
      await newEmails()
      await remove()
      expect(await subjectsTo(first)).toEqual([])
      await cancel()
      expect(await subjectsTo(first)).toEqual(['Cancelled: Agreement'])
    })

    it.each([
      ['are removed in it, too', 'signer', [[], ['No longer needed: Agreement']]],
      ['get a copy only', 'cc', [['No longer needed: Agreement'], []]],
    ] as const)('tells who is removed, and has another role, once they %s', async (_, role, expected) => {
      process = await addSentProcess(tenant, { signers: [{ email: first }, {}, { email: first, role }] })
      id = process.signers[0]!.id
      await newEmails()
      await remove()
      const told = [await subjectsTo(first)]
      await removeSigner(tenant.ctx, process.id, process.signers[2]!.id)
      told.push(await subjectsTo(first))
      expect(told).toEqual(expected)
    })

    it('notifies them of the end only, where their address is written in another case', async () => {
      await wait()
      await replace('Signer1@example.com')
      expect(await subjectsTo(first)).toEqual([])
      await cancel()
      expect(await subjectsTo('Signer1@example.com')).toEqual(['Cancelled: Agreement'])
    })

    it('notifies no one whose data was erased', async () => {
      await wait()
      await write(tenant.ctx, (tx) => tx.update(signers).set({ erasedAt: now() }).where(eq(signers.id, id)))
      await cancel()
      expect(await subjectsTo(first)).toEqual([])
    })
  })

  it.each([
    ['is not sent, and the invitation withdrawn', null, [], [false, false]],
    ['is sent where the invitation may have arrived', now(), ['No longer needed: Agreement'], [true, true]],
  ])('of a person who waits again %s', async (_, sentAt, told, emailed) => {
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      const { id, signers: people } = await addSentProcess(tenant, { signers: [{}, {}] })
      await dispatchEvents(tenant)
      await write(tenant.ctx, (tx) => tx.update(mails).set({ sentAt }))
      await changeSigner(tenant.ctx, id, people[0]!.id, { order: 9 })
      await dispatchEvents(tenant)
      await removeSigner(tenant.ctx, id, people[0]!.id)
      await dispatchEvents(tenant)
      const toFirst = (await loadQueued()).filter(({ to }) => to === 'signer1@example.com')
      expect(toFirst.map(({ subject }) => subject)).toEqual(told)
      const corrections = (await loadEvents(tenant, id)).filter(({ type }) => type === 'process.corrected')
      expect(corrections.map(({ data }) => data.emailed)).toEqual(emailed)
    } finally {
      env().smtpUrl = null
    }
  })

  it('is no longer sent to a person who is added again', async () => {
    const process = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
    await newEmails()
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      const [{ id, email }] = process.signers.slice(1) as [ProcessRecord['signers'][number]]
      await changeSigner(tenant.ctx, process.id, id, { email: 'ada@example.com' })
      expect(summaries(await newEmails())).toContainEqual([email, 'No longer needed: Agreement'])
      await changeSigner(tenant.ctx, process.id, id, { email })
      await dispatchEvents(tenant)
      const subjects = (await loadEmails(tenant))
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject)
      expect(subjects).toEqual(['Please sign: Agreement', 'Please sign: Agreement'])
    } finally {
      env().smtpUrl = null
    }
  })

  it('does not name the sender as the one who removed them or declared the document void', async () => {
    const admin = await tenant.addMember('tenant_admin')
    const corrected = await addSentProcess(tenant, { signers: [{}, { type: 'parallel' }] })
    const completed = await addCompleted(tenant)
    await newEmails()
    await removeSigner(admin.ctx, corrected.id, corrected.signers[1]!.id)
    await voidProcess({ ...admin.ctx, now: now() }, completed.id, { reason: 'Signed by mistake' })
    const emails = (await newEmails()).filter(({ subject }) => /^(No longer needed|Void):/.test(subject))
    expect(emails).toHaveLength(2)
    for (const { text } of emails) {
      expect(text).toMatch(/ has (changed who signs|declared) “/)
      expect(text).not.toContain(tenant.user.name)
    }
  })

  it('notifies no one with notifications disabled', async () => {
    const process = await addSentProcess(tenant, withoutNotifications)
    await newEmails()
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'other@example.com' })
    expect(await newEmails()).toEqual([])
  })
})

describe('process.expired', () => {
  it('notifies the invited signers, and the sender with those who have not signed', async () => {
    const process = await addSentProcess(tenant, { signers: threeSigners, options: { expires_in_days: 3 } })
    const quietProcess = await addSentProcess(tenant, { ...withoutNotifications, name: 'Other' })
    await newEmails()
    await expireDue(addDays(new Date(), 4))
    const emails = await newEmails()
    expect(summaries(emails)).toEqual([
      ['signer1@example.com', 'Expired: Agreement'],
      ['signer2@example.com', 'Expired: Agreement'],
      [tenant.user.email, 'Expired: Agreement'],
    ])
    expect(emails[2]?.text).toContain('Not yet signed by: Zoë · Yorick · Xenia')
    expect(emails[2]?.text).toContain(getPath(process))
    await expireDue(addDays(new Date(), 91))
    expect(summaries(await newEmails())).toEqual([[tenant.user.email, `Expired: ${quietProcess.name}`]])
  })

  it('names approvers apart from signers, to the sender of a completed and of an expired process', async () => {
    const input = {
      ...withoutNotifications,
      signers: [{ name: 'Zoë' }, { name: 'Edith', role: 'approver' as const }],
    }
    await addCompleted(tenant, input)
    await addSentProcess(tenant, input)
    await expireDue(addDays(new Date(), 91))
    const [completed, expired] = await newEmails()
    for (const [email, signed, approved] of [
      [completed, 'Signed by: Zoë', 'Approved by: Edith'],
      [expired, 'Not yet signed by: Zoë', 'Not yet approved by: Edith'],
    ] as const) {
      expect(email?.text).toMatch(new RegExp(`^${signed}$`, 'm'))
      expect(email?.text).toMatch(new RegExp(`^${approved}$`, 'm'))
    }
  })

  it('notifies no one once there is more time', async () => {
    const process = await addSentProcess(tenant, { options: { expires_in_days: 3 } })
    await newEmails()
    await expireDue(addDays(new Date(), 4))
    await updateProcess(tenant.ctx, process.id, { options: { expires_in_days: 10 } })
    expect(summaries(await newEmails()).map(([, subject]) => subject)).not.toContain('Expired: Agreement')
  })

  it('tells the sender of no wish for more time once there is more', async () => {
    const process = await addSentProcess(tenant, { options: { expires_in_days: 3 } })
    await expireDue(addDays(new Date(), 4))
    await newEmails()
    await renewLink(
      { ...tenant.ctx, now: addDays(now(), 4) },
      await findToken(tenant, process.signers[0]!.id),
    )
    await updateProcess(tenant.ctx, process.id, { options: { expires_in_days: 10 } })
    const subjects = (await newEmails()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Still wants to sign'))).toEqual([])
  })

  it('asks nobody to sign until a day that has passed', async () => {
    const days = 4 * 86_400_000
    const process = await addSentProcess(tenant, { options: { expires_in_days: 3 } })
    moveClock(days)
    try {
      expect(await newEmails()).toEqual([])
      await expireDue(now())
      expect(summaries(await newEmails())).toContainEqual([tenant.user.email, `Expired: ${process.name}`])
    } finally {
      moveClock(-days)
    }
  })

  it('is withdrawn where it was being written when there was more time', async () => {
    const process = await addSentProcess(tenant, { options: { expires_in_days: 3 } })
    await expireDue(addDays(new Date(), 4))
    await writeEmailsDuring(tenant, process.id, () =>
      updateProcess(tenant.ctx, process.id, { options: { expires_in_days: 10 } }),
    )
    const subjects = summaries(await loadEmails(tenant)).map(([, subject]) => subject)
    expect(subjects).toEqual(['Please sign: Agreement'])
  })

  it('is no longer sent once there is more time', async () => {
    const process = await addSentProcess(tenant, { options: { expires_in_days: 3 } })
    await newEmails()
    env().smtpUrl = 'smtp://127.0.0.1:9'
    try {
      await expireDue(addDays(new Date(), 4))
      expect(await newEmails()).toHaveLength(2)
      await updateProcess(tenant.ctx, process.id, { options: { expires_in_days: 10 } })
      expect(summaries(await loadEmails(tenant)).map(([, subject]) => subject)).toEqual([
        'Please sign: Agreement',
      ])
    } finally {
      env().smtpUrl = null
    }
  })
})

it('a failed seal is shown in the dashboard without an email', async () => {
  const process = await addSentProcess(tenant, withoutNotifications)
  const { process: row } = await loadRows(tenant, process.id)
  await write(tenant.ctx, (tx) =>
    markSealError(tx, tenant.ctx, row, asErrorText('full', 'The disk is full.')),
  )
  expect(await newEmails()).toEqual([])
})
