import { eq } from 'drizzle-orm'
import { NextRequest } from 'next/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { signers } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { createFolder } from '#lib/folders/create'
import { updateFolder } from '#lib/folders/update'
import { toHandle } from '#lib/http/credentials/signing-link'
import { parseAgain } from '#lib/http/response/again'
import { changePassword } from '#lib/identity/passwords/change-password'
import { hashPassword } from '#lib/identity/passwords/password'
import { endOtherSessions } from '#lib/identity/sessions/end-session'
import { logout } from '#lib/identity/sessions/logout'
import { deleteUser } from '#lib/identity/users/delete-user'
import { getVerifyTexts } from '#lib/messages/verify'
import type { ProcessRecord } from '#lib/processes/schema'
import { removeSigner } from '#lib/processes/signers/correct'
import { updateProcess } from '#lib/processes/update'
import { readFrameSession } from '#lib/signing/frame/frame-session'
import { viewInPerson } from '#lib/signing/in-person/hand-over'
import { readInPersonSession, writeInPersonSession } from '#lib/signing/in-person/in-person-session'
import type { SigningRecord } from '#lib/signing/schema'
import { describeIdentification } from '#lib/signing/verify/plain-words'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { getBytes } from '#lib/storage/files'
import { addDraft } from '#lib/testing/records/records'
import {
  addLink,
  extractText,
  findCode,
  loadEvents,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { browser, call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { proxy } from '../../../../proxy.tsx'
import * as handOverRoute from '../../../sign/in-person/[session]/[signer]/route.tsx'
import * as openRoute from '../../../sign/in-person/[session]/open/route.tsx'
import { GET as openPhone } from '../../../sign/phone/[code]/route.tsx'
import * as otpRoute from '../signing/[token]/otp/route.ts'
import * as verifyRoute from '../signing/[token]/otp/verify/route.ts'
import * as phoneLinkRoute from '../signing/[token]/phone-link/route.ts'
import * as signingRoute from '../signing/[token]/route.ts'
import * as signRoute from '../signing/[token]/sign/route.ts'
import * as userRoute from '../user/route.ts'
import * as cancelRoute from './[id]/cancel/route.ts'
import * as inPersonRoute from './[id]/in-person/route.ts'

type Answer = { data: { url: string }; error: { code: string; current_status?: string } }
const password = 'tangerine orbit 41'
const people = [
  { name: 'Iris Quist', email: 'iris@example.com', order: 1 },
  { name: 'Ola Berg', email: 'ola@example.com', order: 2 },
]

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

itIsGuarded('/signature-processes/{id}/in-person', inPersonRoute, {
  idsOfOtherTenant: async () => ({ id: (await addLink(tenant)).process.id }),
})

const start = ({ id }: ProcessRecord, as: { token: string }) =>
  call<Answer>(inPersonRoute.POST, { method: 'POST', params: { id }, as })
const toSession = ({ body }: { body: Answer }) => body.data.url.split('/').at(-1)!

async function begin(input: Parameters<typeof addLink>[1] = { signers: people }) {
  const { process, params } = await addLink(tenant, input)
  const host = await tenant.addMember('user', await hashPassword(password))
  const session = toSession(await start(process, host))
  const device = browser()
  expect((await open(device, session)).location).toBe(`${env().appUrl}/sign/in-person/${session}`)
  const take = (signer: number, site?: string) => takeOn(device, session, signer, site)
  return { process, params, host, session, device, take }
}

type Begun = Awaited<ReturnType<typeof begin>>

const otherPage = (session: { hostId: number; processId: number }) =>
  `in-person/${writeInPersonSession({ tenantId: tenant.tenantId, testMode: false, ...session }, addSeconds(now(), 60))}`

/** Opens the page between two signers in a browser without its cookie. @returns where it leads */
async function open(device: typeof call, session: string) {
  const response = await device(
    (request) => openRoute.GET(request, { params: Promise.resolve({ session }) }),
    {},
  )
  return { status: response.status, location: response.headers.get('location') ?? '' }
}

/** Posts the form of the page between two signers. @returns where it leads */
async function takeOn(device: typeof call, session: string, signer: number, site = 'same-origin') {
  const response = await device(
    (request) =>
      handOverRoute.POST(request, { params: Promise.resolve({ session, signer: String(signer) }) }),
    { method: 'POST', headers: { 'sec-fetch-site': site } },
  )
  const { headers } = response
  return {
    status: response.status,
    location: headers.get('location') ?? '',
    cookie: headers.get('set-cookie'),
  }
}

describe('POST …/in-person', () => {
  it('200 with a page for the device; the login of the host ends', async () => {
    const { process, host, session } = await begin()
    expect(readInPersonSession(session, now())).toMatchObject({ processId: process.id })
    expect((await call(userRoute.GET, { as: host })).status).toBe(401)
    expect(readInPersonSession(session, addSeconds(now(), 12 * 3600 + 1))).toBeNull()
  })

  it('409 before the process is sent and once it has ended', async () => {
    const draft = await start(await addDraft(tenant), await tenant.addMember('user'))
    expect([draft.status, draft.body.error.current_status]).toEqual([409, 'draft'])
    const { process } = await addLink(tenant)
    await call(cancelRoute.POST, { method: 'POST', params: { id: process.id }, as: tenant })
    expect((await start(process, await tenant.addMember('user'))).status).toBe(409)
  })
})

describe('the device of the host', () => {
  it('shows whose turn it is, and gives that signer a session of their own; the trail names the host', async () => {
    const { process, params, session, take } = await begin()
    const [first, second] = process.signers
    const view = await viewInPerson(session, now())
    expect(view).toMatchObject({ next: [{ id: first!.id, name: 'Iris Quist' }], waits: true })
    const taken = await take(first!.id)
    expect([taken.status, taken.location]).toEqual([303, expect.stringContaining('/sign/frame/frame.')])
    // The language of the signer before counts no more.
    expect(taken.cookie).toBe('paraph-signing-language=; path=/sign; max-age=0')
    const token = taken.location.split('/').at(-1)!
    expect(readFrameSession(token, now())).toMatchObject({
      token: params.token,
      origins: [],
      inPerson: session,
    })
    const seen = await call<{ data: { signer: { name: string } } }>(signingRoute.GET, { params: { token } })
    expect(seen.body.data.signer.name).toBe('Iris Quist')
    const event = (await loadEvents(tenant, process.id)).find(({ type }) => type === 'signature.in_person')
    expect(event).toMatchObject({
      actor: { type: 'user' },
      data: { signer_id: first!.id, name: 'Iris Quist' },
    })
    // It is not the second one's turn.
    expect((await take(second!.id)).location).toContain(`/sign/in-person/${session}`)
  })

  it('is no more for a person who confirms at a provider in another role on the same link', async () => {
    const twice = people.map((person) => ({ ...person, email: 'iris@example.com', order: 1 }))
    const { process, session, take } = await begin({ signers: twice })
    const token = (await take(process.signers[0]!.id)).location.split('/').at(-1)!
    await write(tenant.ctx, (tx) =>
      tx.update(signers).set({ signatureLevel: 'advanced' }).where(eq(signers.id, process.signers[1]!.id)),
    )
    expect((await call(signRoute.POST, { params: { token }, body: typedSignature() })).status).toBe(404)
    expect(await viewInPerson(session, now())).toMatchObject({ next: [], waits: false })
    expect((await take(process.signers[0]!.id)).location).not.toContain('/sign/frame/')
    expect((await start(process, await tenant.addMember('user'))).status).toBe(409)
  })

  it('is in the certificate with its host, also when the role for which it was handed over is removed', async () => {
    const ada = { name: 'Iris Quist', email: 'iris@example.com', type: 'parallel' as const }
    const { process, host, take } = await begin({ signers: [{ ...ada, role: 'approver' }, ada] })
    const [approver, signer] = process.signers
    const token = (await take(approver!.id)).location.split('/').at(-1)!
    await removeSigner({ ...tenant.ctx, now: now() }, process.id, approver!.id)
    await runRevisions(tenant, process)
    await openLink(tenant, signer!.id)
    const body = typedSignature()
    expect((await call(signRoute.POST, { method: 'POST', params: { token }, body })).status).toBe(200)
    await runRevisions(tenant, process)
    const [row] = await loadVaultRows(tenant, process.id)
    const text = await extractText(await getBytes(tenant.tenantId, row!.certificateSha256))
    expect(text.replace(/\s+/g, ' ')).toMatch(new RegExp(`a device that .?${host.user.name}.? handed over`))
  })

  it('does not hand out the link by phone: what is signed there has the place and names the host', async () => {
    const { process, params, host, take } = await begin({})
    const device = (await take(process.signers[0]!.id)).location.split('/').at(-1)!
    const linked = await call<Answer>(phoneLinkRoute.POST, { method: 'POST', params: { token: device } })
    const code = toSession(linked)
    const { headers } = await call((request) => openPhone(request, { params: Promise.resolve({ code }) }))
    expect(headers.get('set-cookie')).toBeNull()
    const token = headers.get('location')!.split('/sign/frame/')[1]!
    expect(token).not.toContain(params.token)
    const { expiresAt } = readFrameSession(device, now())!
    // The session of the host stays on the device, and the phone's ends with that of the signer there.
    expect(readFrameSession(token, now())).toEqual({
      ...{ token: params.token, origins: [], place: 'in_person', expiresAt },
    })
    await openLink(tenant, process.signers[0]!.id)
    const headersOfPhone = { 'user-agent': 'another browser' }
    const body = typedSignature()
    expect(
      (await call(signRoute.POST, { method: 'POST', params: { token }, body, headers: headersOfPhone }))
        .status,
    ).toBe(200)
    const events = await loadEvents(tenant, process.id)
    expect(events.find(({ type }) => type === 'signature.completed')).toMatchObject({
      actor: { type: 'signer', place: 'in_person' },
    })
    await runRevisions(tenant, process)
    const [row] = await loadVaultRows(tenant, process.id)
    const text = await extractText(await getBytes(tenant.tenantId, row!.certificateSha256))
    expect(text.replace(/\s+/g, ' ')).toMatch(new RegExp(`a device that .?${host.user.name}.? handed over`))
  })

  it.each([
    ['the page between two signers was shown', ({ session }: Begun) => `in-person/${session}`],
    [
      'that of another process of the host',
      ({ host }: Begun) => otherPage({ hostId: host.user.id, processId: 0 }),
    ],
    [
      'that of another host of the process',
      ({ process }: Begun) => otherPage({ hostId: 0, processId: process.id }),
    ],
    ['the page of a link', ({ params }: Begun) => params.token],
    ['the page of a link that was opened before', ({ params }: Begun) => toHandle(params.token)],
  ])('asks for a code again once %s', async (_, findNextPath) => {
    const ola = { ...people[1]!, order: 1 }
    const begun = await begin({ signers: [people[0]!, ola], options: { enable_otp: true } })
    const { process, device, take } = begun
    const open = async (token: string) => {
      const { body } = await device<{ data: SigningRecord }>(signingRoute.GET, { params: { token } })
      return body.data.otp.verified
    }
    const token = (await take(process.signers[0]!.id)).location.split('/').at(-1)!
    const params = { token }
    await device(otpRoute.POST, { method: 'POST', params })
    const { code } = await findCode(tenant, process)
    const verified = await device<{ token?: string }>(verifyRoute.POST, {
      method: 'POST',
      params,
      body: { code },
    })
    expect([verified.status, verified.body.token, await open(token)]).toEqual([200, undefined, true])
    // Neither in another browser, nor after another handing over.
    const elsewhere = await call<{ data: SigningRecord }>(signingRoute.GET, { params })
    expect(elsewhere.body.data.otp.verified).toBe(false)
    const other = (await take(process.signers[1]!.id)).location.split('/').at(-1)!
    expect(await open(other)).toBe(false)

    const show = (path: string) =>
      device(async ({ headers }) => {
        const response = proxy(new NextRequest(`http://localhost:3000/sign/${path}`, { headers }))
        return new Response(null, { headers: response.headers })
      })
    // Their own page, and that of another host in another tab.
    await show(`frame/${token}`)
    await show(`in-person/${(await begin()).session}`)
    expect(await open(token)).toBe(true)
    await show(findNextPath(begun))
    expect(await open(token)).toBe(false)
  })

  it('is handed over by one link 30 times an hour', async () => {
    const { process, session, take } = await begin()
    const signer = process.signers[0]!.id
    for (let count = 0; count < 30; count++) expect((await take(signer)).status).toBe(303)
    const { status, location } = await take(signer)
    const { pathname, searchParams } = new URL(location)
    expect([status, pathname, parseAgain(Object.fromEntries(searchParams))]).toEqual([
      ...[303, '/again', { status: 429, path: `/sign/in-person/${session}`, place: null }],
    ])
  })

  it('is where the certificate and /verify say that the signer signed', async () => {
    const { process, host, take } = await begin({})
    const { location } = await take(process.signers[0]!.id)
    const params = { token: location.split('/').at(-1)! }
    await openLink(tenant, process.signers[0]!.id)
    const signed = await call(signRoute.POST, { method: 'POST', params, body: typedSignature() })
    expect(signed.status).toBe(200)
    await runRevisions(tenant, process)
    const events = await loadEvents(tenant, process.id)
    const completed = events.find(({ type }) => type === 'signature.completed')
    expect(completed!.actor).toMatchObject({ type: 'signer', place: 'in_person' })
    const [row] = await loadVaultRows(tenant, process.id)
    const text = await extractText(await getBytes(tenant.tenantId, row!.certificateSha256))
    expect(text.replace(/\s+/g, ' ')).toMatch(new RegExp(`a device that .?${host.user.name}.? handed over`))
    const { sha256, size } = row!
    const { signatures } = await verifyStoredFile(tenant.ctx, { filename: 'a.pdf', size, sha256 })
    expect(signatures.map(({ identified_by, reached_by }) => [identified_by, reached_by])).toEqual([
      [null, null],
      ['in_person', 'in_person'],
      [null, null],
    ])
    const signature = signatures[1]!
    const t = getVerifyTexts('en')
    expect(describeIdentification(signature, t)).toBe('a device handed over in person')
    expect(describeIdentification({ ...signature, identified_by: 'email' }, t)).toBe(
      'a device handed over in person and a code by email',
    )
  })

  it('403 for a form of another site; other and changed sessions open nothing', async () => {
    const { process, session, take, device } = await begin()
    const signer = process.signers[0]!.id
    expect((await take(signer, 'cross-site')).status).toBe(403)
    const other = await begin()
    for (const changed of [other.session, `${session.slice(0, -2)}AA`, 'x'])
      expect((await takeOn(device, changed, signer)).location).not.toContain('/sign/frame/')
    expect(await viewInPerson('x', now())).toBeNull()
  })

  it('opens in one browser: elsewhere the URL hands nothing over', async () => {
    const { process, session, device, take } = await begin()
    const signer = process.signers[0]!.id
    const page = `${env().appUrl}/sign/in-person/${session}`
    const other = browser()
    expect(await open(other, session)).toEqual({ status: 303, location: `${page}?elsewhere` })
    expect(await takeOn(other, session, signer)).toMatchObject({ status: 303, location: page })
    // Nor does the cookie of another host's device.
    expect((await takeOn((await begin()).device, session, signer)).location).toBe(page)
    expect((await open(device, session)).location).toBe(`${page}?elsewhere`)
    expect((await take(signer)).location).toContain('/sign/frame/')
    expect((await open(other, 'x')).location).toBe(`${env().appUrl}/sign/in-person/x?elsewhere`)
  })

  it('stays open in a browser in which another host begins, and a HEAD opens nothing', async () => {
    const { process, device, take } = await begin()
    expect(openRoute.HEAD().status).toBe(405)
    const other = await addLink(tenant)
    const session = toSession(await start(other.process, await tenant.addMember('user')))
    expect((await open(device, session)).location).toBe(`${env().appUrl}/sign/in-person/${session}`)
    expect((await take(process.signers[0]!.id)).location).toContain('/sign/frame/')
    const taken = await takeOn(device, session, other.process.signers[0]!.id)
    expect(taken.location).toContain('/sign/frame/')
  })

  it('asks to open it again while the service is busy, which uses nothing up', async () => {
    const { process } = await addLink(tenant)
    const session = toSession(await start(process, await tenant.addMember('user')))
    const { rateLimits } = env()
    const limitBefore = rateLimits.signing
    rateLimits.signing = 1
    try {
      await open(call, session.slice(1))
      const { status, location } = await open(call, session)
      expect([status, parseAgain(Object.fromEntries(new URL(location).searchParams))]).toEqual([
        ...[303, { status: 429, path: `/sign/in-person/${session}`, place: null }],
      ])
    } finally {
      rateLimits.signing = limitBefore
    }
    expect((await open(browser(), session)).location).not.toContain('elsewhere')
  })

  it('ends with the host’s access to the folder of the process', async () => {
    const { process, host, session, take } = await begin()
    const asAdmin = { ...tenant.ctx, now: now() }
    const { id } = await createFolder(asAdmin, { name: 'Staff', access: [host.user.id] })
    await updateProcess(asAdmin, process.id, { folder_id: id })
    expect(await viewInPerson(session, now())).toMatchObject({ waits: true })
    await updateFolder(asAdmin, id, { access: [] })
    expect(await viewInPerson(session, now())).toBeNull()
    expect((await take(process.signers[0]!.id)).location).not.toContain('/sign/frame/')
  })

  it.each<[string, boolean, (ctx: Ctx) => Promise<unknown>]>([
    ['goes on when the host signs out in another browser', true, logout],
    ['ends when the host signs out everywhere else', false, endOtherSessions],
    [
      'ends when the host changes the password',
      false,
      (ctx) => changePassword(ctx, { current_password: password, password: 'harbour lantern 58' }),
    ],
  ])('%s', async (_, goesOn, change) => {
    const { process, host, session, take } = await begin()
    // The login with which the host began has ended.
    await change({ ...host.ctx, now: now() })
    expect((await viewInPerson(session, now())) !== null).toBe(goesOn)
    expect((await take(process.signers[0]!.id)).location.includes('/sign/frame/')).toBe(goesOn)
  })

  it('ends with the host’s account', async () => {
    const { process, host, session, take } = await begin()
    await deleteUser(tenant.ctx, host.user.id)
    expect(await viewInPerson(session, now())).toBeNull()
    expect((await take(process.signers[0]!.id)).location).not.toContain('/sign/frame/')
  })
})
