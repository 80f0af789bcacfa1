import { beforeAll, describe, expect, it } from 'vitest'
import { runRequest } from '#lib/privacy/run'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { changeSigner } from '#lib/processes/signers/correct'
import { ErrorShape } from '#lib/reference/openapi-parts'
import type { SigningRecord } from '#lib/signing/schema'
import { watchEmails } from '#lib/testing/records/mailbox'
import {
  addCodeLink,
  addLink,
  extractText,
  findToken,
  loadEvents,
  loadRows,
  openLink,
  recordLater,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as eraseRoute from '../privacy/erase/route.ts'
import * as trailRoute from '../signature-processes/[id]/audit-trail/route.ts'
import * as certificateRoute from '../signature-processes/[id]/certificate/route.ts'
import * as delegateRoute from './[token]/delegate/route.ts'
import * as downloadRoute from './[token]/download/route.ts'
import * as codeRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const grace = { name: 'Grace Hopper', email: 'grace@example.org', reason: 'She signs for our office.' }
const options = { allow_delegation: true }
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

const delegate = (params: { token: string }, body: unknown = grace) =>
  call(delegateRoute.POST, { params, body })
const open = async (process: ProcessRecord, index = 0) => ({
  token: await openLink(tenant, process.signers[index]!.id),
})

describe('POST /signing/{token}/delegate', () => {
  it('200: the link ends, and the new person signs with the same fields', async () => {
    const { process, params } = await addLink(tenant, {
      options,
      signers: [ada, { name: 'Bob', email: 'bob@example.com' }],
      zones: [
        ...([{ type: 'name', value: ' ada LOVELACE' }, { type: 'email' }] as const),
        ...([
          { type: 'email', value: 'Ada@Example.com' },
          { type: 'text', value: 'Ada Lovelace' },
        ] as const),
      ],
    })
    await open(process)
    const response = await delegate(params)
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'You have handed this over to Grace Hopper.' },
    ])
    const ended = await call(signingRoute.GET, { params })
    expect([ended.status, ended.body.error]).toMatchObject([
      404,
      {
        ...{ reason: 'link_delegated', delegated_to: { name: 'Grace Hopper' }, sender: {} },
        tenant: { name: expect.any(String), logo_url: null, color: null },
      },
    ])
    expect(ErrorShape.shape.error.strict().safeParse(ended.body.error).error).toBeUndefined()
    expect(JSON.stringify(ended.body)).not.toContain(grace.email)
    expect((await call(signRoute.POST, { params, body: typedSignature() })).status).toBe(404)

    const { signers, fields } = await getProcess(tenant.ctx, process.id)
    expect(signers[0]).toMatchObject({
      id: process.signers[0]!.id,
      ...{ name: grace.name, email: grace.email, status: 'notified', order: 1, role: 'signer' },
      delegated_by: [{ ...ada, reason: grace.reason, delegated_at: expect.stringMatching(/Z$/) }],
    })
    expect(fields.slice(-4).map(({ value }) => value)).toEqual([
      grace.name,
      null,
      grace.email,
      'Ada Lovelace',
    ])

    await runRevisions(tenant, process)
    const token = await open(process)
    expect(token).not.toEqual(params)
    expect((await call(signRoute.POST, { params: token, body: typedSignature() })).status).toBe(200)
    const signed = await getProcess(tenant.ctx, process.id)
    expect(signed.fields.slice(-4).map(({ value }) => value)).toEqual([
      ...[grace.name, grace.email, grace.email, 'Ada Lovelace'],
    ])
  })

  it('200, and a name that the sender entered for someone else stays', async () => {
    const { process, params } = await addLink(tenant, {
      options,
      signers: [ada],
      zones: [
        ...([
          { type: 'name', value: 'Byron Lovelace' },
          { type: 'email', value: 'byron@example.com' },
        ] as const),
        { type: 'name', value: ada.email },
      ],
    })
    expect((await delegate(params)).status).toBe(200)
    const { fields } = await getProcess(tenant.ctx, process.id)
    expect(fields.slice(-3).map(({ value }) => value)).toEqual([
      ...['Byron Lovelace', 'byron@example.com', ada.email],
    ])
  })

  it('200 also after someone else has signed, whose signature stays valid', async () => {
    const { process, params } = await addLink(tenant, {
      options,
      signers: [ada, { name: 'Bob', email: 'bob@example.com' }],
    })
    await open(process)
    await call(signRoute.POST, { params, body: typedSignature() })
    await runRevisions(tenant, process)
    expect((await delegate(await open(process, 1))).status).toBe(200)
    expect(
      (await call(signRoute.POST, { params: await open(process, 1), body: typedSignature() })).status,
    ).toBe(200)
    await runRevisions(tenant, process)
    expect((await loadRows(tenant, process.id)).process.status).toBe('completed')
    const trail = await call(trailRoute.GET, {
      params: { id: process.id },
      as: tenant,
    })
    expect(JSON.stringify(trail.body)).toContain('signature.delegated')
    const certificate = await call(certificateRoute.GET, { params: { id: process.id }, as: tenant })
    const text = (await extractText(certificate.bytes)).replaceAll(' ', '')
    expect(text).toContain('Handedoverby')
    expect(text).toContain('<bob@example.com>')
    expect((await call(downloadRoute.GET, { params: await tokenOf(process, 1) })).status).toBe(200)
  })

  it('records the event, tells sender and both signers, and invites with the reason', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, { name: 'Lease', options, signers: [ada] })
    await newEmails()
    await delegate(params)
    const event = (await loadEvents(tenant, process.id)).find(({ type }) => type === 'signature.delegated')
    expect(event).toMatchObject({
      actor: { type: 'signer', name: ada.name },
      data: {
        ...{ signer_id: process.signers[0]!.id, name: ada.name, email: ada.email, role: 'signer', order: 1 },
        ...{ new_name: grace.name, new_email: grace.email, reason: grace.reason },
      },
    })
    const emails = await newEmails()
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [tenant.user.email, 'Handed over: Lease'],
      [ada.email, 'Handed over: Lease'],
      [grace.email, 'Please sign: Lease'],
    ])
    const [toSender, toAda, toGrace] = emails.map(({ text }) => text)
    expect(toSender).toContain('Ada Lovelace has handed over to Grace Hopper')
    for (const text of [toSender, toGrace]) expect(text).toContain('> She signs for our office.')
    expect(toGrace).toContain('Ada Lovelace has handed this over to you')
    expect(toGrace).toContain(`/sign/${await findToken(tenant, process.signers[0]!.id)}`)
    for (const text of [toSender, toAda]) expect(text).not.toContain('/sign/')
    expect(toSender).toContain('We have sent an invitation')
  })

  it('tells everyone also after an event of another machine whose time is later', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, { name: 'Lease', options, signers: [ada] })
    await recordLater(tenant, process)
    await newEmails()
    await delegate(params)
    expect((await newEmails()).map(({ to }) => to)).toEqual([tenant.user.email, ada.email, grace.email])
  })

  it('asks the sender to give the link where signers get no emails, and the ended link says so', async () => {
    const newEmails = watchEmails(tenant)
    const silent = { ...options, enable_notifications: false }
    const { params } = await addLink(tenant, { options: silent, signers: [ada] })
    await newEmails()
    await delegate(params)
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([tenant.user.email])
    expect(emails[0]!.text.replaceAll(/\s+/g, ' ')).toContain('please give Grace Hopper the link')
    const ended = await call(signingRoute.GET, { params })
    expect(ended.body.error).toMatchObject({ reason: 'link_delegated', enable_notifications: false })
  })

  it('400 for missing members, and for an address that may not take over', async () => {
    const { process, params } = await addLink(tenant, {
      options,
      signers: [ada, { email: 'bob@example.com' }, { email: 'carol@example.com', role: 'cc' }],
    })
    const invisible = { ...grace, name: '\u2800\u3164' }
    expect((await delegate(params, invisible)).body.error.errors).toEqual({ name: ['Must not be empty.'] })
    expect((await delegate(params, {})).body.error.errors).toEqual({
      name: expect.any(Array),
      email: expect.any(Array),
      reason: expect.any(Array),
    })
    for (const email of ['ADA@example.com', 'bob@example.com', 'nobody'])
      expect(Object.keys((await delegate(params, { ...grace, email })).body.error.errors)).toEqual(['email'])
    expect((await getProcess(tenant.ctx, process.id)).signers[0]!.name).toBe(ada.name)
    expect((await delegate(params, { ...grace, email: 'carol@example.com' })).status).toBe(200)
  })

  it('403 unless the sender allows it, and for viewers', async () => {
    const notAllowed = await addLink(tenant)
    expect((await delegate(notAllowed.params)).body.error).toMatchObject({ code: 'forbidden' })
    const { process } = await addLink(tenant, {
      options,
      signers: [{ role: 'viewer', type: 'parallel' }, ada],
    })
    expect((await delegate(await tokenOf(process, 0))).status).toBe(403)
  })

  it('403 before the code', async () => {
    const link = await addCodeLink(tenant, { requestCode: codeRoute.POST, verifyCode: verifyRoute.POST }, {
      enable_otp: true,
      ...options,
    } as { enable_otp: boolean })
    expect((await delegate(link.params)).body.error).toMatchObject({
      code: 'forbidden',
      reason: 'otp_required',
    })
  })

  it('404 for an unknown link, and for one that was handed over', async () => {
    expect((await delegate({ token: 'A'.repeat(43) })).status).toBe(404)
    const { params } = await addLink(tenant, { options })
    await delegate(params)
    expect((await delegate(params, { ...grace, email: 'eve@example.org' })).status).toBe(404)
  })

  it('409 once the signer has signed, or the process has ended', async () => {
    const signed = await addLink(tenant, { options, signers: [ada, { email: 'bob@example.com' }] })
    await open(signed.process)
    await call(signRoute.POST, { params: signed.params, body: typedSignature() })
    expect((await delegate(signed.params)).body.error.current_status).toBe('signed')
    const cancelled = await addLink(tenant, { options })
    await cancelProcess(tenant.ctx, cancelled.process.id, {})
    expect((await delegate(cancelled.params)).body.error.current_status).toBe('cancelled')
  })

  it('409 once another signer has signed the page that shows the name; the page offers it no longer', async () => {
    const { process, params } = await addLink(tenant, {
      options,
      bare: true,
      signers: [ada, { name: 'Bob', email: 'bob@example.com', order: 1, type: 'parallel' }],
    })
    const bob = await tokenOf(process, 1)
    const mayDelegate = async () =>
      (await call<{ data: SigningRecord }>(signingRoute.GET, { params: bob })).body.data.process
        .allow_delegation
    expect(await mayDelegate()).toBe(true)
    await open(process)
    await call(signRoute.POST, { params, body: typedSignature() })
    await runRevisions(tenant, process)
    expect(await mayDelegate()).toBe(false)
    const { status, body } = await delegate(bob)
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('shows your name')])
    expect((await getProcess(tenant.ctx, process.id)).signers[1]!.name).toBe('Bob')
  })

  it('hands over three times at most, and never back', async () => {
    const { process } = await addLink(tenant, { options, signers: [ada] })
    const names = ['first', 'second', 'third', 'fourth']
    const responses = []
    for (const name of names) {
      const back = await delegate(await tokenOf(process, 0), { ...grace, email: ada.email })
      expect(back.status).toBe(name === 'fourth' ? 409 : 400)
      responses.push(await delegate(await tokenOf(process, 0), { ...grace, email: `${name}@example.org` }))
    }
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 409])
    const { delegated_by: people } = (await getProcess(tenant.ctx, process.id)).signers[0]!
    expect(people!.map(({ email }) => email)).toEqual([ada.email, 'first@example.org', 'second@example.org'])
  })

  it('hands over all signers of a shared link, with one invitation', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, {
      name: 'Lease',
      options,
      signers: [
        { ...ada, order: 1 },
        { ...ada, name: 'Ada L.', order: 1, role: 'approver' },
      ],
    })
    await newEmails()
    expect((await delegate(params)).status).toBe(200)
    const { signers } = await getProcess(tenant.ctx, process.id)
    expect(signers.map(({ name, status }) => [name, status])).toEqual([
      [grace.name, 'notified'],
      [grace.name, 'notified'],
    ])
    expect(await tokenOf(process, 0)).toEqual(await tokenOf(process, 1))
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([tenant.user.email, ada.email, grace.email])
    const invitations = emails.filter(({ to }) => to === grace.email)
    expect(invitations.map(({ text }) => text.includes('has handed this over to you'))).toEqual([true])
    expect((await call(signingRoute.GET, { params })).body.error.reason).toBe('link_delegated')
    await open(process)
    const signed = await call(signRoute.POST, { params: await tokenOf(process, 0), body: typedSignature() })
    expect(signed.status).toBe(200)
  })

  it('one of ten requests at once succeeds', async () => {
    const { process, params } = await addLink(tenant, { options })
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        delegate(params, { ...grace, email: `person${index}@example.org` }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    expect((await getProcess(tenant.ctx, process.id)).signers[0]!.delegated_by).toHaveLength(1)
  })

  it('names an erased person no longer, once the process has ended unsigned', async () => {
    const zoe = { name: 'Zoë', email: 'zoe@example.com' }
    const { process, params } = await addLink(tenant, { options, signers: [zoe] })
    await delegate(params)
    await cancelProcess(tenant.ctx, process.id, {})
    const { body } = await call(eraseRoute.POST, { body: { email: zoe.email }, as: tenant })
    await runRequest({ tenantId: tenant.ctx.tenantId, requestId: Number(body.data.id) })
    expect((await getProcess(tenant.ctx, process.id)).signers[0]!.delegated_by).toEqual([])
  })

  it('429 after ten requests an hour', async () => {
    const { params } = await addLink(tenant, { options })
    for (let count = 0; count < 10; count++) expect((await delegate(params, {})).status).toBe(400)
    for (let count = 0; count < 10; count++)
      await delegate(params, { ...grace, email: 'signer1@example.com' })
    const response = await delegate(params)
    expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  })

  it('is no longer named once the sender has named someone else', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, { options, signers: [ada] })
    await delegate(params)
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, {
      name: 'Eve',
      email: 'eve@example.org',
    })
    const invitation = (await newEmails()).find(({ to }) => to === 'eve@example.org')
    expect(invitation!.text).not.toMatch(/Ada Lovelace|She signs for our office/)
    expect((await getProcess(tenant.ctx, process.id)).signers[0]!.delegated_by).toEqual([])
    await delegate(await tokenOf(process, 0), { ...grace, email: 'dan@example.org' })
    expect((await getProcess(tenant.ctx, process.id)).signers[0]!.delegated_by).toMatchObject([
      { name: 'Eve' },
    ])
    await runRevisions(tenant, process)
    await call(signRoute.POST, { params: await open(process), body: typedSignature() })
    await runRevisions(tenant, process)
    const certificate = await call(certificateRoute.GET, { params: { id: process.id }, as: tenant })
    const handovers = (await extractText(certificate.bytes)).replaceAll(/\s/g, '')
    expect(handovers).toContain('Eve<eve@example.org>')
    expect(handovers.match(/Handedoverby.{80}/)![0]).not.toContain('ada@example.com')
  })

  it('a correction afterwards ends the new link, and leaves the page of the old one as it is', async () => {
    const { process, params } = await addLink(tenant, { options, signers: [ada] })
    await delegate(params)
    const second = await tokenOf(process, 0)
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { name: 'Grace B. Hopper' })
    const reasons = []
    for (const link of [params, second])
      reasons.push((await call(signingRoute.GET, { params: link })).body.error.reason)
    expect(reasons).toEqual(['link_delegated', 'link_replaced'])
  })
})

const tokenOf = async (process: ProcessRecord, index: number) => ({
  token: await findToken(tenant, process.signers[index]!.id),
})
