import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { isReported } from '#lib/core/runtime/faults'
import { defineJob } from '#lib/jobs/define'
import { startWorker } from '#lib/jobs/worker'
import { openMailServer, type TestMailServer } from '#lib/testing/servers/mail-server'
import { openMailbox, type TestMailbox } from '#lib/testing/servers/mailbox'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeMessageId, readMessageId } from '../message-id.ts'
import { queueMail, type SendJob } from '../queue.ts'
import { sendMail } from '../send.ts'
import { parseBounce } from './parse-bounce.ts'
import { probeMailbox, readBounces } from './read-bounces.ts'

/** A notification as Postfix sends it. */
const makeBounce = (messageId: string, action = 'failed') =>
  [
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'To: no-reply@localhost',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    'Message-Id: <4bV0Xy1@mx.example.net>',
    '',
    '--b',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; ada@example.com',
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>:',
    '    no such user',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: Paraph <no-reply@localhost>',
    'To: ada@example.com',
    `Message-ID: ${messageId}`,
    'Subject: Please sign',
    '',
    'Text',
    '--b--',
    '',
  ].join('\r\n')

const reason = '550 5.1.1 <ada@example.com>: no such user'

describe('parseBounce', () => {
  it('finds which email could not be delivered, and why', async () => {
    expect(await parseBounce(Buffer.from(makeBounce('<1@a.example>')))).toEqual({
      messageId: '<1@a.example>',
      reason,
    })
  })

  it('takes the headers alone, and the status without a diagnosis', async () => {
    const short = makeBounce('<1@a.example>')
      .replace('message/rfc822', 'text/rfc822-headers')
      .replace(/Diagnostic-Code.*\r\n.*\r\n/, '')
    expect(await parseBounce(Buffer.from(short))).toEqual({ messageId: '<1@a.example>', reason: '5.1.1' })
  })

  it.each([
    ['a delay', makeBounce('<1@a.example>', 'delayed')],
    ['a delivery', makeBounce('<1@a.example>', 'delivered')],
    ['a reply', 'From: ada@example.com\r\nSubject: Re: Please sign\r\n\r\nAction: failed\r\n'],
    ['nothing', ''],
  ])('takes %s for none', async (_, source) => {
    expect(await parseBounce(Buffer.from(source))).toBeNull()
  })
})

describe('a Message-ID', () => {
  it('is the same each time, and names the email to this installation only', () => {
    const job = { tenantId: 7, mailId: 2 ** 40 }
    expect(makeMessageId(job)).toBe(makeMessageId(job))
    expect(makeMessageId(job)).not.toBe(makeMessageId({ ...job, mailId: 8 }))
    expect(readMessageId(makeMessageId(job))).toEqual(job)
  })

  it.each(['<1@a.example>', `<${'0'.repeat(32)}@a.example>`, ''])('%j is none of ours', (messageId) => {
    expect(readMessageId(messageId)).toBeNull()
  })
})

/** More parts within parts than the parser reads. */
const tooDeep = Array.from(
  { length: 300 },
  (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
).join('')

describe('with BOUNCE_MAILBOX', () => {
  let tenant: TestTenant
  let mailServer: TestMailServer
  let mailbox: TestMailbox
  beforeAll(async () => {
    tenant = await makeTenant()
    mailServer = await openMailServer()
    mailbox = await openMailbox()
    Object.assign(env(), { smtpUrl: mailServer.url, bounceMailbox: mailbox.url })
  })
  afterAll(() => {
    Object.assign(env(), { smtpUrl: null, bounceMailbox: null })
    mailServer.close()
    mailbox.close()
  })

  const send = async (to: string): Promise<SendJob> => {
    const failureJob = { queue: 'test.returned', data: { signerId: 7 } }
    await write(tenant.ctx, (tx) =>
      queueMail(tx, tenant.ctx, { to, subject: 'S', html: '', text: 'T', failureJob }),
    )
    const { id } = await findMail(to)
    const job = { tenantId: tenant.tenantId, mailId: id }
    await sendMail(job, now())
    return job
  }
  const findMail = async (to: string) =>
    (await read(tenant.ctx, (tx) => tx.select().from(mails).where(eq(mails.recipient, to))))[0]!

  it('an email that is returned ends as failed with the reason, once, like one that was refused', async () => {
    const failures: object[] = []
    const worker = await startWorker({
      'test.returned': defineJob<object>({ handle: async (data) => void failures.push(data) }),
    })
    const returned = await send('ada@example.com')
    await send('bob@example.com')
    const unusual = await send('eve@example.com')
    const source = makeBounce(makeMessageId(returned))
    const unusualSource = makeBounce(makeMessageId(unusual)).replace(
      'no such user',
      `\0${'x'.repeat(469)}😀 gone`,
    )
    for (const message of [unusualSource, tooDeep, 'Subject: Hello\r\n\r\nOut of office', source, source])
      mailbox.messages.push({ source: message, isSeen: false })
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    await readBounces(AbortSignal.timeout(20_000))
    // Without the address.
    const logged = [{ reason: 'returned 550 5.1.1' }, expect.any(String)]
    expect(logError.mock.calls).toMatchObject([logged, logged])
    logError.mockRestore()
    expect(mailbox.messages.map(({ isSeen }) => isSeen)).toEqual(Array(5).fill(true))
    expect(await findMail('ada@example.com')).toMatchObject({ status: 'failed', error: { message: reason } })
    expect((await findMail('bob@example.com')).status).toBe('sent')
    // Without the NUL, and the half of a character at the end.
    const { error } = await findMail('eve@example.com')
    expect(error?.message).toMatch(/^550 5\.1\.1 <ada@example\.com>: {2}x+\uFFFD$/)
    await expect
      .poll(() => failures)
      .toEqual([unusual, returned].map((job) => ({ signerId: 7, returned: true, ...job })))
    await worker.stop()
  })

  it('a mailbox that refuses the password fails the job, and is a fault until it can be opened', async () => {
    const begun = vi.spyOn(log(), 'error').mockImplementation(() => {})
    const ended = vi.spyOn(log(), 'warn').mockImplementation(() => {})
    env().bounceMailbox = mailbox.url.replace(/:[^:@]*@/, ':wrong@')
    const error = await readBounces(AbortSignal.timeout(20_000)).catch((reason: unknown) => reason)
    expect(isReported(error)).toBe(true)
    expect(begun.mock.calls).toMatchObject([
      [{ fault: 'bounces_unreadable', reason: 'The login is refused.' }, expect.any(String)],
    ])
    env().bounceMailbox = mailbox.url
    await readBounces(AbortSignal.timeout(20_000))
    expect(ended.mock.calls).toMatchObject([[{ fault: 'bounces_unreadable', count: 1 }, expect.any(String)]])
    // SMTP_URL takes such a password, too.
    const unescaped = probeMailbox(mailbox.url.replace(/:[^:@]*@/, ':100%@'))
    await expect(unescaped).rejects.toThrow('The login is refused.')
    vi.restoreAllMocks()
  })
})
