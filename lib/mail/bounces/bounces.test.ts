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
import { makeMessageId, makeMessageToken, readMessageName } from '../message-id.ts'
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

const recipientFields = (address: string, action: string) =>
  ['', `Final-Recipient: rfc822;${address}`, `Action: ${action}`, 'Status: 5.0.0'].join('\r\n')

describe('parseBounce', () => {
  const parse = (source: string) => parseBounce(Buffer.from(source))
  const postfix = makeBounce('<1@a.example>')
  const expected = {
    names: ['<1@a.example>'],
    failures: [{ recipient: 'ada@example.com', isGivenUp: false, reason }],
  }
  const [failure] = expected.failures

  it('finds which email could not be delivered, to whom, and why', async () => {
    expect(await parse(postfix)).toEqual(expected)
  })

  it('takes the headers alone, and the status without a diagnosis', async () => {
    const short = postfix
      .replace('message/rfc822', 'text/rfc822-headers')
      .replace(/Diagnostic-Code.*\r\n.*\r\n/, '')
    expect(await parse(short)).toEqual({ ...expected, failures: [{ ...failure, reason: '5.1.1' }] })
  })

  it('takes the header of our own and the ENVID, too: a relay may write its own Message-ID', async () => {
    const relayed = postfix
      .replace('Reporting-MTA', 'Original-Envelope-Id: 00ff\r\nReporting-MTA')
      .replace('Subject: Please sign', 'X-Paraph-Message: 00ee\r\nSubject: Please sign')
    expect((await parse(relayed))?.names).toEqual(['<1@a.example>', '00ee', '00ff'])
  })

  it.each([
    ['Postfix', '4.4.1', 'X-Postfix; connect to mx.b[192.0.2.1]:25: Connection timed out'],
    ['Exchange', '4.4.7 (expired)', 'smtp;550 4.4.7 QUEUE.Expired; message expired'],
  ])('knows from %s that nobody has refused the email', async (_, status, diagnosis) => {
    const expired = postfix.replace('5.1.1', status).replace('smtp; 550 5.1.1 <ada@example.com>:', diagnosis)
    expect(await parse(expired)).toMatchObject({ failures: [{ isGivenUp: true }] })
  })

  it.each([
    ['an action with a comment', 'Action: failed', 'Action: failed (permanent failure)', {}],
    ['a recipient in brackets', 'rfc822; ada@example.com', 'RFC822; <ada@example.com>', {}],
    ['a recipient without a form in ASCII', 'rfc822; ada', 'utf-8; \\x{E4}da', { recipient: null }],
    [
      'a delay of another recipient before',
      'Final',
      `${recipientFields('b@c.de', 'delayed').trim()}\r\n\r\nFinal`,
      {},
    ],
  ])('takes %s', async (_, given, other, changed) => {
    expect(await parse(postfix.replace(given, other))).toEqual({
      ...expected,
      failures: [{ ...failure, ...changed }],
    })
  })

  it('takes all recipients who did not get it', async () => {
    const both = postfix.replace(
      'Final',
      `${recipientFields('bob@example.com', 'failed').trim()}\r\n\r\nFinal`,
    )
    expect(await parse(both)).toEqual({
      ...expected,
      failures: [{ recipient: 'bob@example.com', isGivenUp: false, reason: '5.0.0' }, failure],
    })
  })

  it.each([
    ['a delay', makeBounce('<1@a.example>', 'delayed')],
    ['a delivery', makeBounce('<1@a.example>', 'delivered')],
    [
      'a delivery to one of two',
      postfix.replace(
        '\r\n\r\n--b\r\nContent-Type: message/rfc822',
        `\r\n${recipientFields('bob@example.com', 'relayed')}$&`,
      ),
    ],
    ['a reply', 'From: ada@example.com\r\nSubject: Re: Please sign\r\n\r\nAction: failed\r\n'],
    ['nothing', ''],
  ])('takes %s for none', async (_, source) => {
    expect(await parse(source)).toBeNull()
  })
})

describe('a Message-ID', () => {
  it('is the same each time, and names the email to this installation only', () => {
    const job = { tenantId: 7, mailId: 2 ** 40 }
    expect(makeMessageId(job)).toBe(makeMessageId(job))
    expect(makeMessageId(job)).not.toBe(makeMessageId({ ...job, mailId: 8 }))
    for (const name of [makeMessageId(job), makeMessageToken(job)]) expect(readMessageName(name)).toEqual(job)
  })

  it.each(['<1@a.example>', `<${'0'.repeat(32)}@a.example>`, ''])('%j is none of ours', (messageId) => {
    expect(readMessageName(messageId)).toBeNull()
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
    const unusualSource = makeBounce(makeMessageId(unusual))
      .replace('rfc822; ada', 'rfc822; eve')
      .replace('no such user', `\0${'x'.repeat(469)}😀 gone`)
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

  it('knows an email by its header, and records one that nobody took, a forwarded and an unknown one', async () => {
    const failures: object[] = []
    const worker = await startWorker({
      'test.returned': defineJob<object>({ handle: async (data) => void failures.push(data) }),
    })
    const relayed = await send('relayed@example.com')
    const late = await send('late@example.com')
    const forwarded = await send('legal@example.com')
    const own = (source: string, to: string) => source.replace('rfc822; ada@example.com', `rfc822; ${to}`)
    const byHeader = makeBounce('<1@relay.example>').replace(
      'Subject: P',
      `X-Paraph-Message: ${makeMessageToken(relayed)}\r\n$&`,
    )
    const sources = [
      own(byHeader, 'Relayed@EXAMPLE.com'),
      own(makeBounce(makeMessageId(late)), 'late@example.com').replace('5.1.1', '4.4.1'),
      makeBounce(makeMessageId(forwarded)),
      makeBounce('<1@unknown.example>'),
    ]
    for (const source of sources) mailbox.messages.push({ source, isSeen: false })
    vi.spyOn(log(), 'error').mockImplementation(() => {})
    const logWarning = vi.spyOn(log(), 'warn').mockImplementation(() => {})
    await readBounces(AbortSignal.timeout(20_000))
    expect(logWarning.mock.calls).toEqual([
      [expect.objectContaining({ reason: 'returned 550 5.1.1' }), expect.stringContaining('forwarded')],
      [{ reason: '550 5.1.1' }, expect.stringContaining('not known here')],
    ])
    vi.restoreAllMocks()
    expect(await findMail('relayed@example.com')).toMatchObject({ status: 'failed', error: { key: 'smtp' } })
    expect(await findMail('late@example.com')).toMatchObject({
      status: 'failed',
      error: { key: 'failures.emailNotTakenElsewhere', values: { error: reason } },
    })
    // Others who get emails to the address may have it.
    expect(await findMail('legal@example.com')).toMatchObject({
      status: 'sent',
      error: { key: 'failures.emailForwarded', values: { address: 'ada@example.com', error: reason } },
    })
    await expect
      .poll(() => failures)
      .toEqual([
        { signerId: 7, returned: true, ...relayed },
        { signerId: 7, returned: true, ...late },
        { signerId: 7, forwarded: true, ...forwarded },
      ])
    await worker.stop()
  })

  it('an email that was forwarded fails when it is returned from its own address, too, at once or later', async () => {
    vi.spyOn(log(), 'error').mockImplementation(() => {})
    vi.spyOn(log(), 'warn').mockImplementation(() => {})
    for (const to of ['later@example.com', 'both@example.com']) {
      const job = await send(to)
      const own = makeBounce(makeMessageId(job)).replace('rfc822; ada@example.com', `rfc822; ${to}`)
      const forwarded = recipientFields('former@example.com', 'failed').trim()
      const both = own.replace('Final', `${forwarded}\r\n\r\nFinal`)
      const elsewhere = own.replace(`rfc822; ${to}`, 'rfc822; former@example.com')
      for (const source of to.startsWith('both') ? [both] : [elsewhere, own])
        mailbox.messages.push({ source, isSeen: false })
      await readBounces(AbortSignal.timeout(20_000))
      expect(await findMail(to)).toMatchObject({ status: 'failed', error: { key: 'smtp', message: reason } })
    }
    vi.restoreAllMocks()
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
