import { type AddressInfo, createServer, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, database } from '#db/connection/client'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { addDays, addSeconds, getClockOffset, now, setClockOffset } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { forgetFaults, getReportedFault, isReported } from '#lib/core/runtime/faults'
import { registry } from '#lib/core/runtime/metrics'
import { defineJob } from '#lib/jobs/define'
import { startWorker } from '#lib/jobs/worker'
import { englishMessage } from '#lib/messages/english'
import { errorText } from '#lib/messages/errors'
import { openMailServer } from '#lib/testing/servers/mail-server'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { mailJobs } from './jobs.ts'
import { listLocalEmails, purgeEmails, readLocalEmail } from './local-mailbox.ts'
import { beginTransfer, MessageUnanswered } from './outcome.ts'
import { type EmailContent, queueMail } from './queue.ts'
import { sendMail } from './send.ts'

vi.mock('./outcome.ts', { spy: true })

const letter: EmailContent = {
  subject: 'Please sign: Lease – Überweisung',
  html: '<p>Code <b>123456</b></p>',
  text: 'Code 123456',
}
let newTenant: TestTenant
let otherTenant: TestTenant

beforeAll(async () => {
  newTenant = await makeTenant()
  otherTenant = await makeTenant()
})

beforeEach(() => {
  vi.spyOn(process, 'uptime').mockReturnValue(3600)
})

const queue = (tenant: TestTenant, to: string, overrides: Partial<Parameters<typeof queueMail>[2]> = {}) =>
  write(tenant.ctx, (tx) => queueMail(tx, tenant.ctx, { to, ...letter, ...overrides }))

const rowsTo = (tenant: TestTenant, to: string) =>
  read(tenant.ctx, (tx) => tx.select().from(mails).where(eq(mails.recipient, to)).orderBy(asc(mails.id)))

describe('without an SMTP server', () => {
  test('emails are not shown behind a public APP_URL', async () => {
    const { appUrl } = env()
    env().appUrl = 'https://sign.example.com'
    try {
      expect(await listLocalEmails()).toEqual([])
      expect(await readLocalEmail(1)).toBeNull()
    } finally {
      env().appUrl = appUrl
    }
  })

  test('emails of all tenants are listed, newest first, with their content', async () => {
    await queue(newTenant, 'ada@example.com')
    await queue(otherTenant, 'bob@example.com', { subject: 'Second' })
    const list = await listLocalEmails()
    expect(list.map(({ to, subject }) => [to, subject])).toEqual([
      ['bob@example.com', 'Second'],
      ['ada@example.com', letter.subject],
    ])
    expect(await readLocalEmail(list[1]!.id)).toMatchObject({ to: 'ada@example.com', ...letter })
    for (const unknown of [999_999, 1e300, 1.5, Number.NaN]) expect(await readLocalEmail(unknown)).toBeNull()
    expect((await listLocalEmails('Bob@example.com')).map(({ subject }) => subject)).toEqual(['Second'])
    expect(await listLocalEmails('b@example.com')).toEqual([])
    await queue(newTenant, 'image@example.com', {
      html: '<img src="cid:logo@paraph" alt="">',
      images: [{ cid: 'logo@paraph', filename: 'logo.png', png: 'cG5n' }],
    })
    const [withImage] = await listLocalEmails()
    expect((await readLocalEmail(withImage!.id))!.html).toBe('<img src="data:image/png;base64,cG5n" alt="">')
  })

  test('an email is part of the transaction of its event', async () => {
    const failing = write(newTenant.ctx, async (tx) => {
      await queueMail(tx, newTenant.ctx, { to: 'never@example.com', ...letter })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await rowsTo(newTenant, 'never@example.com')).toEqual([])
  })

  test('another tenant cannot read an email, and its text is encrypted in the database', async () => {
    await queue(newTenant, 'secret@example.com')
    expect(await rowsTo(otherTenant, 'secret@example.com')).toEqual([])
    const owner = connect(env().databaseUrl ?? '', { max: 1 })
    const [row] = await owner`select m::text as everything, encode(content, 'escape') as content from mails m
      where recipient = 'secret@example.com'`
    await owner.end()
    expect(row?.everything + row?.content).not.toMatch(/123456|Lease/)
  })

  test('old emails are deleted', async () => {
    await queue(newTenant, 'old@example.com')
    await purgeEmails(addDays(now(), 89))
    expect(await rowsTo(newTenant, 'old@example.com')).toHaveLength(1)
    await purgeEmails(addDays(now(), 91))
    expect(await rowsTo(newTenant, 'old@example.com')).toEqual([])
  })
})

describe('with an SMTP server', () => {
  /** Instead of a response the connection ends. */
  const CUT = 0
  const received: { to: string[]; envid: string; email: Email }[] = []
  let responses: number[] = []
  /** Before the server responds. */
  let onReceived = async () => {}
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideDSN: false,
    onRcptTo({ address }, _, done) {
      const isUnknown = address === 'nobody@example.com'
      done(isUnknown ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      buffer(stream).then(async (raw) => {
        const to = session.envelope.rcptTo.map((recipient: { address: string }) => recipient.address)
        if (to.includes('unanswered-code@example.com')) return
        await onReceived()
        const code = responses.shift()
        if (code === CUT) {
          for (const { _socket } of server.connections) _socket.destroy()
          return
        }
        if (code) return done(Object.assign(new Error('not now'), { responseCode: code }))
        const { envid } = (session.envelope as object as { dsn: { envid: string } }).dsn
        received.push({ to, envid, email: await PostalMime.parse(raw) })
        done()
      })
    },
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    env().smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    received.length = 0
    responses = []
  })
  afterAll(() => {
    env().smtpUrl = null
    server.close()
  })

  const getJob = async (to: string) => {
    const [row] = await rowsTo(newTenant, to)
    return { tenantId: newTenant.tenantId, mailId: row!.id }
  }

  test('a worker sends queued emails and deletes their content', async () => {
    const worker = await startWorker(mailJobs)
    await queue(newTenant, 'ada@example.com', { headers: { 'X-Process': '12' } })
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
    const { to, envid, email } = received[0]!
    expect(to).toEqual(['ada@example.com'])
    expect(email.subject).toBe(letter.subject)
    expect(email.html?.trim()).toBe(letter.html)
    expect(email.text?.trim()).toBe(letter.text)
    expect(email.from).toEqual({ name: 'Paraph', address: 'no-reply@localhost' })
    const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({ 'x-process': '12', 'auto-submitted': 'auto-generated' })
    expect(email.messageId).toBe(`<${headers['x-paraph-message']}@localhost>`)
    expect(envid).toBe(headers['x-paraph-message'])
    await expect.poll(async () => (await rowsTo(newTenant, 'ada@example.com')).at(-1)?.status).toBe('sent')
    expect((await rowsTo(newTenant, 'ada@example.com')).at(-1)?.content).toBeNull()
    expect(await listLocalEmails()).toEqual([])
    await worker.stop()
  })

  test('an image is a part of the email that the HTML names by its Content-ID', async () => {
    const images = [{ cid: 'logo@paraph', filename: 'logo.png', png: Buffer.from('png').toString('base64') }]
    await queue(newTenant, 'image@example.com', { html: '<img src="cid:logo@paraph">', images })
    await sendMail(await getJob('image@example.com'), now())
    const { email } = received[0]!
    expect(email.attachments).toMatchObject([
      {
        contentId: '<logo@paraph>',
        disposition: 'inline',
        filename: 'logo.png',
        mimeType: 'image/png',
        related: true,
      },
    ])
    expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).toString()).toBe('png')
  })

  test('an email with a temporary rejection is retried by the queue', async () => {
    responses = [451, 451]
    const worker = await startWorker(mailJobs)
    await queue(newTenant, 'later@example.com')
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
    await worker.stop()
    expect(responses).toEqual([])
  })

  test('an email that the server may have accepted is retried less often', async () => {
    const worker = await startWorker(mailJobs)
    responses = [CUT]
    await queue(newTenant, 'unanswered@example.com')
    const { mailId } = await getJob('unanswered@example.com')
    const waitSeconds = async () => {
      const [row] = await database().execute<{ seconds: number }>(sql`
        select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
        where data ->> 'mailId' = ${String(mailId)} and state = 'retry'`)
      return row?.seconds
    }
    await expect.poll(waitSeconds, { timeout: 10_000 }).toBeGreaterThan(50)
    await worker.stop()
    expect((await rowsTo(newTenant, 'unanswered@example.com'))[0]?.status).toBe('queued')
  })

  test('an email may have arrived while the server takes it and when it has not answered, not when it refused', async () => {
    await queue(newTenant, 'maybe@example.com')
    const job = await getJob('maybe@example.com')
    const find = async () => {
      const [row] = await rowsTo(newTenant, 'maybe@example.com')
      return row!
    }
    const { smtpUrl } = env()
    env().smtpUrl = 'smtp://127.0.0.1:9'
    await expect(sendMail(job, now())).rejects.toThrow('ECONNREFUSED')
    env().smtpUrl = smtpUrl
    expect(await find()).toMatchObject({ status: 'queued', sentAt: null })
    responses = [451, CUT, 451]
    let during: Date | null = null
    onReceived = async () => {
      during = (await find()).sentAt
    }
    await expect(sendMail(job, now())).rejects.toThrow('EMESSAGE 451')
    onReceived = async () => {}
    expect(during).toBeInstanceOf(Date)
    expect(await find()).toMatchObject({ status: 'queued', sentAt: null })
    await expect(sendMail(job, now())).rejects.toBeInstanceOf(MessageUnanswered)
    const { sentAt } = await find()
    expect(sentAt).toBeInstanceOf(Date)
    await expect(sendMail(job, addSeconds(now(), 60))).rejects.toThrow('EMESSAGE 451')
    expect(await find()).toMatchObject({ status: 'queued', sentAt })
  })

  test.each([
    ['refused', [CUT, 554], 0, true],
    ['given up', [CUT, CUT], 4, true],
    ['always refused', [451, 554], 0, false],
  ])(
    'an email that has failed may have arrived if an attempt was not answered: %s',
    async (_, codes, days, mayArrive) => {
      const to = `failed-${codes.join('-')}@example.com`
      await queue(newTenant, to)
      const job = await getJob(to)
      responses = [...codes]
      await expect(sendMail(job, now())).rejects.toThrow()
      await sendMail(job, addDays(now(), days))
      const [row] = await rowsTo(newTenant, to)
      expect([row!.status, row!.sentAt !== null]).toEqual(['failed', mayArrive])
    },
  )

  test('an email that waited for days while the service was off is not given up at once', async () => {
    await queue(newTenant, 'long-off@example.com')
    const job = await getJob('long-off@example.com')
    const later = addDays(now(), 4)
    for (const [seconds, tries] of [
      [60, 60],
      [1799, 60],
      [3600, 0],
      [3600, 59],
    ] as const) {
      vi.spyOn(process, 'uptime').mockReturnValue(seconds)
      responses = [451]
      await expect(sendMail(job, later, undefined, tries)).rejects.toThrow('EMESSAGE 451')
    }
    expect(await rowsTo(newTenant, 'long-off@example.com')).toMatchObject([{ status: 'queued' }])
    vi.spyOn(process, 'uptime').mockReturnValue(1800)
    responses = [451]
    await sendMail(job, later, undefined, 60)
    expect(await rowsTo(newTenant, 'long-off@example.com')).toMatchObject([{ status: 'failed' }])
  })

  test('an email that is given up may have arrived if the server had all of it when its job was stopped', async () => {
    await queue(newTenant, 'stopped-late@example.com')
    const stop = new AbortController()
    onReceived = async () => stop.abort()
    responses = [451]
    await sendMail(await getJob('stopped-late@example.com'), addDays(now(), 4), stop.signal)
    onReceived = async () => {}
    const [row] = await rowsTo(newTenant, 'stopped-late@example.com')
    expect(row).toMatchObject({ status: 'failed', sentAt: expect.any(Date) })
  })

  test('an email is not sent when it is withdrawn before its transfer begins', async () => {
    await queue(newTenant, 'withdrawn@example.com')
    const job = await getJob('withdrawn@example.com')
    const sending = await write(newTenant.ctx, async (tx) => {
      await tx.delete(mails).where(eq(mails.id, job.mailId))
      const started = sendMail(job, now())
      await sleep(300)
      return { started }
    })
    await sending.started
    expect(received).toEqual([])
  })

  test('an error of the database is none of the mail server, also when the email is old', async () => {
    await queue(newTenant, 'database@example.com')
    const job = await getJob('database@example.com')
    const failure = new Error('the database does not respond')
    vi.mocked(beginTransfer).mockRejectedValueOnce(failure)
    await expect(sendMail(job, addDays(now(), 4))).rejects.toBe(failure)
    const [row] = await rowsTo(newTenant, 'database@example.com')
    expect(row).toMatchObject({ status: 'queued', error: null, sentAt: null })
  })

  test('an email is not accepted before its end', async () => {
    const mailServer = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        if (String(data).startsWith('EHLO')) socket.write('250 hello\r\n')
        else socket.destroy()
      })
      socket.write('220 hello\r\n')
    })
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
    const { smtpUrl } = env()
    env().smtpUrl = `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`
    await queue(newTenant, 'cut@example.com')
    const error = await sendMail(await getJob('cut@example.com'), now()).catch((error: unknown) => error)
    expect([error instanceof Error, error instanceof MessageUnanswered]).toEqual([true, false])
    env().smtpUrl = smtpUrl
    mailServer.close()
  })

  test('an email to a rejected address fails, with the response of the server in the language of the page', async () => {
    await queue(newTenant, 'nobody@example.com')
    await sendMail(await getJob('nobody@example.com'), now())
    const [row] = await rowsTo(newTenant, 'nobody@example.com')
    const error = errorText('failures.allRecipientsRejected', { response: '550 No such user' })
    expect(row).toMatchObject({ status: 'failed', error })
    expect(englishMessage(error)).toBe("Can't send mail - all recipients were rejected: 550 No such user")
  })

  test('an email with a permanent rejection fails, with the reason', async () => {
    responses = [550]
    await queue(newTenant, 'unknown@example.com')
    await sendMail(await getJob('unknown@example.com'), now())
    const [row] = await rowsTo(newTenant, 'unknown@example.com')
    expect(row).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('not now') },
      content: null,
    })
    await sendMail(await getJob('unknown@example.com'), now())
    expect(received).toEqual([])
  })

  test('an email that cannot be decrypted fails', async () => {
    await queue(newTenant, 'damaged@example.com')
    const job = await getJob('damaged@example.com')
    const damage = { content: Buffer.alloc(40) }
    await write(newTenant.ctx, (tx) => tx.update(mails).set(damage).where(eq(mails.id, job.mailId)))
    await sendMail(job, now())
    const [row] = await rowsTo(newTenant, 'damaged@example.com')
    expect(row).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('decrypted') },
      content: null,
    })
    expect(received).toEqual([])
  })

  test('the job for its failure is enqueued once, without the address', async () => {
    const failures: object[] = []
    const worker = await startWorker({
      'test.undelivered': defineJob<object>({ handle: async (data) => void failures.push(data) }),
    })
    responses = [451, 550]
    const failureJob = { queue: 'test.undelivered', data: { signerId: 7 } }
    await write(newTenant.ctx, (tx) =>
      queueMail(tx, newTenant.ctx, { to: 'gone@example.com', failureJob, ...letter }),
    )
    const job = await getJob('gone@example.com')
    await expect(sendMail(job, now())).rejects.toThrow('EMESSAGE 451')
    await sendMail(job, now())
    await sendMail(job, now())
    await expect.poll(() => failures).toEqual([{ signerId: 7, ...job }])
    await worker.stop()
  })

  test('emails wait while the server refuses the login, which is one line in the log', async () => {
    const refuseLogin = new SMTPServer({
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      onAuth: (_auth, _session, done) => done(new Error('Authentication failed')),
    })
    await new Promise<void>((resolve) => refuseLogin.listen(0, '127.0.0.1', resolve))
    const { smtpUrl } = env()
    env().smtpUrl = `smtp://ada:wrong@127.0.0.1:${(refuseLogin.server.address() as AddressInfo).port}`
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    for (const to of ['first@example.com', 'second@example.com']) {
      await queue(newTenant, to)
      const error = await sendMail(await getJob(to), now()).catch((error: unknown) => error)
      expect(isReported(error)).toBe(true)
      expect((await rowsTo(newTenant, to))[0]?.status).toBe('queued')
    }
    expect(logError.mock.calls.map(([data]) => data)).toEqual([
      expect.objectContaining({ fault: 'mail_login_refused', subject: new URL(env().smtpUrl!).host }),
    ])
    logError.mockRestore()
    env().smtpUrl = smtpUrl
    refuseLogin.close()
  })

  test.each([
    [550, 'EENVELOPE 550 5.1.1 RCPT TO'],
    [450, 'EENVELOPE 450 5.1.1 RCPT TO'],
  ])(
    'the log has the status of a reply with %i, and not the address in it',
    async (responseCode, expected) => {
      const { smtpUrl } = env()
      const mailServer = await openMailServer()
      const to = `secret-${responseCode}@example.com`
      const responseText = `5.1.1 <${to}> unknown`
      Object.assign(mailServer, { refusedCommand: 'RCPT TO', responseCode, responseText })
      env().smtpUrl = mailServer.url
      const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
      await queue(newTenant, to)
      const error = await sendMail(await getJob(to), now()).catch((error: unknown) => error)
      const logged = logError.mock.calls.map(([data]) => (data as unknown as { reason: string }).reason)
      expect(error instanceof Error ? [error.message] : logged).toEqual([expected])
      expect((await rowsTo(newTenant, to))[0]!.error).toMatchObject({
        values: { response: expect.stringContaining(responseText) },
      })
      logError.mockRestore()
      env().smtpUrl = smtpUrl
      mailServer.close()
    },
  )

  test('a server that does not respond is a fault for as long as emails wait', async () => {
    forgetFaults()
    const { smtpUrl } = env()
    env().smtpUrl = 'smtp://127.0.0.1:1'
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    const countFaults = async () =>
      Number(/faults_total\{code="mail_unreachable"\} (\d+)/.exec(await registry.metrics())![1])
    const before = await countFaults()
    for (const to of ['sent-first@example.com', 'sent-later@example.com', 'sent-last@example.com']) {
      await queue(newTenant, to)
      const stop = to.startsWith('sent-last') ? AbortSignal.timeout(100) : undefined
      await expect(sendMail(await getJob(to), now(), stop)).rejects.toThrow()
    }
    // That the worker is stopped says nothing about the server.
    expect(await countFaults()).toBe(before + 2)
    expect(logError).toHaveBeenCalledOnce()
    logError.mockRestore()
    env().smtpUrl = smtpUrl
  })

  test('a certificate of the server that is not trusted is in the log', async () => {
    forgetFaults()
    const { smtpUrl } = env()
    // With the certificate of the library.
    const secure = new SMTPServer()
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    env().smtpUrl = `smtp://127.0.0.1:${(secure.server.address() as AddressInfo).port}`
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    await queue(newTenant, 'tls@example.com')
    await expect(sendMail(await getJob('tls@example.com'), now())).rejects.toThrow('certificate')
    expect(logError.mock.calls.map(([data]) => data)).toEqual([
      expect.objectContaining({ fault: 'mail_unreachable', reason: expect.stringContaining('certificate') }),
    ])
    logError.mockRestore()
    env().smtpUrl = smtpUrl
    secure.close()
  })

  test.each([
    // Replies that say something about the server, or about how it is configured here.
    ['CONN', 554, 'queued', 'mail_refused'],
    ['CONN', 421, 'queued', null],
    ['EHLO', 500, 'queued', 'mail_refused'],
    ['AUTH', 535, 'queued', 'mail_login_refused'],
    ['AUTH', 454, 'queued', 'mail_login_refused'],
    ['MAIL FROM', 530, 'queued', 'mail_login_refused'],
    ['MAIL FROM', 538, 'queued', 'mail_login_refused'],
    ['MAIL FROM', 553, 'queued', 'mail_refused'],
    ['MAIL FROM', 452, 'queued', null],
    ['RCPT TO', 530, 'queued', 'mail_login_refused'],
    ['RCPT TO', 550, 'queued', 'mail_refused', '5.1.8 Sender address rejected: Domain not found'],
    ['RCPT TO', 553, 'queued', 'mail_refused', '5.1.7 The sender is no address'],
    // And about the email.
    ['RCPT TO', 550, 'failed', null],
    ['RCPT TO', 550, 'failed', null, '5.1.1 No such user'],
    // The answer is cut within the emoji.
    ['RCPT TO', 550, 'failed', null, `5.1.2 ${'x'.repeat(489)}😀`],
    ['RCPT TO', 554, 'failed', null, '5.7.1 Rejected'],
    ['RCPT TO', 450, 'queued', null],
    ['DATA', 554, 'failed', null],
    ['DATA', 451, 'queued', null],
  ] as const)(
    'after %s is refused with %i an email is %s, and the fault is %s',
    async (refusedCommand, responseCode, status, fault, responseText: string = 'refused') => {
      forgetFaults()
      const { smtpUrl } = env()
      const mailServer = await openMailServer()
      Object.assign(mailServer, { refusedCommand, responseCode, responseText })
      env().smtpUrl = mailServer.url.replace('smtp://', 'smtp://ada:secret@')
      const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
      const to = `${refusedCommand.replace(' ', '-')}-${responseCode}-${responseText.split(' ')[0]}@example.com`
      await queue(newTenant, to)
      const error = await sendMail(await getJob(to), now()).catch((error: unknown) => error)
      expect((await rowsTo(newTenant, to))[0]).toMatchObject({
        status,
        content: status === 'failed' ? null : expect.anything(),
      })
      expect(getReportedFault(error)).toBe(fault)
      const logged = logError.mock.calls.map(([data]) => (data as unknown as { fault?: string }).fault)
      expect(logged).toEqual(fault ? [fault] : status === 'failed' ? [undefined] : [])
      logError.mockClear()
      mailServer.responseCode = null
      if (status === 'queued') {
        await sendMail(await getJob(to), now())
        expect(mailServer.recipients).toEqual([to])
      }
      logError.mockRestore()
      env().smtpUrl = smtpUrl
      mailServer.close()
    },
  )

  test('an email that could not be sent for three days ends as failed, once the clocks agree', async () => {
    responses = [451, 451, 451]
    await queue(newTenant, 'slow@example.com')
    const job = await getJob('slow@example.com')
    await expect(sendMail(job, now())).rejects.toThrow('EMESSAGE 451')
    const later = addDays(now(), 4)
    const offset = getClockOffset()
    setClockOffset(-4 * 86_400_000)
    await expect(sendMail(job, later)).rejects.toThrow('EMESSAGE 451')
    setClockOffset(offset)
    expect((await rowsTo(newTenant, 'slow@example.com'))[0]?.status).toBe('queued')
    await sendMail(job, later)
    // Nobody has refused it.
    expect((await rowsTo(newTenant, 'slow@example.com'))[0]).toMatchObject({
      status: 'failed',
      error: {
        key: 'failures.emailNotTakenAfter',
        values: { days: '3', error: expect.stringContaining('not now') },
      },
    })
  })

  test('an email that a fault of the server has kept for three days says so', async () => {
    const { smtpUrl } = env()
    const mailServer = await openMailServer()
    Object.assign(mailServer, { refusedCommand: 'AUTH', responseCode: 535, responseText: 'wrong password' })
    env().smtpUrl = mailServer.url.replace('smtp://', 'smtp://ada:secret@')
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    await queue(newTenant, 'locked-out@example.com')
    await sendMail(await getJob('locked-out@example.com'), addDays(now(), 4))
    const [row] = await rowsTo(newTenant, 'locked-out@example.com')
    expect(row).toMatchObject({
      status: 'failed',
      error: {
        key: 'failures.emailNotTakenAfter',
        values: { error: expect.stringContaining('wrong password') },
      },
    })
    logError.mockRestore()
    env().smtpUrl = smtpUrl
    mailServer.close()
  })

  test('an email with a code ends as failed once the code is valid no longer', async () => {
    for (const to of ['code@example.com', 'late-code@example.com'])
      await queue(newTenant, to, { validSeconds: 600 })
    await sendMail(await getJob('code@example.com'), addSeconds(now(), 500))
    await sendMail(await getJob('late-code@example.com'), addSeconds(now(), 700))
    expect(received.map(({ to }) => to)).toEqual([['code@example.com']])
    expect(await rowsTo(newTenant, 'late-code@example.com')).toMatchObject([
      { status: 'failed', error: { key: 'failures.emailTooLate' }, content: null },
    ])
  })

  test('the failure of an email that is of no use any more is recorded with the last error', async () => {
    const to = 'late-signer@example.com'
    const failureJob = { queue: 'test.undelivered', data: { signerId: 8 } }
    await queue(newTenant, to, { validSeconds: 600, failureJob })
    const job = await getJob(to)
    responses = [451]
    await expect(sendMail(job, now())).rejects.toThrow()
    await sendMail(job, addSeconds(now(), 700))
    const [row] = await rowsTo(newTenant, to)
    expect(row!.error).toMatchObject({
      key: 'failures.emailTooLateAfter',
      values: { error: expect.stringContaining('451') },
    })
    const failures = await database().execute<{ data: object }>(sql`
      select data from pgboss.job where name = 'test.undelivered' and data ->> 'signerId' = '8'`)
    expect(failures.map(({ data }) => data)).toEqual([{ signerId: 8, ...job }])
  })

  test('the server has ten minutes to accept an email, and a minute for one that is soon of no use', async () => {
    const setTimeouts = vi.spyOn(Socket.prototype, 'setTimeout')
    await queue(newTenant, 'hurried@example.com', { validSeconds: 600 })
    await sendMail(await getJob('hurried@example.com'), now())
    expect(Math.max(...setTimeouts.mock.calls.map(([milliseconds]) => milliseconds))).toBe(60_000)
    setTimeouts.mockClear()
    await queue(newTenant, 'patient@example.com', { validSeconds: 86_400 })
    await sendMail(await getJob('patient@example.com'), now())
    expect(Math.max(...setTimeouts.mock.calls.map(([milliseconds]) => milliseconds))).toBe(600_000)
    setTimeouts.mockRestore()
  })

  test('a code is sent while the server takes its time to accept four others of the tenant', async () => {
    const unanswered = Array<string>(4).fill('unanswered-code@example.com')
    const worker = await startWorker(mailJobs)
    for (const to of [...unanswered, 'next-code@example.com'])
      await write(newTenant.ctx, (tx) => queueMail(tx, newTenant.ctx, { to, ...letter }, 2))
    await expect
      .poll(() => received.map(({ to }) => to), { timeout: 10_000 })
      .toContainEqual(['next-code@example.com'])
    await write(newTenant.ctx, (tx) => tx.delete(mails).where(eq(mails.recipient, unanswered[0]!)))
    await worker.stop(0)
  })

  test('an email that could not be sent for three days ends as failed, though its job is always stopped', async () => {
    const { smtpUrl } = env()
    const mailServer = await openMailServer()
    mailServer.isSilent = true
    env().smtpUrl = mailServer.url
    await queue(newTenant, 'stopped@example.com')
    const job = await getJob('stopped@example.com')
    await expect(sendMail(job, now(), AbortSignal.timeout(100))).rejects.toThrow('timeout')
    expect((await rowsTo(newTenant, 'stopped@example.com'))[0]?.status).toBe('queued')
    await sendMail(job, addDays(now(), 4), AbortSignal.timeout(100))
    expect((await rowsTo(newTenant, 'stopped@example.com'))[0]).toMatchObject({
      status: 'failed',
      error: { key: 'failures.emailNotTaken', values: { days: '3' } },
    })
    env().smtpUrl = smtpUrl
    mailServer.close()
  })

  test('an email sent again after a crash has the same Message-ID', async () => {
    await queue(newTenant, 'twice@example.com')
    const job = await getJob('twice@example.com')
    await sendMail(job, now())
    await write(newTenant.ctx, async (tx) => {
      const [row] = await rowsTo(newTenant, 'twice@example.com')
      const [whole] = await tx.select().from(mails).where(eq(mails.recipient, 'again@example.com'))
      expect(whole).toBeUndefined()
      const { encrypt } = await import('#lib/core/secretbox')
      const content = encrypt('mail', Buffer.from(JSON.stringify(letter)), String(newTenant.tenantId))
      await tx.update(mails).set({ status: 'queued', content }).where(eq(mails.id, row!.id))
    })
    await sendMail(job, now())
    expect(received).toHaveLength(2)
    expect(received[0]?.email.messageId).toBe(received[1]?.email.messageId)
  })

  test.each([
    ['Ana Müller von Nordwind über Paraph', 'Ana Müller von Nordwind über Paraph'],
    ['"O\\Brien", <eve@example.com> (CEO): a@b; x', '"O\\Brien", <eve@example.com> (CEO): a@b; x'],
    ['安娜 at 北风 via Paraph', '安娜 at 北风 via Paraph'],
    ['Ana\r\nBcc: eve@example.com\r\n\r\nbody', 'Ana Bcc: eve@example.com body'],
    ['A'.repeat(300), 'A'.repeat(300)],
  ])('the sender %j is the name of the address of MAIL_FROM', async (fromName, name) => {
    await queue(newTenant, 'from@example.com', { fromName })
    const [row] = (await rowsTo(newTenant, 'from@example.com')).slice(-1)
    await sendMail({ tenantId: newTenant.tenantId, mailId: row!.id }, now())
    const { email, to } = received[0]!
    expect({ ...email.from, name: email.from?.name?.replaceAll(/\s+/g, ' ') }).toEqual({
      name,
      address: 'no-reply@localhost',
    })
    expect([email.bcc, to]).toEqual([undefined, ['from@example.com']])
  })

  test.each(['jörg@xn--bcher-kva.example', 'r&d@example.com', 'sales/uk@example.com'])(
    'an email to %s, with a reply to it',
    async (address) => {
      await queue(newTenant, address, { headers: { 'Reply-To': address } })
      await sendMail(await getJob(address), now())
      const { to, email } = received[0]!
      const asUnicode = address.replace('xn--bcher-kva', 'bücher')
      expect([to, email.replyTo]).toEqual([
        [address.startsWith('jörg') ? asUnicode : address],
        [{ name: '', address: address.startsWith('jörg') ? asUnicode : address }],
      ])
    },
  )

  test('an address is never read as several, and a subject has one line', async () => {
    await queue(newTenant, 'a@example.com, b@example.com', { subject: 'One\r\nBcc: c@example.com' })
    await sendMail(await getJob('a@example.com, b@example.com'), now()).catch(() => {})
    expect(received.flatMap(({ to }) => to)).not.toContain('b@example.com')
    await queue(newTenant, 'd@example.com', { subject: 'One\r\nBcc: c@example.com' })
    await sendMail(await getJob('d@example.com'), now())
    expect(received.at(-1)?.to).toEqual(['d@example.com'])
    expect(received.at(-1)?.email.bcc).toBeUndefined()
  })
})
