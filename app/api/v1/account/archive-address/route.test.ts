import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { tenants } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { moveClock } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { loadEmails, watchEmails } from '#lib/testing/records/mailbox'
import { addSentProcess } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as confirmRoute } from '../../auth/confirm-archive-address/route.ts'
import * as archiveRoute from './route.ts'

let tenant: TestTenant
/** Of one test: confirmation emails are limited per address. */
let email: string
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant()
  email = `archive.${tenant.tenantId}@example.com`
  newEmails = watchEmails(tenant)
})

itIsGuarded('/account/archive-address', archiveRoute, {
  bodyByMethod: { PUT: { email: 'archive@example.com' } },
})

const put = (address = email) =>
  call(archiveRoute.PUT, { method: 'PUT', body: { email: address }, as: tenant })
const get = async () => (await call(archiveRoute.GET, { as: tenant })).body.data
const confirm = (token: string) => call(confirmRoute, { method: 'POST', body: { token } })
async function complete() {
  const { id } = await addSentProcess(tenant)
  const subject = { process: id }
  await write(tenant.ctx, (tx) =>
    record(tx, tenant.ctx, { type: 'process.completed', subject, data: { process_id: id } }),
  )
}
/** The token of the link in the last email to the address. */
async function mailedToken(): Promise<string> {
  const mail = (await newEmails()).findLast(({ to }) => to === email)
  return /confirm-address\/(\d+-[0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('the archive address', () => {
  it('is confirmed by the link that is mailed to it, once', async () => {
    expect(await get()).toEqual({ email: null, confirmed_at: null })
    expect((await call(archiveRoute.DELETE, { method: 'DELETE', as: tenant })).status).toBe(404)
    expect((await put()).body.data).toEqual({ email, confirmed_at: null })
    const token = await mailedToken()
    const answer = await confirm(token)
    expect(answer).toMatchObject({ status: 200, body: { message: `${email} gets copies from now on.` } })
    expect((await get()).confirmed_at).toMatch(/Z$/)
    expect((await confirm(token)).status).toBe(400)
    // Set again, it stays confirmed, and is not asked again.
    expect((await put()).body.data.confirmed_at).toMatch(/Z$/)
    expect(await newEmails()).toEqual([])
    expect((await call(archiveRoute.DELETE, { method: 'DELETE', as: tenant })).status).toBe(204)
    const trail = await read(tenant.ctx, (reader) => reader.select().from(events).orderBy(events.id))
    expect(trail.map(({ type }) => type).filter((type) => type.includes('archive'))).toEqual([
      'tenant.archive_address_changed',
      'tenant.archive_address_confirmed',
      'tenant.archive_address_removed',
    ])
  })

  it('is not confirmed by a link of another address, another tenant, or after a week, nor before it was made', async () => {
    await put()
    const token = await mailedToken()
    const other = await makeTenant()
    for (const wrong of ['', 'x', token.replace(/^\d+/, String(other.tenantId)), token.replace(/.$/, 'g')])
      expect((await confirm(wrong)).status).toBe(400)
    await put('other@example.com')
    expect((await confirm(token)).status).toBe(400)
    await put()
    const latest = await mailedToken()
    const week = 8 * 24 * 3600 * 1000
    moveClock(week)
    expect((await confirm(latest)).status).toBe(400)
    moveClock(-2 * week)
    expect((await confirm(latest)).status).toBe(400)
    moveClock(week)
    expect((await confirm(latest)).status).toBe(200)
  })

  it('is confirmed by the first link also when it was set again before', async () => {
    await put()
    const token = await mailedToken()
    await put()
    expect((await confirm(token)).status).toBe(200)
  })

  it('400 for what is no address', async () => {
    const { status, body } = await put('archive')
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['email']])
  })

  it('403 for a tenant whose own address is not confirmed: nobody gets an email', async () => {
    await write(tenant.ctx, (tx) =>
      tx.update(tenants).set({ unconfirmed: true }).where(eq(tenants.id, tenant.tenantId)),
    )
    const { status, body } = await put()
    expect([status, body.error.code]).toEqual([403, 'email_not_confirmed'])
    expect(await newEmails()).toEqual([])
  })

  it('429 with a sixth email to one address within an hour, of any tenants, and with an eleventh of one tenant', async () => {
    const first = tenant
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      if (index === 3) tenant = await makeTenant()
      statuses.push((await put(index % 2 ? email : email.toUpperCase())).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    tenant = first
    for (let index = 0; index < 7; index++) expect((await put(`${index}.${email}`)).status).toBe(200)
    expect((await put(`last.${email}`)).status).toBe(429)
  })

  it('gets what the sender of a completed process gets, but only once it is confirmed', async () => {
    await put()
    const token = await mailedToken()
    await complete()
    expect((await newEmails()).map(({ to }) => to)).not.toContain(email)
    await confirm(token)
    await complete()
    const mails = await newEmails()
    const [copy, own] = [email, tenant.user.email].map((address) => mails.find(({ to }) => to === address))
    const why = /You are receiving this email because .*/
    expect(copy!.subject).toBe(own!.subject)
    expect(copy!.text.replace(why, '')).toBe(own!.text.replace(why, ''))
    expect(why.exec(copy!.text)![0]).toMatch(/ has entered your address on Paraph\.$/)
  })
  it.each<[string, () => Promise<unknown>]>([
    ['another address', () => put(`other.${email}`)],
    ['none', () => call(archiveRoute.DELETE, { method: 'DELETE', as: tenant })],
  ])('gets no copies that still wait once there is %s', async (_, change) => {
    await put()
    await confirm(await mailedToken())
    env().smtpUrl = 'smtp://127.0.0.1:9'
    await complete()
    const copies = async () =>
      (await loadEmails(tenant)).filter(({ to, text }) => to === email && !text.includes('/confirm-address/'))
    await newEmails()
    expect(await copies()).toHaveLength(1)
    await change()
    expect(await copies()).toEqual([])
    env().smtpUrl = null
  })
  it('gets its copies in the language of the organisation, as the email that asked for it', async () => {
    await put()
    await confirm(await mailedToken())
    await write(tenant.ctx, (tx) =>
      tx.update(tenants).set({ locale: 'de' }).where(eq(tenants.id, tenant.tenantId)),
    )
    await newEmails()
    await complete()
    const subjects = (await newEmails()).filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjects).toEqual([expect.stringMatching(/^Abgeschlossen: /)])
  })
})
