import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PeerCertificate } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { countDueStamps } from '#db/tenancy/cross-tenant-stamps'
import { loadWitnessKey } from '#lib/audit/witness/witness-key'
import { addDays, now } from '#lib/core/clock'
import { type Env, env } from '#lib/core/env'
import type { KeySource } from '#lib/core/key-variables'
import { recordHeartbeat, reportProcess } from '#lib/jobs/heartbeat'
import { listTrustedLists } from '#lib/keys/trusted-lists'
import { readStampEnds } from '#lib/signing/revisions/stamp-end'
import { openMailServer, type TestMailServer } from '#lib/testing/servers/mail-server'
import { openMailbox, type TestMailbox } from '#lib/testing/servers/mailbox'
import { openStamper, type StampLies, type StampServer } from '#lib/testing/servers/stamper'
import {
  type CertificateFiles,
  makeCertificateChain,
  makeCertificateFiles,
  toPem,
  writePkcs12,
} from '#lib/testing/values/certificate-files'
import { checkCertificates, checkKeys } from './certificates.ts'
import { diagnose, startDiagnosis } from './doctor.ts'
import { formatFindings } from './format.ts'
import {
  checkAccess,
  checkClock,
  checkConfiguration,
  checkDatabase,
  checkDisk,
  checkReplica,
  checkStorage,
  checkVersions,
  checkWorkers,
} from './installation.ts'
import { checkAddress, checkBounces, checkConversion, checkMail, checkTimeStamps } from './services.ts'

vi.mock('#db/tenancy/cross-tenant-stamps', { spy: true })
vi.mock('#lib/signing/revisions/stamp-end', { spy: true })
vi.mock('#lib/keys/trusted-lists', { spy: true })

const CLOSED = '127.0.0.1:1'
const mailFromAddress = 'sign@example.com'
const databaseUrl = process.env.DATABASE_URL!
let dataDir: string
let mailServer: TestMailServer
let mailbox: TestMailbox
let stamper: StampServer
let web: Server
let appUrl: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'doctor-'))
  mailServer = await openMailServer()
  mailbox = await openMailbox()
  stamper = await openStamper()
  web = createServer((request, response) =>
    response.end(request.url === '/api/v1/health/live' ? '{"status":"ok","checks":{}}' : ''),
  )
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  appUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
afterAll(async () => {
  mailServer.close()
  mailbox.close()
  stamper.close()
  web.close()
  await rm(dataDir, { recursive: true, force: true })
})
afterEach(() => vi.unstubAllEnvs())

it('passes a healthy installation in every line', async () => {
  const stopReporting = await reportProcess()
  await recordHeartbeat()
  const findings = await diagnose({
    ...process.env,
    ...{ DATA_DIR: dataDir, SMTP_URL: mailServer.url, BOUNCE_MAILBOX: mailbox.url },
    ...{ TSA_URL: stamper.url, APP_URL: appUrl },
  })
  await stopReporting()
  // The machine of the test may have little space, and LibreOffice without namespaces.
  const others = findings.filter(({ check }) => check !== 'disk' && check !== 'conversion')
  expect(others.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual([
    ...[
      'versions',
      'configuration',
      'certificates',
      'keys',
      'database',
      'access',
      'replica',
      'clock',
      'workers',
    ],
    ...['storage', 'disk', 'email', 'bounces', 'time stamps', 'conversion', 'address'],
  ])
  expect(formatFindings(findings)).toMatch(/^database {7}ok {7}PostgreSQL \d/m)
})

it('names each variable that is wrong, and what to do', async () => {
  const findings = await diagnose({
    ...{ PORT: 'http', LOG_LEVEL: 'loud', WEB_PROCESSES: 'many', OTEL_TRACES_EXPORTER: 'zipkin' },
  })
  expect(findings).toHaveLength(2)
  const message =
    /^PORT must be a port number\.\nLOG_LEVEL must be one of.*\nWEB_PROCESSES must be.*\nOTEL_TRACES_EXPORTER must be/
  expect(findings[1]).toMatchObject({
    ...{ check: 'configuration', status: 'failed', message: expect.stringMatching(message) },
  })
  expect(formatFindings(findings)).toMatch(/^configuration {2}FAILED .*\n +LOG_LEVEL .*\n[^→]+→ Correct/m)
})

it('names a file that a variable names and a start cannot read, and a witness that is the installation itself', async () => {
  const access = checkAccess(databaseUrl)
  await access
  const own = { key: loadWitnessKey().key, verifierKey: '', url: 'https://witness.example' }
  const wrong: [Partial<Env>, string][] = [
    [{ trustedRoots: '/nowhere/roots.pem' }, 'TRUSTED_ROOTS: ENOENT'],
    [{ trustedLists: '/nowhere' }, 'TRUSTED_LISTS: ENOENT'],
    [
      { keys: { ...env().keys, seal: { type: 'pkcs12', path: '/nowhere', password: '' } } },
      'SEAL_KEY: ENOENT',
    ],
    [{ witnesses: [own] }, 'WITNESSES has a key of this installation'],
  ]
  for (const [change, message] of wrong)
    expect(await checkConfiguration({ ...env(), ...change }, access)).toMatchObject({
      ...{ status: 'failed', message: expect.stringContaining(message) },
    })
})

it('says that the password of the database cannot be read, beside all else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-password-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // Another user's file could be read by root.
  await mkdir(join(folder, 'postgres-password'))
  const findings = await diagnose({ ...process.env, DATABASE_URL: '', DATA_DIR: folder })
  expect(findings).toHaveLength(16)
  expect(findings.find(({ check }) => check === 'database')).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('EISDIR') },
  })
})

it('says that the database does not answer', async () => {
  const url = `postgres://nobody@${CLOSED}/paraph`
  expect(await checkDatabase(url)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('The database does not answer'),
  })
  for (const check of [checkAccess, checkClock]) expect(await check(url)).toMatchObject({ status: 'failed' })
})

it('says that the replica is away, or none', async () => {
  const away = `postgres://${CLOSED}/paraph`
  expect(await checkReplica(databaseUrl, { databaseReadUrl: away })).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('ECONNREFUSED') },
  })
  expect(await checkReplica(databaseUrl, { databaseReadUrl: databaseUrl })).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('no replica that streams') },
  })
})

it('says that APP_SECRET is that of another installation', async () => {
  const { appSecret } = env()
  env().appSecret = 'a secret of another installation, long enough'
  const outcome = await checkAccess(databaseUrl).finally(() => {
    env().appSecret = appSecret
  })
  expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('APP_SECRET is not') })
})

it.each([
  ['125000', 'This machine is 125.0 s ahead of'],
  ['-125000', 'This machine is 125.0 s behind'],
])('says whose clock is wrong: %s ms', async (offset, message) => {
  vi.stubEnv('CLOCK_OFFSET_MS', offset)
  const outcome = await checkClock(databaseUrl)
  expect(outcome.status).toBe('failed')
  expect(outcome.message.replace(/12\d\.\d/, '125.0')).toContain(message)
})

it('says that no worker runs', async () => {
  expect(await checkWorkers()).toMatchObject({ status: 'failed', message: 'No worker runs.' })
})

it('says that files cannot be kept', async () => {
  const blocked = join(dataDir, 'blocked')
  await writeFile(blocked, '')
  expect(await checkStorage({ storageUrl: null, dataDir: blocked })).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('cannot be kept') },
    remedy: expect.stringContaining(blocked),
  })
})

it('creates nothing in a data folder, nor the folder', async () => {
  const [absent, empty] = [join(dataDir, 'absent'), join(dataDir, 'empty')]
  await mkdir(empty)
  expect(await checkStorage({ storageUrl: null, dataDir: absent })).toMatchObject({ status: 'failed' })
  expect(await checkStorage({ storageUrl: null, dataDir: empty })).toMatchObject({ status: 'passed' })
  await diagnose({ ...process.env, DATABASE_URL: '', APP_SECRET: '', DATA_DIR: absent })
  await diagnose({ ...process.env, DATABASE_URL: '', APP_SECRET: '', DATA_DIR: empty })
  expect([existsSync(absent), await readdir(empty)]).toEqual([false, []])
})

it.each([
  [20_000, 'passed'],
  [2_000, 'warning'],
  [100, 'failed'],
  [Number.POSITIVE_INFINITY, 'passed'],
])('judges %d MB of free space', async (megabytes, status) => {
  expect(await checkDisk({ dataDir }, async () => megabytes * 1e6)).toMatchObject({ status })
})

it('says that the mail server does not answer, and where emails are without one', async () => {
  const config = { smtpUrl: `smtp://${CLOSED}`, appUrl, mailFromAddress }
  expect(await checkMail(config)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^127\.0\.0\.1:1 does not take emails: .*ECONNREFUSED/),
  })
  expect(await checkMail({ ...config, smtpUrl: null })).toMatchObject({ status: 'passed' })
  expect(await checkMail({ ...config, smtpUrl: null, appUrl: 'https://sign.example.com' })).toMatchObject({
    status: 'failed',
    remedy: expect.stringContaining('Set SMTP_URL'),
  })
})

it('says that there is a login, or none', async () => {
  const check = (smtpUrl: string) => checkMail({ smtpUrl, appUrl, mailFromAddress })
  const { host } = new URL(mailServer.url)
  expect(await check(mailServer.url.replace('//', '//ada:secret@'))).toEqual({
    ...{ status: 'passed', message: `${host} accepts the login, and sign@example.com as sender` },
  })
  expect(await check(mailServer.url)).toEqual({
    ...{ status: 'passed', message: `${host} accepts sign@example.com as sender, without a login` },
  })
  expect(mailServer.recipients).toEqual([])
})

it.each([
  ['CONN', 554, /Invalid greeting.*554/],
  ['EHLO', 500, /Invalid HELO/],
  ['AUTH', 535, /Invalid login: 535/],
  ['MAIL FROM', 530, /The sender sign@example\.com is refused: 530/],
  ['MAIL FROM', 553, /The sender sign@example\.com is refused: 553/],
  ['RCPT TO', 550, /Emails from sign@example\.com are refused: 550 5\.1\.8/, '5.1.8 Sender address rejected'],
  ['RCPT TO', 554, /Emails from sign@example\.com are refused: 554 5\.7\.1/, '5.7.1 Client host rejected'],
  ['RCPT TO', 530, /Emails from sign@example\.com are refused: 530/],
] as const)(
  'says that the mail server refuses %s with %i',
  async (refusedCommand, responseCode, message, responseText: string = 'refused') => {
    Object.assign(mailServer, { refusedCommand, responseCode, responseText })
    const smtpUrl = mailServer.url.replace('//', '//ada:wrong@')
    expect(await checkMail({ smtpUrl, appUrl, mailFromAddress })).toMatchObject({
      ...{ status: 'failed', message: expect.stringMatching(message) },
      remedy: expect.stringContaining('MAIL_FROM'),
    })
    mailServer.responseCode = null
  },
)

it('does not mind a sender without a mailbox', async () => {
  const refusal = { responseCode: 550, responseText: '5.1.1 No such user' }
  Object.assign(mailServer, { refusedCommand: 'RCPT TO', ...refusal })
  const config = { smtpUrl: mailServer.url, appUrl, mailFromAddress }
  expect(await checkMail(config)).toMatchObject({ status: 'passed' })
  mailServer.responseCode = null
})

it('does not wait long for a mail server that says nothing', async () => {
  mailServer.isSilent = true
  const began = performance.now()
  const config = { smtpUrl: mailServer.url, appUrl, mailFromAddress }
  expect(await checkMail(config)).toMatchObject({ status: 'failed' })
  expect(performance.now() - began).toBeLessThan(15_000)
  mailServer.isSilent = false
}, 20_000)

it('says why the mailbox of returned emails cannot be opened', async () => {
  const check = (bounceMailbox: string | null) => checkBounces({ bounceMailbox })
  expect(await check(mailbox.url.replace(/:[^:@]*@/, ':wrong@'))).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('The login is refused.') },
  })
  expect(await check(`imap://returned@${CLOSED}/INBOX`)).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('ECONNREFUSED') },
  })
  expect(await check(null)).toMatchObject({ status: 'passed' })
})

it('names the time-stamping authorities that do not answer', async () => {
  const silent = `http://${CLOSED}/tsr`
  expect(await checkTimeStamps({ tsa: [silent] })).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^No time stamp from 127\.0\.0\.1:1: .*fetch failed/),
    remedy: expect.stringContaining('Check TSA_URL'),
  })
  expect(await checkTimeStamps({ tsa: [silent, stamper.url] })).toMatchObject({ status: 'warning' })
  for (const tsa of [null, 'internal'] as const)
    expect(await checkTimeStamps({ tsa })).toMatchObject({ status: 'passed' })
})

it('warns of files whose time stamps nothing renews, as there is no authority any more', async () => {
  const renewAt = addDays(now(), 3650)
  vi.mocked(countDueStamps).mockImplementation(async (at) => (at >= renewAt ? 12 : 0))
  onTestFinished(() => void vi.mocked(countDueStamps).mockRestore())
  expect(await checkTimeStamps({ tsa: null })).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/level B, and nothing renews the time stamps of signed files \(12\)\.$/),
    remedy: expect.stringContaining('Set TSA_URL'),
  })
  expect(await checkTimeStamps({ tsa: 'internal' })).toMatchObject({ status: 'passed' })
})

it.each<[string, StampLies, string]>([
  ['refuses', { status: 2, freeText: 'no more credits' }, 'Request rejected. no more credits'],
  ['has another time', { time: '20250101000000Z' }, 'Its time differs by'],
])('says why an authority that %s gives no time stamp', async (_what, lies, why) => {
  stamper.lieWith(lies)
  const outcome = await checkTimeStamps({ tsa: [stamper.url] }).finally(() => stamper.lieWith())
  expect(outcome).toMatchObject({
    status: 'failed',
    message: expect.stringContaining(why),
    remedy: expect.stringContaining('clock'),
  })
  expect(outcome).not.toMatchObject({ remedy: expect.stringContaining('Check TSA_URL') })
})

it.each([
  [3, null, 'warning', /certificate of the time stamps of 127\.0\.0\.1:\d+ ends on \d{4}-/],
  [300, 60, 'warning', /127\.0\.0\.1:\d+ are RSA signatures, which are accepted until \d{4}-/],
  [300, -60, 'warning', /are RSA signatures/],
  [300, 200, 'passed', /The authority answers/],
  [300, null, 'passed', /The authority answers/],
] as const)(
  'judges time stamps that end in %i days, by their algorithm in %o',
  async (days, algorithmDays, status, message) => {
    vi.mocked(readStampEnds).mockReturnValueOnce({
      certificate: addDays(now(), days),
      algorithm: algorithmDays === null ? null : addDays(now(), algorithmDays),
    })
    expect(await checkTimeStamps({ tsa: [stamper.url] })).toMatchObject({
      ...{ status, message: expect.stringMatching(message) },
    })
  },
)

it.each([
  [undefined, 300, 'passed', 'None has ended'],
  [undefined, 10, 'warning', 'SEAL_KEY: a certificate ends on '],
  [undefined, -10, 'failed', /SEAL_KEY: .*City Seal.* expired on /],
  [10, 300, 'failed', /SEAL_KEY: .*City Seal.* is valid from .* only/],
] as const)('judges a seal that begins in %o and ends in %i days', async (begin, end, status, message) => {
  const { authority } = await makeCertificateChain()
  const period = { notAfter: addDays(now(), end), ...(begin && { notBefore: addDays(now(), begin) }) }
  const seal = await makeCertificateFiles('City Seal', { issuer: authority, ...period })
  const { keys } = env()
  env().keys = {
    ...keys,
    seal: { type: 'pkcs12', path: await writePkcs12(seal, 'open sesame'), password: 'open sesame' },
  }
  const outcome = await checkCertificates().finally(() => {
    env().keys = keys
  })
  expect(outcome).toMatchObject({
    status,
    message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  })
})

it.each<[string, (files: CertificateFiles) => Promise<KeySource>, string, RegExp]>([
  [
    'in a file',
    async (files) => ({
      type: 'pkcs12',
      path: await writePkcs12(files, 'open sesame'),
      password: 'open sesame',
    }),
    'passed',
    /Each has signed once/,
  ],
  [
    'of an HSM without its library',
    async (files) => {
      const certificates = join(dataDir, 'seal.pem')
      await writeFile(certificates, toPem([files.certificate, ...files.chain]))
      return { type: 'pkcs11', module: '/nowhere.so', token: 't', object: 'o', pin: '1', certificates }
    },
    'failed',
    /^SEAL_KEY does not sign: .*(nowhere\.so|pkcs11js)/,
  ],
  [
    'whose file cannot be read',
    async () => ({ type: 'pkcs12', path: join(dataDir, 'absent.p12'), password: 'open sesame' }),
    'failed',
    /^SEAL_KEY was not tried: its file cannot be read/,
  ],
])('judges whether a key %s signs', async (_what, makeSource, status, message) => {
  const { keys } = env()
  const { seal } = await makeCertificateChain()
  env().keys = { ...keys, seal: await makeSource(seal) }
  const outcome = await checkKeys().finally(() => {
    env().keys = keys
  })
  expect(outcome).toMatchObject({ status, message: expect.stringMatching(message) })
})

it('tries no key for the page of the installation', async () => {
  const findings = await Promise.all(startDiagnosis(process.env, { triesKeys: false }))
  const checks = findings.map(({ check }) => check)
  expect(checks).toContain('certificates')
  expect(checks).not.toContain('keys')
})

it('warns of a trusted list past its next update', async () => {
  vi.mocked(listTrustedLists).mockResolvedValueOnce([
    { territory: 'BE', nextUpdate: addDays(now(), -1).toISOString() },
    { territory: 'FR', nextUpdate: addDays(now(), 1).toISOString() },
    { territory: 'UK', nextUpdate: null },
  ])
  expect(await checkCertificates()).toMatchObject({
    ...{ status: 'warning', message: 'The trusted list of BE is past its next update.' },
  })
})

it('says whether LibreOffice is there, and why it cannot be isolated', async () => {
  const folder = await mkdtemp(join(dataDir, 'programs-'))
  vi.stubEnv('PATH', folder)
  expect(checkConversion()).toMatchObject({
    status: 'passed',
    message: expect.stringContaining('not on the PATH'),
  })
  const program = (name: string, text: string) =>
    writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  await program('soffice', '')
  await program('setpriv', 'echo "unshare: mount /proc failed: Operation not permitted" >&2; exit 1')
  expect(checkConversion()).toMatchObject({
    ...{ status: 'warning', message: expect.stringContaining('mount /proc failed: Operation not permitted') },
  })
  await program('setpriv', '')
  expect(checkConversion()).toMatchObject({
    status: 'passed',
    message: expect.stringContaining('makes PDFs'),
  })
  await program('libswlo.so', '')
  expect(checkConversion()).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('equations'),
  })
  await program('libsmlo.so', '')
  expect(checkConversion()).toMatchObject({ status: 'passed' })
})

it('says what is wrong with the address of the service', async () => {
  expect(await checkAddress({ appUrl: 'https://sign.invalid' })).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('sign.invalid has no address') },
  })
  expect(await checkAddress({ appUrl: `http://${CLOSED}` })).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('does not answer') },
  })
  expect(await checkAddress({ appUrl: `${appUrl}/elsewhere` })).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('not as this service does') },
  })
  // No TLS is spoken there.
  expect(await checkAddress({ appUrl: appUrl.replace('http:', 'https:') })).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('TLS of 127.0.0.1') },
  })
})

it.each([
  [3, 'warning', /ends in [23] days/],
  [60, 'passed', /leads to this service/],
])('judges a certificate that ends in %i days', async (days, status, message) => {
  const { certificate } = await makeCertificateFiles('localhost', { notAfter: addDays(new Date(), days) })
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok' }))
  const outcome = await checkAddress(
    { appUrl: 'https://localhost' },
    async () => ({ raw: Buffer.from(certificate) }) as PeerCertificate,
  )
  vi.unstubAllGlobals()
  expect(outcome).toMatchObject({ status, message: expect.stringMatching(message) })
})

it('warns of a version of Node without limits of processor time', () => {
  expect(checkVersions('v22.20.0')).toMatchObject({ status: 'warning' })
  expect(checkVersions('v24.5.0')).toMatchObject({ status: 'warning' })
  for (const version of ['v24.6.0', 'v25.0.0']) expect(checkVersions(version).status).toBe('passed')
})
