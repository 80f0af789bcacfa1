import { createPublicKey, hash, verify } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { mails, senderDomains } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import type { SenderRecord } from '#lib/identity/sender/schema'
import { checkSenders } from '#lib/identity/sender/verify-sender'
import { queueMail } from '#lib/mail/queue'
import { sendMail } from '#lib/mail/send'
import { watchEmails } from '#lib/testing/records/mailbox'
import { openDnsServer, type TestDnsServer } from '#lib/testing/servers/dns-server'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as senderRoute from './route.ts'
import * as verifyRoute from './verify/route.ts'

const systemServers = dns.getServers()
const settings = { name: 'Acme contracts', address: 'contracts@acme.example' }
let tenant: TestTenant
let dnsServer: TestDnsServer

beforeAll(async () => {
  dnsServer = await openDnsServer()
  dns.setServers([dnsServer.address])
})
beforeEach(async () => {
  tenant = await makeTenant()
  dnsServer.records.clear()
  dnsServer.isFailing = false
})
afterAll(() => {
  dns.setServers(systemServers)
  dnsServer.close()
})

itIsGuarded('/account/sender', senderRoute, { bodyByMethod: { PUT: settings } })
itIsGuarded('/account/sender/verify', verifyRoute)

const put = (body: object = settings) => call(senderRoute.PUT, { method: 'PUT', body, as: tenant })
const check = () => call(verifyRoute.POST, { method: 'POST', as: tenant })
const publish = (records: { name: string; value: string }[]) => {
  for (const { name, value } of records) dnsServer.records.set(name, [value])
}
const recordsOf = ({ data }: { data: Record<string, unknown> }) =>
  data.records as [SenderRecord['records'][0], SenderRecord['records'][0]]
const typesOf = async () => {
  const rows = await read(tenant.ctx, (reader) =>
    reader.select({ type: events.type }).from(events).orderBy(events.id),
  )
  return rows.map(({ type }) => type).filter((type) => type.startsWith('tenant.sender'))
}

describe('the sender of emails', () => {
  it('is none at first, cannot be verified or removed then, and is of one tenant', async () => {
    expect((await call(senderRoute.GET, { as: tenant })).body.data).toEqual({
      ...{ name: null, address: null, status: 'none', records: [] },
      ...{ verified_at: null, checked_at: null },
    })
    expect((await check()).status).toBe(404)
    expect((await call(senderRoute.DELETE, { method: 'DELETE', as: tenant })).status).toBe(404)
    await put()
    const other = await makeTenant()
    expect((await call(senderRoute.GET, { as: other })).body.data.status).toBe('none')
  })

  it.each([
    ['name', ''],
    ['name', 'two\nlines'],
    ['address', 'acme.example'],
    ['address', ''],
  ])('400 for %s %j', async (field, value) => {
    const { status, body } = await put({ ...settings, [field]: value })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [field]])
  })

  it('is verified by both records, lost without them, and verified again', async () => {
    const newEmails = watchEmails(tenant)
    const { body } = await put()
    const [proof, key] = recordsOf(body)
    expect(body.data).toMatchObject({ ...settings, status: 'unverified' })
    expect(proof).toMatchObject({ type: 'TXT', name: '_paraph.acme.example', found: false })
    expect(proof.value).toMatch(/^paraph-verification=[\w-]{43}$/)
    expect(key.name).toMatch(/^paraph-[0-9a-f]{8}\._domainkey\.acme\.example$/)

    publish([proof])
    expect((await check()).body.data).toMatchObject({
      status: 'unverified',
      records: [{ found: true }, { found: false }],
    })
    // Some panels add spaces and quotation of their own.
    publish([proof, { name: key.name, value: key.value.replaceAll('; ', ' ;  ') }])
    expect((await check()).body.data.status).toBe('verified')
    await checkSenders(now())
    // The same again changes nothing.
    expect((await put()).body.data.status).toBe('verified')
    expect(await typesOf()).toEqual(['tenant.sender_changed', 'tenant.sender_verified'])

    // DNS that does not answer proves nothing.
    dnsServer.isFailing = true
    const failing = await check()
    expect([failing.status, Object.keys(failing.body.error.errors)]).toEqual([400, ['address']])
    await checkSenders(now())
    expect((await call(senderRoute.GET, { as: tenant })).body.data.status).toBe('verified')

    dnsServer.isFailing = false
    dnsServer.records.delete(key.name)
    await checkSenders(now())
    expect((await call(senderRoute.GET, { as: tenant })).body.data.status).toBe('lost')
    expect((await newEmails()).at(-1)?.subject).toMatch(
      /^The emails of Tenant .* no longer come from acme.+example$/,
    )
    publish([key])
    await checkSenders(now())
    expect((await call(senderRoute.GET, { as: tenant })).body.data.status).toBe('verified')
    expect((await typesOf()).slice(2)).toEqual(['tenant.sender_lost', 'tenant.sender_verified'])
  })

  it('is verified once by several checks at once', async () => {
    publish(recordsOf((await put()).body))
    await Promise.all([check(), check(), checkSenders(now()), check()])
    expect(await typesOf()).toEqual(['tenant.sender_changed', 'tenant.sender_verified'])
  })

  it('is looked up for several tenants at once', async () => {
    const { body: own } = await put()
    const first = tenant
    tenant = await makeTenant()
    const { body: other } = await put({ ...settings, address: 'contracts@other.example' })
    const names = [...recordsOf(own), ...recordsOf(other)].map(({ name }) => name)
    dnsServer.awaitedNames = new Set(names)
    await checkSenders(now())
    for (const { ctx } of [first, tenant]) {
      const [row] = await read(ctx, (reader) => reader.select().from(senderDomains))
      expect(row!.checkedAt).not.toBeNull()
    }
  })

  it('keeps its key within the domain, and has another for another domain', async () => {
    const { body: first } = await put()
    publish(recordsOf(first))
    await check()
    const { body: renamed } = await put({ name: 'Acme', address: 'legal@acme.example' })
    expect(renamed.data).toMatchObject({ name: 'Acme', status: 'verified' })
    expect(recordsOf(renamed)[1].value).toBe(recordsOf(first)[1].value)
    const { body: moved } = await put({ ...settings, address: 'legal@other.example' })
    expect(moved.data.status).toBe('unverified')
    expect(recordsOf(moved)[1].value).not.toBe(recordsOf(first)[1].value)
    const [row] = await read(tenant.ctx, (reader) => reader.select().from(senderDomains))
    expect(Buffer.from(row!.privateKey).includes('PRIVATE')).toBe(false)
    expect((await call(senderRoute.DELETE, { method: 'DELETE', as: tenant })).status).toBe(204)
    expect((await typesOf()).at(-1)).toBe('tenant.sender_removed')
  })
})

describe('an email', () => {
  const received: { raw: string; from: string }[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      buffer(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ raw: raw.toString('latin1'), from })
        done()
      }, done)
    },
  })
  beforeAll(async () => {
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    env().smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    env().smtpUrl = null
    smtp.close()
  })

  async function send(to: string, options: { fromInstallation?: true } = {}) {
    const content = { fromName: 'Ada', subject: 'Größe', html: '<p>Hi</p>', text: 'Hi,\n.  spaces \n\n' }
    await write(tenant.ctx, (tx) => queueMail(tx, tenant.ctx, { to, ...content, ...options }))
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select().from(mails).where(eq(mails.recipient, to)),
    )
    await sendMail({ tenantId: tenant.tenantId, mailId: row!.id }, now())
    return received.at(-1)!
  }

  it('comes from the verified sender, signed; from the installation otherwise', async () => {
    const { body } = await put()
    const [, key] = recordsOf(body)
    expect((await send('first@example.com')).raw).not.toMatch(/DKIM-Signature|acme\.example/)

    publish(recordsOf(body))
    await check()
    const { raw, from } = await send('second@example.com')
    expect(raw).toMatch(/^From: Acme contracts <contracts@acme\.example>\r$/m)
    // Bounces still come to the installation, whose server SPF knows.
    expect(env().mailFromAddress).toBe(from)
    expect(verifyDkim(raw, key)).toBe(true)
    expect(verifyDkim(raw.replace('Acme contracts', 'Acme contract'), key)).toBe(false)
    expect(verifyDkim(raw.replace('.  spaces', '.  space'), key)).toBe(false)

    // As a report about the tenant, in which it has no part.
    const report = await send('operator@example.com', { fromInstallation: true })
    expect(report.raw).not.toMatch(/DKIM-Signature|acme\.example/)

    dnsServer.records.clear()
    await check()
    const lost = await send('third@example.com')
    expect(lost.raw).not.toContain('DKIM-Signature')
    expect(lost.raw).toMatch(/^Reply-To: contracts@acme\.example\r$/m)
    expect(lost.raw).toMatch(/^From: Ada </m)
  })
})

/** Verifies a relaxed/relaxed RSA signature (RFC 6376, 3.4 and 3.7) with the published key. */
function verifyDkim(raw: string, key: { name: string; value: string }): boolean {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const body = raw
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  const signature = headers.find((header) => /^dkim-signature:/i.test(header))!
  const tag = (name: string) => new RegExp(`[;:\\s]${name}=([^;]*)`).exec(signature)![1]!.replace(/\s/g, '')
  if (`${tag('s')}._domainkey.${tag('d')}` !== key.name || tag('c') !== 'relaxed/relaxed') return false
  if (hash('sha256', Buffer.from(body, 'latin1'), 'base64') !== tag('bh')) return false
  const relaxed = (header: string) => {
    const [name, ...value] = header.split(':')
    return `${name!.toLowerCase().trim()}:${value
      .join(':')
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const signed = tag('h')
    .split(':')
    .flatMap((name) =>
      headers.filter((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`)).slice(-1),
    )
  const data = [...signed, signature.replace(/([;\s]b=)[^;]*/, '$1')].map(relaxed).join('\r\n')
  const publicKey = createPublicKey({
    key: Buffer.from(/p=(.*)$/.exec(key.value)![1]!, 'base64'),
    format: 'der',
    type: 'spki',
  })
  return verify('sha256', Buffer.from(data, 'latin1'), publicKey, Buffer.from(tag('b'), 'base64'))
}
