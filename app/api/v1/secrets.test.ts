import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '#db/connection/client'
import { bulkSends } from '#db/schema/bulk'
import { mails } from '#db/schema/mail'
import { read } from '#db/tenancy/tenant'
import { flushReads } from '#lib/audit/reads'
import { env } from '#lib/core/env'
import { hashPassword } from '#lib/identity/passwords/password'
import { callbackUrl, getProviderHandle } from '#lib/identity/sso/links'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { addCompleted } from '#lib/testing/records/completed'
import { dispatchEvents, loadEmails } from '#lib/testing/records/mailbox'
import { addTemplate } from '#lib/testing/records/records'
import { addLink } from '#lib/testing/records/signing-session'
import { openOidcProvider } from '#lib/testing/servers/oidc-provider'
import { openReceiver } from '#lib/testing/servers/receiver'
import { callFromNewIp } from '#lib/testing/service/call'
import { addTotp, enterPassword, generateCode, type SignInBody } from '#lib/testing/users/factors'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { jobs } from '#lib/worker'
import { closeThreads } from '#lib/workers/pdf-pool'
import { allEndpoints } from './routes.ts'

const PASSWORD = 'marker tangerine orbit 41'
const WRONG_PASSWORD = 'marker wrong password 52'
const CLIENT_SECRET = 'marker-client-secret-of-the-provider'

/** What must not be found, with what it is. */
const secrets = new Map<string, string>()
/** Whatever a tenant, an operator or another tenant can read, by its name. */
const outputs = new Map<string, string>()

let tenant: TestTenant
let admin: Member
let ids: Record<string, number> = {}
let worker: Worker | undefined
let logSpy: ReturnType<typeof vi.spyOn>
const closeFunctions: (() => unknown)[] = []

/** Sends a request; its response must have no secret unless it is the one that shows it. */
async function send<B = { data: Record<string, never> }>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  options: { showsSecret?: boolean; headers?: Record<string, string>; as?: { token: string } | null } = {},
) {
  const [endpoint, params] = await getEndpoint(method, path)
  const { showsSecret = false, headers, as = admin } = options
  const response = await callFromNewIp<B>(endpoint.handler, {
    method,
    path: `/api/v1/${path}`,
    params,
    ...(body && { body }),
    ...(headers && { headers }),
    ...(as && { as }),
  })
  if (!showsSecret)
    outputs.set(`${method} ${path} ${outputs.size}`, Buffer.from(response.bytes).toString('latin1'))
  return response
}

async function getEndpoint(method: string, path: string) {
  for (const endpoint of await allEndpoints()) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '([^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(`/api/v1/${path.split('?')[0]}`)
    if (endpoint.method !== method || !match) continue
    return [endpoint, Object.fromEntries(names.map((name, index) => [name, match[index + 1]!]))] as const
  }
  throw new Error(`no endpoint ${method} ${path}`)
}

/** The secrets of an email: tokens of links and one-time codes. */
function addSecrets({ to, text: content }: { to: string; text: string }): void {
  for (const [, kind, token] of content.matchAll(
    /\/(sign|invitation|recovery|confirm-address)\/([\w-]{20,})/g,
  ))
    secrets.set(token!, `${kind} link to ${to}`)
  for (const [code] of content.matchAll(/(?<![\w.-])\d{6}(?![\w.-])/g)) secrets.set(code, `code to ${to}`)
}

/** An SMTP server that refuses emails to `gone.*` for good and to `slow.*` for now, and quotes them as it does. */
async function openMailServer(): Promise<void> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, session, done) {
      const [recipient] = session.envelope.rcptTo
      const to = (recipient as { address: string }).address
      const email = await PostalMime.parse(await text(stream))
      addSecrets({ to, text: email.text ?? '' })
      if (!/^(gone|slow)\./.test(to)) return done()
      const quote = `blocked: ${email.text?.replaceAll(/\s+/g, ' ')}`
      done(Object.assign(new Error(quote), { responseCode: to.startsWith('gone.') ? 550 : 451 }))
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  env().smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  closeFunctions.push(() => server.close())
}

beforeAll(async () => {
  // As on a terminal, where lines go through the console.
  process.stdout.isTTY = true
  env().logLevel = 'trace'
  logSpy = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  tenant = await makeTenant({ passwordHash: await hashPassword(PASSWORD) })
  admin = tenant
  await plantLocalEmails()
  await openMailServer()
  await plantCredentials()
  await plantProcesses()
  worker = await startWorker(jobs)
  await waitForJobs()
  await readEverything()
}, 180_000)

afterAll(async () => {
  env().smtpUrl = null
  await worker?.stop(5000)
  for (const close of closeFunctions) await close()
  await closeThreads()
})

/** Emails of the time before there was an SMTP server: they stay readable at /mailbox. */
async function plantLocalEmails(): Promise<void> {
  const { email } = admin.user
  await send('POST', 'users', { name: 'Lin', email: `local.${email}`, role: 'user', send_invitation: true })
  await send('POST', `users/${admin.user.id}/reset-password`, {})
  await dispatchEvents(tenant)
  for (const mail of await loadEmails(tenant)) addSecrets(mail)
}

async function plantCredentials(): Promise<void> {
  const { email } = admin.user
  secrets.set(PASSWORD, 'password').set(WRONG_PASSWORD, 'wrong password').set(admin.token, 'session token')
  await send('POST', 'auth/login', { email, password: WRONG_PASSWORD }, { as: null })
  await send('POST', 'auth/login', { email, password: PASSWORD, remember: PASSWORD }, { as: null })
  const login = await send<SignInBody>(
    'POST',
    'auth/login',
    { email, password: PASSWORD },
    { as: null, showsSecret: true, headers: { 'idempotency-key': 'login' } },
  )
  secrets.set(login.body.data.access_token, 'access token')
  await send('POST', 'auth/forgot-password', { email }, { as: null })
  for (const name of ['gone', 'slow', 'ada'])
    await send('POST', 'users', {
      name: 'Ada',
      email: `${name}.${email}`,
      role: 'user',
      send_invitation: true,
    })
  await send('POST', 'users', { name: '', email: 'x', role: 'user', password: PASSWORD })
  await send('POST', 'users', { name: 'Ada', email: `pw.${email}`, role: 'user', password: PASSWORD })
  const { secret, recoveryCodes } = await addTotp(admin)
  secrets.set(secret, 'TOTP secret')
  for (const code of recoveryCodes)
    secrets.set(code, 'recovery code').set(code.replaceAll('-', ''), 'recovery code')
  const { challenge } = (await enterPassword(email, PASSWORD)).body.error
  secrets.set(challenge, 'challenge')
  const [wrongCode] = [generateCode(secret, 40)]
  await send('POST', 'auth/second-factor', { challenge, code: wrongCode }, { as: null })
  const key = await send<{ data: { key: string } }>(
    'POST',
    'api-keys',
    { name: 'CRM', scopes: ['privacy', 'documents:read'] },
    { showsSecret: true, headers: { 'idempotency-key': 'key' } },
  )
  secrets.set(key.body.data.key, 'API key')
  await send('GET', 'documents', undefined, { as: { token: key.body.data.key } })
  await send('GET', 'documents', undefined, { as: { token: `${key.body.data.key}x` } })
  const provider = await openOidcProvider([callbackUrl(getProviderHandle(tenant.tenantId))], {})
  closeFunctions.push(() => provider.close())
  env().oidcAllowedHosts.push(new URL(provider.issuer).host)
  const sso = { issuer: provider.issuer, client_id: 'paraph', client_secret: CLIENT_SECRET }
  secrets.set(CLIENT_SECRET, 'client secret')
  await send('PUT', 'account/sso', { ...sso, domains: 'wrong' })
  const set = await send('PUT', 'account/sso', { ...sso, domains: ['example.com'] })
  expect(set.status).toBe(200)
  const receiver = await openReceiver()
  closeFunctions.push(() => receiver.close())
  receiver.respondWith((response, received) => response.writeHead(500).end(received.body))
  const webhook = await send<{ data: { id: number; secret: string } }>(
    'POST',
    'webhooks',
    { url: receiver.url, events: ['*'] },
    { showsSecret: true },
  )
  secrets.set(webhook.body.data.secret, 'webhook secret')
  const rotated = await send<{ data: { secret: string } }>(
    'POST',
    `webhooks/${webhook.body.data.id}/rotate-secret`,
    {},
    { showsSecret: true },
  )
  secrets.set(rotated.body.data.secret, 'webhook secret')
  for (const secret of [webhook.body.data.secret, rotated.body.data.secret])
    secrets.set(secret.slice('whsec_'.length), 'bare webhook secret')
  ids.webhooks = webhook.body.data.id
}

async function plantProcesses(): Promise<void> {
  const signers = ['ada', 'gone', 'slow'].map((name) => ({
    name: `${name} Signer`,
    email: `${name}.signer@example.com`,
    type: 'parallel' as const,
  }))
  const completed = await addCompleted(tenant, { signers: signers.slice(0, 1) })
  const withCode = await addLink(tenant, { signers, options: { enable_otp: true } })
  secrets.set(withCode.params.token, 'sign link')
  const { token } = withCode.params
  await send('POST', `signing/${token}/otp`, undefined, { as: null })
  await send('POST', `signing/${token}/otp/verify`, { code: '000000' }, { as: null })
  await send('GET', `signing/${token}`, undefined, { as: null, showsSecret: true })
  await send('POST', `signing/${token}/sign`, { consent: token }, { as: null })
  const template = await addTemplate(tenant)
  const rows = [{ name: 'Bulk', email: 'bulk.signer@example.com' }]
  const bulk = await send<{ data: { id: number } }>('POST', 'bulk-sends', { template_id: template.id, rows })
  ids = {
    ...ids,
    'signature-processes': completed.id,
    signer: completed.signers[0]!.id,
    documents: completed.documents[0]!.id,
    templates: template.id,
    'bulk-sends': bulk.body.data.id,
    users: admin.user.id,
  }
  for (const kind of ['audit-trail', '', 'fields', 'certificate'])
    await send('GET', `signature-processes/${withCode.process.id}/${kind}`.replace(/\/$/, ''))
}

/** Until the worker has dispatched all events, sent or failed all emails but the delayed ones, and sent the list. */
async function waitForJobs(): Promise<void> {
  const untilTrue = (isTrue: () => Promise<boolean>) =>
    vi.waitUntil(isTrue, { timeout: 60_000, interval: 200 })
  await untilTrue(async () => {
    const rows = await read(tenant.ctx, (reader) => reader.select().from(bulkSends))
    return rows.every(({ status }) => status === 'completed')
  })
  await untilTrue(async () => (await unfinishedAnnouncements()).length === 0)
  await untilTrue(async () => {
    const rows = await read(tenant.ctx, (reader) => reader.select().from(mails))
    return rows.every(({ status, error }) => status !== 'queued' || error !== null)
  })
  await untilTrue(async () => (await failures()).length > 0)
}

const unfinishedAnnouncements = () =>
  asOwner("select 1 from pgboss.job where name = 'audit.announce' and state < 'completed'")
const failures = () => asOwner("select 1 from events where type = 'signature.delivery_failed'")

async function readEverything(): Promise<void> {
  for (const email of [
    admin.user.email,
    'ada.signer@example.com',
    'gone.signer@example.com',
    'slow.signer@example.com',
  ])
    await exportPerson(email)
  const [vaultDocument] = (await send<{ data: { id: number }[] }>('GET', 'vault/documents')).body.data
  ids['vault/documents'] = vaultDocument!.id
  for (const { method, path } of await allEndpoints())
    if (method === 'GET' && !path.includes('{token}')) await readPath(path.slice('/api/v1/'.length))
  await send('GET', `vault/packages?process_id=${ids['signature-processes']}`)
  await flushReads()
  for (const table of await asOwner(
    `select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )) {
    const rows = await asOwner(`select t::text as row from "${table.schema}"."${table.name}" t`)
    outputs.set(`table ${table.name}`, rows.map(({ row }) => row).join('\n'))
  }
  outputs.set('log', logSpy.mock.calls.flat().join('\n'))
}

/** Reads a path; its id is that of the record planted for the folder. */
async function readPath(path: string): Promise<void> {
  const folder = path.split('/{id}')[0]!
  const id = ids[folder]
  if (path.includes('{id}') && id === undefined) return
  await send('GET', path.replace('{id}', String(id)).replace('{signer}', String(ids.signer)))
}

async function exportPerson(email: string): Promise<void> {
  const { id } = (await send<{ data: { id: number } }>('POST', 'privacy/export', { email })).body.data
  const status = async () =>
    (await send<{ data: { status: string } }>('GET', `privacy/requests/${id}`)).body.data.status
  await vi.waitUntil(async () => (await status()) === 'completed', { timeout: 30_000, interval: 200 })
  const { bytes } = await send('GET', `privacy/requests/${id}/download`)
  for (const [name, content] of unzip(bytes))
    outputs.set(`export of ${email}: ${name}`, content.toString('latin1'))
}

async function asOwner(query: string): Promise<Record<string, string>[]> {
  const client = connect(env().databaseUrl ?? '', { max: 1 })
  try {
    return (await client.unsafe(query)) as unknown as Record<string, string>[]
  } finally {
    await client.end()
  }
}

it('plants every kind of secret, and reads every kind of output', () => {
  const kinds = [...secrets.values()].map((kind) => kind.split(' to ')[0])
  expect(kinds).toEqual(
    expect.arrayContaining([
      'sign link',
      'invitation link',
      'recovery link',
      'code',
      'API key',
      'recovery code',
    ]),
  )
  const names = [...outputs.keys()].join('\n')
  for (const name of ['data.json', 'table job', 'table webhook_logs', '/package', 'result', 'log'])
    expect(names).toContain(name)
  expect(outputs.get('log')).toContain('an email could not be delivered')
  expect(outputs.get('table webhook_logs')).toContain('signature.')
})

it('shows no secret in an export, a package, a payload, a log, a job, an error or a table', () => {
  const found: string[] = []
  for (const [secret, kind] of secrets) {
    const hex = Buffer.from(secret).toString('hex')
    // Six digits may be a part of a time or a hash.
    const wholeCode = /^\d{6}$/.test(secret) && new RegExp(`(?<![\\w.+-])${secret}(?![\\w.+-])`)
    for (const [name, content] of outputs)
      if (wholeCode ? wholeCode.test(content) : content.includes(secret) || content.includes(hex))
        found.push(`${kind} in ${name}`)
  }
  expect([...new Set(found)]).toEqual([])
})

it('keeps no address in the jobs, which are of all tenants', () => {
  const rows = [...outputs].filter(([name]) => name.startsWith('table job')).join('\n')
  expect(rows.match(/[\w.]+@example\.com/g)).toBeNull()
})

it('keeps the content of no email that was sent or has failed', async () => {
  const rows = await read(tenant.ctx, (reader) => reader.select().from(mails))
  const kept = rows.filter(({ content }) => content !== null).map(({ status }) => status)
  expect(rows.map(({ status }) => status)).toContain('failed')
  expect(kept.filter((status) => status !== 'local' && status !== 'queued')).toEqual([])
})
