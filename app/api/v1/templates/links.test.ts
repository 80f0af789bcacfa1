import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { onConnection } from '#db/connection/client'
import { tenants } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { processes } from '#db/schema/processes'
import { linkVisits, templateLinks } from '#db/schema/templates'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { createFolder } from '#lib/folders/create'
import { updateFolder } from '#lib/folders/update'
import { deleteUser } from '#lib/identity/users/delete-user'
import { queueMail } from '#lib/mail/queue'
import { makeVisitorCodeMails } from '#lib/notices/visitors/link-code'
import { runRequest } from '#lib/privacy/run'
import { lockProcess } from '#lib/processes/load'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { getBytes } from '#lib/storage/files'
import { deleteTemplate } from '#lib/templates/delete'
import { getTemplate } from '#lib/templates/get'
import { UpdateTemplate } from '#lib/templates/input'
import type { TemplateLinkRecord } from '#lib/templates/links/schema'
import type { TemplateRecord } from '#lib/templates/schema'
import { updateTemplate } from '#lib/templates/update'
import { deleteUse } from '#lib/templates/use'
import { beginByLink } from '#lib/templates/visits/begin'
import { visitorCode, visitorCodeHash } from '#lib/templates/visits/code'
import { countVisitorCode } from '#lib/templates/visits/limits'
import { purgeVisits } from '#lib/templates/visits/purge'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { addTemplate } from '#lib/testing/records/records'
import {
  extractText,
  loadEvents,
  loadRows,
  loadVaultRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { browser, call, callFromNewIp } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as eraseRoute from '../privacy/erase/route.ts'
import * as openRoute from '../signing/[token]/open/route.ts'
import * as signingRoute from '../signing/[token]/route.ts'
import * as signRoute from '../signing/[token]/sign/route.ts'
import * as beginRoute from '../template-links/[token]/begin/route.ts'
import * as codeRoute from '../template-links/[token]/code/route.ts'
import * as visitRoute from '../template-links/[token]/route.ts'
import * as linkRoute from './[id]/links/[link]/route.ts'
import * as linksRoute from './[id]/links/route.ts'

type LinkBody = { data: TemplateLinkRecord }
type ErrorBody = { error: { details: { field: string; key: string }[] } }

let tenant: TestTenant
let template: TemplateRecord
beforeAll(async () => {
  tenant = await makeTenant()
  template = await addTemplate(tenant)
})

const make = <B = LinkBody>(
  body: unknown = {},
  { as = tenant as { token: string }, id = template.id } = {},
) => call<B>(linksRoute.POST, { params: { id }, body, as })
const makeLink = async (body: unknown = {}, options: Parameters<typeof make>[1] = {}) =>
  (await make(body, options)).body.data
const getLink = async ({ id, template_id }: TemplateLinkRecord) =>
  (await call<LinkBody>(linkRoute.GET, { params: { id: template_id, link: id }, as: tenant })).body.data
const endLink = ({ id, template_id }: TemplateLinkRecord) =>
  call(linkRoute.DELETE, { method: 'DELETE', params: { id: template_id, link: id }, as: tenant })
const getToken = ({ url }: { url: string }) => url.split('/').at(-1)!

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
/** A visitor of a link of their own: codes are limited per address. */
const visitorOf = ({ url }: { url: string }) => ({
  ...ada,
  email: `ada.${getToken({ url }).toLowerCase()}@example.com`,
})
const requestCode = (
  link: { url: string },
  { email, locale }: { email: string; locale?: string } = visitorOf(link),
  caller: typeof call = callFromNewIp,
) => caller(codeRoute.POST, { params: { token: getToken(link) }, body: { email, locale } })

/** The visit of an address, with the code that was mailed. */
async function findVisit(link: TemplateLinkRecord, { email } = visitorOf(link)) {
  const [visit] = await read(tenant.ctx, (reader) =>
    reader
      .select()
      .from(linkVisits)
      .where(and(eq(linkVisits.linkId, link.id), eq(linkVisits.email, email))),
  )
  return { ...visit!, code: visitorCode(visit!.id, visit!.codeSentAt) }
}

async function eraseOf(email: string): Promise<void> {
  const { body } = await call<{ data: { id: number } }>(eraseRoute.POST, { body: { email }, as: tenant })
  await runRequest({ tenantId: tenant.tenantId, requestId: body.data.id })
}

/** Another code can be sent at once. */
const passPause = () =>
  onConnection((connection) =>
    connection.send(`delete from rate_limits where key like 'template-link-pause%'`),
  )

async function begin(
  link: TemplateLinkRecord,
  visitor = visitorOf(link),
  caller: typeof call = callFromNewIp,
) {
  await requestCode(link, visitor)
  const { code } = await findVisit(link, visitor)
  return caller(beginRoute.POST, { params: { token: getToken(link) }, body: { ...visitor, code } })
}

const countProcesses = async (id: number) => {
  const rows = await read(tenant.ctx, (reader) =>
    reader.select({ status: processes.status }).from(processes).where(eq(processes.templateId, id)),
  )
  return rows.map(({ status }) => status)
}

itIsGuarded('/templates/{id}/links', linksRoute, {
  idsOfOtherTenant: async () => ({ id: template.id }),
  bodyByMethod: { POST: {} },
})
itIsGuarded('/templates/{id}/links/{link}', linkRoute, {
  idsOfOtherTenant: async () => ({ id: template.id, link: (await makeLink()).id }),
})

describe('POST /templates/{id}/links', () => {
  it('201 with the link, which the list has, and an event', async () => {
    const expires_at = addSeconds(now(), 3600).toISOString()
    const { status, body, headers } = await make({ limit: 5, expires_at })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ status: 'active', role: 'Client', limit: 5, uses: 0, expires_at })
    expect(body.data.url).toMatch(/^http:\/\/localhost:3000\/sign\/link\/[\w-]{22}$/)
    expect(headers.get('location')).toMatch(`/api/v1/templates/${template.id}/links/${body.data.id}`)
    const list = await call<{ data: TemplateLinkRecord[] }>(linksRoute.GET, {
      params: { id: template.id },
      as: tenant,
    })
    expect(list.body.data[0]).toEqual(body.data)
    expect(await getLink(body.data)).toEqual(body.data)
    const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { template: template.id }))
    expect(
      trail.find(({ type, data }) => type === 'template.link_created' && data.link_id === body.data.id),
    ).toBeTruthy()
  })

  it('takes the people of the other roles, and the role that is named', async () => {
    const roles = [{ name: 'Tenant' }, { name: 'Landlord' }]
    const { id } = await addTemplate(tenant, { roles, fields: [] })
    const landlord = { name: 'Lou', email: 'lou@example.com' }
    const link = await makeLink({ signers: { Landlord: landlord } }, { id })
    expect(link).toMatchObject({ role: 'Tenant', signers: [{ role: 'Landlord', ...landlord }] })
    for (const [body, member] of [
      [{}, 'role'],
      [{ role: 'Nobody', signers: { Landlord: landlord } }, 'role'],
      [{ role: 'Tenant' }, 'signers'],
      [{ role: 'Tenant', signers: { Landlord: landlord, Tenant: ada } }, 'role'],
      // Visitors would wait for the tenant's signature.
      [{ role: 'Landlord', signers: { Tenant: ada } }, 'role'],
      [{ signers: { Landlord: landlord }, limit: 0 }, 'limit'],
      [{ signers: { Landlord: landlord }, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ] as const) {
      const refused = await make<{ error: { code: string; errors: object } }>(body, { id })
      expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, [member]])
    }
  })

  it('400 for a role that confirms a code which visitors cannot have', async () => {
    const { id } = await addTemplate(tenant, { roles: [{ name: 'Client', otp: 'access_code' }] })
    const refused = await make<{ error: { details: { key: string }[] } }>({}, { id })
    expect(refused.status).toBe(400)
    expect(refused.body.error.details[0]!.key).toBe('documents.linkRoleNeedsCode')
  })

  it('400 where the codes of the other people cannot be sent', async () => {
    const roles = [{ name: 'Tenant' }, { name: 'Landlord', otp: 'sms' as const }]
    const { id } = await addTemplate(tenant, { roles })
    const refusal = async (phone: string) => {
      const landlord = { name: 'Lou', email: 'lou@example.com', phone }
      const { status, body } = await make<ErrorBody>({ signers: { Landlord: landlord } }, { id })
      return [status, body.error?.details.map(({ field, key }) => [field, key])]
    }
    const notConfigured = ['signers.Landlord.role', 'processes.smsNotConfigured']
    expect(await refusal('+49 170 1234589')).toEqual([400, [notConfigured]])
    env().sms = { url: 'http://127.0.0.1:9', method: 'POST', headers: {}, body: '{to} {text}', secret: '' }
    try {
      expect(await refusal('0170 1234589')).toEqual([
        400,
        [['signers.Landlord.phone', 'processes.phoneNeeded']],
      ])
      expect(await refusal('+49 170 1234589')).toEqual([201, undefined])
    } finally {
      env().sms = null
    }
  })

  it('400 for a template of which no process could be sent, with all reasons', async () => {
    const { id } = await addTemplate(tenant, {
      ...{ documents: [], fields: [] },
      roles: [{ name: 'Client', signature_level: 'advanced' }],
    })
    const { status, body } = await make<ErrorBody>({}, { id })
    expect([status, body.error.details.map(({ field, key }) => [field, key])]).toEqual([
      400,
      [
        ['role', 'processes.documentNeeded'],
        ['role', 'processes.noSigningService'],
      ],
    ])
  })

  it('403 for a key that may not send or read templates, and for a tenant without a confirmed address', async () => {
    const key = await tenant.addKey({ scopes: ['templates:read', 'templates:write'] })
    expect((await make({}, { as: key })).status).toBe(403)
    const writer = await tenant.addKey({ scopes: ['templates:write', 'processes:write'] })
    expect((await make({}, { as: writer })).status).toBe(403)
    const other = await makeTenant()
    const { id } = await addTemplate(other)
    await write(other.ctx, (tx) =>
      tx.update(tenants).set({ unconfirmed: true }).where(eq(tenants.id, other.tenantId)),
    )
    const refused = await call(linksRoute.POST, { params: { id }, body: {}, as: other })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'email_not_confirmed'])
  })
})

describe('DELETE /templates/{id}/links/{link}', () => {
  it('204, again 404; the link stays in the list and makes no process', async () => {
    const link = await makeLink()
    expect((await endLink(link)).status).toBe(204)
    expect((await endLink(link)).status).toBe(404)
    expect((await getLink(link)).status).toBe('ended')
    await requestCode(link)
    const { code } = await findVisit(link)
    const body = { ...visitorOf(link), code }
    const refused = await callFromNewIp(beginRoute.POST, { params: { token: getToken(link) }, body })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({ code: 'invalid_state', current_status: 'ended' }),
    ])
  })
})

describe('a visitor', () => {
  it('sees whose link it is', async () => {
    const link = await makeLink({ limit: 1 })
    const params = { token: getToken(link) }
    const seen = await callFromNewIp(visitRoute.GET, { params })
    expect(seen.body.data).toMatchObject({
      status: 'active',
      name: 'Lease',
      sender: { name: tenant.user.name },
    })
    expect((await callFromNewIp(visitRoute.GET, { params: { token: 'x'.repeat(22) } })).status).toBe(404)
    expect((await requestCode({ url: `/${'x'.repeat(22)}` })).status).toBe(404)
    const body = { ...ada, code: '123456' }
    expect((await callFromNewIp(beginRoute.POST, { params: { token: 'x' }, body })).status).toBe(404)
  })

  it('proves the address, and is on the signing page of a process of their own without another code', async () => {
    const link = await makeLink()
    const visitor = browser()
    await requestCode(link, visitorOf(link), visitor)
    const { code, codeHash } = await findVisit(link)
    expect(codeHash).not.toContain(code)
    const begun = await visitor<{ data: { url: string } }>(beginRoute.POST, {
      params: { token: getToken(link) },
      body: {
        ...{ name: ada.name, locale: 'fr', email: visitorOf(link).email.replace('ada', 'ADA') },
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
      },
    })
    expect(begun.status).toBe(200)
    const params = { token: getToken(begun.body.data) }
    const seen = await visitor(signingRoute.GET, { params })
    expect(seen.body.data).toMatchObject({
      signer: { ...visitorOf(link), locale: 'fr', status: 'notified' },
      otp: { required: true, verified: true },
    })
    expect((await callFromNewIp(signingRoute.GET, { params })).body.data.otp).toMatchObject({
      verified: false,
    })
    const visit = await findVisit(link)
    const events = await loadEvents(tenant, visit.processId!)
    expect(events.map(({ type }) => type)).toEqual([
      'process.created',
      'process.fields_changed',
      'process.link_used',
      ...['process.sent', 'signature.created', 'signature.invited', 'signature.otp_verified'],
    ])
    expect(events.at(-1)!.actor).toMatchObject({
      type: 'signer',
      name: ada.name,
      session_id: expect.any(Number),
    })
    expect(await getLink(link)).toMatchObject({ uses: 1, problem: null })
    // The certificate and /verify say how the visitor came.
    await runRevisions(tenant, { id: visit.processId! })
    await visitor(openRoute.POST, { method: 'POST', params })
    const signed = await visitor(signRoute.POST, {
      params,
      body: typedSignature([], 'fr'),
    })
    expect(signed.status).toBe(200)
    await runRevisions(tenant, { id: visit.processId! })
    const [row] = await loadVaultRows(tenant, visit.processId!)
    const text = await extractText(await getBytes(tenant.tenantId, row!.certificateSha256))
    expect(text.replace(/\s+/g, ' ')).toContain('a reusable link, and a one-time code sent by email')
    const file = { filename: 'a.pdf', size: row!.size, sha256: row!.sha256 }
    const verify = async () => (await verifyStoredFile(tenant.ctx, file)).signatures[1]
    const cameByIt = { identified_by: 'email', reached_by: 'reusable_link' }
    expect(await verify()).toMatchObject(cameByIt)
    const { email } = visitorOf(link)
    await eraseOf(email)
    const [signer] = (await loadRows(tenant, visit.processId!)).signers.filter((row) => row.email === email)
    expect(signer!.tokenHash).toBeNull()
    expect(await verify()).toMatchObject(cameByIt)
    // The code has counted.
    const again = await visitor(beginRoute.POST, {
      params: { token: getToken(link) },
      body: { ...visitorOf(link), code },
    })
    expect([again.status, again.body.error.code]).toEqual([400, 'invalid_code'])
  })

  it('who comes again finds the process, also when the link is used up', async () => {
    const link = await makeLink({ limit: 1 })
    const first = await begin(link)
    expect((await requestCode(link)).status).toBe(429)
    await passPause()
    const second = await begin(link)
    expect(second.body.data).toEqual(first.body.data)
    expect(await getLink(link)).toMatchObject({ uses: 1, status: 'used_up' })
  })

  it('who was handed over to someone else, or whose address was corrected, is told', async () => {
    const link = await makeLink()
    await begin(link)
    const visit = await findVisit(link)
    await write(tenant.ctx, (tx) =>
      tx.execute(sql`update signers set email = 'grace@example.com' where id = ${visit.signerId}`),
    )
    await passPause()
    const refused = await begin(link)
    expect([refused.status, refused.body.error.current_status]).toEqual([409, 'handed_over'])
  })

  it('has five attempts per code, and gets the newest one by email', async () => {
    const link = await makeLink()
    await requestCode(link)
    const { code, id, codeSentAt } = await findVisit(link)
    const mailsOf = (at: Date) =>
      read(tenant.ctx, (reader) =>
        makeVisitorCodeMails(reader, { ...tenant.ctx, now: now() }, {
          data: { visit_id: id, sent_at: at.toISOString() },
        } as never),
      )
    const written = await mailsOf(codeSentAt)
    expect(written).toMatchObject([{ to: visitorOf(link).email, body: { code } }])
    expect(await mailsOf(addSeconds(codeSentAt, -31))).toEqual([])
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const attempt = (code: string) =>
      callFromNewIp(beginRoute.POST, {
        params: { token: getToken(link) },
        body: { ...visitorOf(link), code },
      })
    for (const left of [4, 3, 2, 1, 0]) expect((await attempt(wrong)).body.error.attempts_left).toBe(left)
    expect((await attempt(code)).body.error.attempts_left).toBe(0)
    expect((await attempt('12345')).status).toBe(400)
    expect(await countProcesses(link.template_id)).toHaveLength((await countProcesses(template.id)).length)
    // An email with a code that is replaced is no longer sent.
    const { to, topic } = written[0]!
    env().smtpUrl = 'smtp://127.0.0.1:9'
    await write(tenant.ctx, (tx) =>
      queueMail(tx, tenant.ctx, { to, topic, subject: 'S', html: '', text: 'T' }),
    )
    env().smtpUrl = null
    await passPause()
    await requestCode(link)
    expect((await findVisit(link)).codeSentAt).not.toEqual(codeSentAt)
    const waiting = await read(tenant.ctx, (reader) =>
      reader.select().from(mails).where(eq(mails.recipient, to)),
    )
    expect(waiting).toEqual([])
  })

  it('learns nothing of others by a closed link: the answers are the same for every address', async () => {
    const link = await makeLink()
    await begin(link)
    await passPause()
    await endLink(link)
    const stranger = { ...ada, email: `not.${visitorOf(link).email}` }
    const answers = []
    for (const visitor of [visitorOf(link), stranger]) {
      const sent = await requestCode(link, visitor)
      const again = await requestCode(link, visitor)
      const wrong = await callFromNewIp(beginRoute.POST, {
        params: { token: getToken(link) },
        body: { ...visitor, code: '000000' },
      })
      const answer = [sent.status, sent.body, again.status, wrong.status, wrong.body.error.attempts_left]
      answers.push(JSON.parse(JSON.stringify(answer).replaceAll(visitor.email, '')))
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([200, { status: 'ended' }, 429, 400, 4])
    const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { template: template.id }))
    const mailed = trail.filter(
      ({ type, data }) => type === 'template.link_code_sent' && data.link_id === link.id,
    )
    const { id } = await findVisit(link)
    expect(mailed.map(({ data }) => data.visit_id)).toEqual([id, id])
  })

  it('keeps the code that was mailed, and the name is the one that comes with it', async () => {
    const link = await makeLink()
    await requestCode(link)
    const { code, codeSentAt } = await findVisit(link)
    await passPause()
    expect((await requestCode(link, { ...visitorOf(link), locale: 'ja' })).status).toBe(200)
    expect(await findVisit(link)).toMatchObject({ name: '', locale: 'en', code, codeSentAt })
    const beginAs = (body: object) =>
      callFromNewIp(beginRoute.POST, {
        params: { token: getToken(link) },
        body: { ...visitorOf(link), ...body },
      })
    expect((await beginAs({ code })).status).toBe(200)
    expect(await findVisit(link)).toMatchObject({ name: ada.name, locale: 'en' })
    await passPause()
    await requestCode(link)
    expect((await beginAs({ name: 'Mickey', code: (await findVisit(link)).code })).status).toBe(200)
    expect((await findVisit(link)).name).toBe(ada.name)
  })

  it('gets another code when the last one was used, has no attempts left, or is five minutes old', async () => {
    const link = await makeLink()
    const codes: number[] = []
    const next = async () => {
      expect((await requestCode(link)).status).toBe(200)
      const { code, codeSentAt } = await findVisit(link)
      codes.push(codeSentAt.getTime())
      return code
    }
    await begin(link)
    await passPause()
    const code = await next()
    const params = { token: getToken(link) }
    for (let index = 0; index < 5; index++)
      await callFromNewIp(beginRoute.POST, { params, body: { ...visitorOf(link), code: '000000' } })
    const body = { ...visitorOf(link), code }
    expect((await callFromNewIp(beginRoute.POST, { params, body })).status).toBe(400)
    await passPause()
    await next()
    await passPause()
    await next()
    moveClock(300_000)
    await passPause()
    await next()
    expect(new Set(codes).size).toBe(3)
    expect(codes[1]).toBe(codes[2])
    moveClock(-300_000)
  })

  it('gets another code after the clock was set back, and that of before is not valid', async () => {
    const link = await makeLink()
    moveClock(3 * 3_600_000)
    await requestCode(link)
    const before = await findVisit(link)
    moveClock(-3 * 3_600_000)
    const refused = await callFromNewIp(beginRoute.POST, {
      params: { token: getToken(link) },
      body: { ...visitorOf(link), code: before.code },
    })
    expect(refused.status).toBe(400)
    await passPause()
    await requestCode(link)
    const { codeSentAt } = await findVisit(link)
    expect(codeSentAt.getTime()).toBeLessThan(before.codeSentAt.getTime())
    expect((await begin(link)).status).toBe(200)
  })

  it('429 for one client only: neither an address nor a link is closed to others', async () => {
    const link = await makeLink()
    const mallory: typeof call = (handler, options) => call(handler, { ...options, address: '203.0.113.66' })
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) {
      statuses.push((await requestCode(link, visitorOf(link), mallory)).status)
      await passPause()
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    expect((await requestCode(link)).status).toBe(200)
    const attempts: number[] = []
    for (let index = 0; index < 11; index++) {
      const body = { ...visitorOf(link), code: '000000' }
      attempts.push((await mallory(beginRoute.POST, { params: { token: getToken(link) }, body })).status)
    }
    expect(attempts).toEqual([...Array(10).fill(400), 429])
    for (let index = 0; index < 60; index++) await requestCode(link, visitorOf(link), mallory)
    expect((await requestCode(link, { ...ada, email: 'impatient@example.com' })).status).toBe(200)
  })

  it('429 with a 21st code to an address within an hour, by whatever clients and links', async () => {
    const visitor = { ...ada, email: 'popular@example.com' }
    for (let index = 0; index < 20; index++)
      expect((await requestCode(await makeLink(), visitor)).status).toBe(200)
    const link = await makeLink()
    expect((await requestCode(link, visitor)).status).toBe(429)
    expect((await requestCode(link)).status).toBe(200)
  })

  it('429 after 300 codes of one client by one link within an hour, to whatever addresses', async () => {
    const link = await makeLink()
    const { rateLimits } = env()
    const signing = rateLimits.signing
    // Without the limits of a minute.
    rateLimits.signing = 0
    const { tenantId } = tenant
    const count = (index: number, address: string) =>
      countVisitorCode({ address }, { tenantId, linkId: link.id, email: `visitor.${index}@example.com` })
    const results = await Promise.allSettled(
      Array.from({ length: 301 }, (_, index) => count(index, '203.0.113.67')),
    )
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'rate_limited' } }])
    await count(302, '203.0.113.68')
    rateLimits.signing = signing
  })

  it('400 without a name or with an address that is none', async () => {
    const params = { token: getToken(await makeLink()) }
    const noAddress = await callFromNewIp(codeRoute.POST, { params, body: { email: 'ada' } })
    expect([noAddress.status, Object.keys(noAddress.body.error.errors)]).toEqual([400, ['email']])
    const body = { ...ada, name: ' ', code: '123456' }
    const noName = await callFromNewIp(beginRoute.POST, { params, body })
    expect([noName.status, Object.keys(noName.body.error.errors)]).toEqual([400, ['name']])
  })
})

describe('a link whose sender’s side fails', () => {
  it('tells the visitor to ask, and the sender why; nothing is made or counted', async () => {
    const { id } = await addTemplate(tenant)
    const link = await makeLink({}, { id })
    await write(tenant.ctx, (tx) =>
      tx.update(tenants).set({ signaturesLimit: 0 }).where(eq(tenants.id, tenant.tenantId)),
    )
    const refused = await begin(link)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({ current_status: 'unavailable', reason: 'link_unavailable' }),
    ])
    expect(JSON.stringify(refused.body)).not.toMatch(/quota|limit/)
    expect(await getLink(link)).toMatchObject({
      uses: 0,
      problem: expect.stringMatching(/signatures/),
      problem_detail: { key: 'failures.quotaExceeded' },
    })
    expect(await countProcesses(id)).toEqual([])
    await write(tenant.ctx, (tx) =>
      tx.update(tenants).set({ signaturesLimit: 999 }).where(eq(tenants.id, tenant.tenantId)),
    )
    await passPause()
    expect((await begin(link)).status).toBe(200)
    expect(await getLink(link)).toMatchObject({ uses: 1, problem: null })
  })

  it('because its maker is deleted', async () => {
    const member = await tenant.addMember('user')
    const link = await makeLink({}, { as: member })
    await deleteUser(tenant.ctx, member.user.id)
    expect((await begin(link)).status).toBe(409)
    expect((await getLink(link)).problem_detail!.key).toBe('failures.starterDeleted')
  })

  /** The status that the page of a link shows, and what the list shows to its sender. */
  async function findShown({ id, template_id, ...link }: TemplateLinkRecord) {
    const page = await callFromNewIp<LinkBody>(visitRoute.GET, { params: { token: getToken(link) } })
    const params = { id: template_id }
    const list = await call<{ data: TemplateLinkRecord[] }>(linksRoute.GET, { params, as: tenant })
    const listed = list.body.data.find((found) => found.id === id)!
    return [page.body.data.status, listed.status, listed.problem_detail?.key]
  }

  it.each<[string, (maker: Member, folderId: number) => Promise<unknown>, string]>([
    ['is deleted', ({ user }) => deleteUser(tenant.ctx, user.id), 'failures.starterDeleted'],
    [
      'has no access to its folder any more',
      (_, folderId) => updateFolder(tenant.ctx, folderId, { access: [] }),
      'failures.starterHasNoFolderAccess',
    ],
  ])('because its maker %s: its sender sees the same as who opens it', async (_, end, key) => {
    const member = await tenant.addMember('user')
    const folder = await createFolder(tenant.ctx, { name: `Of ${key}`, access: [member.user.id] })
    const { id } = await addTemplate(tenant, { folder_id: folder.id })
    const [link, other] = [await makeLink({}, { id, as: member }), await makeLink({}, { id })]
    const ended = await makeLink({}, { id, as: member })
    await endLink(ended)
    await end(member, folder.id)
    expect(await findShown(link)).toEqual(['unavailable', 'unavailable', key])
    expect(await findShown(other)).toEqual(['active', 'active', undefined])
    expect(await findShown(ended)).toEqual(['ended', 'ended', undefined])
  })

  it('because its organisation is suspended: only who has begun gets a code, and the answers are the same', async () => {
    const { id } = await addTemplate(tenant)
    const link = await makeLink({}, { id })
    await begin(link)
    const suspend = (suspendedAt: Date | null) =>
      write(tenant.ctx, (tx) =>
        tx.update(tenants).set({ suspendedAt }).where(eq(tenants.id, tenant.tenantId)),
      )
    await suspend(now())
    await passPause()
    const page = await callFromNewIp(visitRoute.GET, { params: { token: getToken(link) } })
    expect(page.body).toMatchObject({ data: { status: 'unavailable' } })
    const stranger = { ...ada, email: `not.${visitorOf(link).email}` }
    const findProblem = async () => {
      const links = await read(tenant.ctx, (reader) =>
        reader.select().from(templateLinks).where(eq(templateLinks.id, link.id)),
      )
      return links[0]!.problem
    }
    const problems = []
    const answers = []
    for (const visitor of [visitorOf(link), stranger]) {
      const { body } = await requestCode(link, visitor)
      answers.push(JSON.parse(JSON.stringify(body).replaceAll(visitor.email, '')))
      problems.push(await findProblem())
    }
    await suspend(null)
    expect(answers[0]).toMatchObject({ status: 'unavailable' })
    expect(answers[1]).toEqual(answers[0])
    const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { template: id }))
    const mailed = trail.filter(({ type }) => type === 'template.link_code_sent')
    const visit = await findVisit(link)
    expect(mailed.map(({ data }) => data.visit_id)).toEqual([visit.id, visit.id])
    // Who has begun can go on.
    expect(problems).toEqual([null, expect.objectContaining({ key: expect.stringContaining('failures.') })])
  })

  const landlord = { role: 'Landlord' as const, name: 'Lou', email: 'lou@example.com' }
  const roles = [{ name: 'Tenant' }, { name: 'Landlord' }]
  it.each([
    ['renames its role', { roles: [{ name: 'Renter' }, roles[1]!] }, 'documents.templateHasNoRole'],
    ['adds a role', { roles: [...roles, { name: 'Witness' }] }, 'documents.roleWithoutPerson'],
    ['changes the order', { roles: roles.toReversed() }, 'documents.linkRoleNotFirst'],
    [
      'needs an access code',
      { roles: [{ name: 'Tenant', otp: 'access_code' as const }, roles[1]!] },
      'documents.linkRoleNeedsCode',
    ],
    [
      'needs a phone',
      { roles: [roles[0]!, { name: 'Landlord', otp: 'sms' as const }] },
      'processes.smsNotConfigured',
    ],
    ['has no document', { documents: [] }, 'processes.documentNeeded'],
  ])(
    'because the template %s: it is unavailable until it fits again, and who has not begun gets no code',
    async (_, change, key) => {
      const { id, documents } = await addTemplate(tenant, { roles, fields: [] })
      const link = await makeLink({ signers: [landlord] }, { id })
      const update = (input: object) => updateTemplate(tenant.ctx, id, UpdateTemplate.parse(input), null)
      const seen = async () => {
        const page = await callFromNewIp<LinkBody>(visitRoute.GET, { params: { token: getToken(link) } })
        const list = await call<{ data: TemplateLinkRecord[] }>(linksRoute.GET, {
          params: { id },
          as: tenant,
        })
        const { status, problem_detail } = await getLink(link)
        return [page.body.data.status, list.body.data[0]!.status, status, problem_detail?.key]
      }
      await update(change)
      expect(await seen()).toEqual([...Array(3).fill('unavailable'), key])
      expect((await requestCode(link)).body).toMatchObject({ status: 'unavailable' })
      const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { template: id }))
      expect(trail.map(({ type }) => type)).not.toContain('template.link_code_sent')
      await update({ roles, documents: documents.map((document) => ({ id: document.id })) })
      expect((await seen()).slice(0, 3)).toEqual(Array(3).fill('active'))
      await passPause()
      expect((await begin(link)).status).toBe(200)
      expect(await getLink(link)).toMatchObject({ status: 'active', uses: 1, problem: null })
      await endLink(link)
      await update(change)
      expect((await getLink(link)).status).toBe('ended')
    },
  )

  it('because its role is gone; with the template the link goes, too', async () => {
    const own = await addTemplate(tenant)
    const link = await makeLink({}, { id: own.id })
    await write(tenant.ctx, (tx) =>
      tx.update(templateLinks).set({ visitorRole: 'Gone' }).where(eq(templateLinks.id, link.id)),
    )
    expect((await begin(link)).status).toBe(409)
    expect((await getLink(link)).problem).toContain('Gone')
    const ended = await makeLink({}, { id: own.id })
    await endLink(ended)
    await deleteTemplate(tenant.ctx, own.id)
    const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { template: own.id }))
    expect(trail.slice(-3).map(({ type, data }) => [type, data.link_id])).toEqual([
      ['template.link_ended', ended.id],
      ['template.link_ended', link.id],
      ['template.deleted', undefined],
    ])
    expect((await callFromNewIp(visitRoute.GET, { params: { token: getToken(link) } })).status).toBe(404)
  })
})

it('500 visitors at once make as many processes as the limit allows, each once', {
  timeout: 120_000,
}, async () => {
  const LIMIT = 3
  const { id } = await addTemplate(tenant)
  const link = await makeLink({ limit: LIMIT }, { id })
  const at = now()
  await write(tenant.ctx, async (tx) => {
    const visits = Array.from({ length: 500 }, (_, index) => ({
      ...{
        tenantId: tenant.tenantId,
        linkId: link.id,
        name: `Visitor ${index}`,
        locale: 'en',
        codeSentAt: at,
      },
      email: `visitor${index}@example.com`,
    }))
    const rows = await tx.insert(linkVisits).values(visits).returning({ id: linkVisits.id })
    const hashes = JSON.stringify(
      rows.map(({ id }) => ({ id, hash: visitorCodeHash(id, visitorCode(id, at)) })),
    )
    await tx.execute(sql`update link_visits v set code_hash = given.hash
      from jsonb_to_recordset(${hashes}::jsonb) as given (id bigint, hash text) where v.id = given.id`)
  })
  const visits = await read(tenant.ctx, (reader) =>
    reader.select().from(linkVisits).where(eq(linkVisits.linkId, link.id)),
  )
  const meta = { now: at, requestId: 'test', address: null, userAgent: null, locale: 'en' }
  const outcomes: string[] = []
  for (let start = 0; start < visits.length; start += 20) {
    const settled = await Promise.allSettled(
      visits
        .slice(start, start + 20)
        .map(({ id, email, name }) =>
          beginByLink(meta, getToken(link), { email, name, locale: 'en', code: visitorCode(id, at) }),
        ),
    )
    outcomes.push(
      ...settled.map((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value.token : String(outcome.reason.details.current_status),
      ),
    )
  }
  const begun = outcomes.filter((outcome) => outcome !== 'used_up')
  expect(new Set(begun).size).toBe(LIMIT)
  expect([begun.length, outcomes.length]).toEqual([LIMIT, 500])
  expect(await countProcesses(id)).toEqual(Array(LIMIT).fill('sent'))
  expect(await getLink(link)).toMatchObject({ uses: LIMIT, status: 'used_up' })
})

it('two requests with one code make one process', async () => {
  const { id } = await addTemplate(tenant)
  const link = await makeLink({}, { id })
  await requestCode(link)
  const { code } = await findVisit(link)
  const body = { ...visitorOf(link), code }
  const responses = await Promise.all(
    [1, 2, 3].map(() => callFromNewIp(beginRoute.POST, { params: { token: getToken(link) }, body })),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(await countProcesses(id)).toEqual(['sent'])
})

/** The draft of a visitor, as a crash leaves it. */
async function addDraftOf(link: TemplateLinkRecord): Promise<number> {
  await begin(link)
  const { processId } = await findVisit(link)
  await write(tenant.ctx, async (tx) => {
    await tx.execute(
      sql`update signers set status = 'pending', token_nonce = null, token_hash = null where process_id = ${processId}`,
    )
    await tx.execute(
      sql`update documents set status = 'uploaded' where id in (select document_id from process_documents where process_id = ${processId})`,
    )
    await tx.execute(sql`update processes set status = 'draft', sent_at = null where id = ${processId}`)
  })
  return processId!
}

describe('a draft that was left by a crash', () => {
  it('is sent when its visitor comes again', async () => {
    const { id } = await addTemplate(tenant)
    const link = await makeLink({}, { id })
    const processId = await addDraftOf(link)
    await passPause()
    expect((await begin(link)).status).toBe(200)
    expect((await loadRows(tenant, processId)).process.status).toBe('sent')
    expect(await countProcesses(id)).toEqual(['sent'])
  })

  it('is deleted when the data of its visitor is erased: somebody else can take their place', async () => {
    const roles = [{ name: 'Client' }, { name: 'Landlord' }]
    const { id } = await addTemplate(tenant, { roles })
    const signers = { Landlord: { name: 'Lou', email: 'lou@example.com' } }
    const link = await makeLink({ signers, limit: 1 }, { id })
    await addDraftOf(link)
    await eraseOf(visitorOf(link).email)
    expect(await countProcesses(id)).toEqual([])
    expect((await getTemplate(tenant.ctx, id)).usage_count).toBe(0)
    expect(await getLink(link)).toMatchObject({ uses: 0, status: 'active' })
  })

  it('is deleted when the data of another person in it is erased: nothing is sent without them', async () => {
    const roles = [{ name: 'Client' }, { name: 'Landlord' }]
    const { id } = await addTemplate(tenant, { roles })
    const signers = { Landlord: { name: 'Lou', email: 'lou.draft@example.com' } }
    const link = await makeLink({ signers }, { id })
    await addDraftOf(link)
    await eraseOf('lou.draft@example.com')
    expect(await countProcesses(id)).toEqual([])
    await passPause()
    const { status, body } = await begin(link)
    expect([status, body.error.current_status]).toEqual([409, 'ended'])
    expect(await countProcesses(id)).toEqual([])
    expect(await getLink(link)).toMatchObject({ uses: 0, status: 'ended' })
  })
})

it('a draft that is deleted with a person’s data while it is sent: 409, and the link has ended', async () => {
  const { id } = await addTemplate(tenant)
  const link = await makeLink({}, { id })
  const processId = await addDraftOf(link)
  await passPause()
  await requestCode(link)
  const { code } = await findVisit(link)
  const answer = await write(tenant.ctx, async (tx) => {
    await lockProcess(tx, tenant.ctx, processId)
    const params = { token: getToken(link) }
    const begun = callFromNewIp(beginRoute.POST, { params, body: { ...visitorOf(link), code } })
    await untilOtherWaits(tx)
    await tx.execute(sql`update template_links set ended_at = now() where id = ${link.id}`)
    await deleteUse(tx, tenant.ctx, processId)
    return { begun }
  })
  const { status, body } = await answer.begun
  expect([status, body.error.current_status]).toEqual([409, 'ended'])
})

it('the names of visitors who never proved their address are deleted after a day', async () => {
  const link = await makeLink()
  await requestCode(link)
  const eve = { name: 'Eve', email: 'eve@example.com' }
  await begin(link, eve)
  await purgeVisits(addSeconds(now(), 86_500))
  const visits = await read(tenant.ctx, (reader) =>
    reader.select().from(linkVisits).where(eq(linkVisits.linkId, link.id)),
  )
  expect(visits.map(({ email }) => email)).toEqual([eve.email])
})
