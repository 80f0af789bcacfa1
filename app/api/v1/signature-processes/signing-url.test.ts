import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { signers } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { updateAccount } from '#lib/identity/account/update-account'
import type { ProcessRecord } from '#lib/processes/schema'
import { redeemFrameLink } from '#lib/signing/frame/frame-link'
import { readFrameSession } from '#lib/signing/frame/frame-session'
import { addDraft } from '#lib/testing/records/records'
import { addLink, addOpenedLink, findCode, loadEvents } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as openFrame } from '../../../embed/[code]/route.tsx'
import * as otpRoute from '../signing/[token]/otp/route.ts'
import * as verifyRoute from '../signing/[token]/otp/verify/route.ts'
import * as refuseRoute from '../signing/[token]/refuse/route.ts'
import * as signingRoute from '../signing/[token]/route.ts'
import * as signingUrlRoute from './[id]/signers/[signer]/signing-url/route.ts'

const ORIGIN = 'https://app.example.com'
type Link = { data: { url: string; expires_at: string } }
type Refused = { error: { code: string; current_status?: string } }
type Signing = { data: { signer: { name: string }; otp: { verified: boolean }; documents: unknown[] } }

let tenant: TestTenant
let key: { token: string }
beforeAll(async () => {
  tenant = await makeTenant()
  await updateAccount(tenant.ctx, { embed_origins: [ORIGIN] })
  key = await tenant.addKey({ scopes: ['signing-links'] })
})

itIsGuarded('/signature-processes/{id}/signers/{signer}/signing-url', signingUrlRoute)

const onePersonTwice = [
  { name: 'Iris Quist', email: 'iris@example.com', order: 1 },
  { name: 'Iris Quist', email: 'iris@example.com', order: 1 },
]

const createLink = <B = Link>({ id, signers }: ProcessRecord, as: { token: string } = key, index = 0) =>
  call<B>(signingUrlRoute.POST, { method: 'POST', params: { id, signer: signers[index]!.id }, as })
const toCode = ({ body }: { body: Link }) => body.data.url.split('/').at(-1)!

/** The token of the session of a new frame. */
async function openNewFrame(process: ProcessRecord): Promise<string> {
  return (await redeemFrameLink(toCode(await createLink(process)), now()))!
}

describe('POST …/signers/{signer}/signing-url', () => {
  it('200 with a link that opens one frame of this signer on the origins of the tenant; the trail tells', async () => {
    const { process, params } = await addLink(tenant)
    const created = await createLink(process)
    expect([created.status, Date.parse(created.body.data.expires_at) > now().getTime()]).toEqual([200, true])
    const code = toCode(created)
    expect(created.body.data.url).not.toContain(params.token)
    const session = await redeemFrameLink(code, now())
    expect(readFrameSession(session!, now())).toMatchObject({ token: params.token, origins: [ORIGIN] })
    expect(await redeemFrameLink(code, now())).toBeNull()
    const events = await loadEvents(tenant, process.id)
    expect(events.map(({ type }) => type)).toContain('signature.link_disclosed')
  })

  it('the link ends after ten minutes, the session after twelve hours, and changed ones never work', async () => {
    const { process } = await addLink(tenant)
    const code = toCode(await createLink(process))
    // Also for who comes before it was made: the clock was set back.
    for (const seconds of [601, -120])
      expect(await redeemFrameLink(code, addSeconds(now(), seconds))).toBeNull()
    for (const text of ['', 'x', `${code.slice(0, -2)}AA`, `${code}=`, `${code}!`])
      expect(await redeemFrameLink(text, now())).toBeNull()
    const session = await openNewFrame(process)
    for (const seconds of [12 * 3600 + 1, -120])
      expect(readFrameSession(session, addSeconds(now(), seconds))).toBeNull()
    // A link is not a session, and a session not a link.
    expect(readFrameSession(`frame.${code}`, now())).toBeNull()
    expect(await redeemFrameLink(session.slice('frame.'.length), now())).toBeNull()
  })

  it('403 for signed-in users, 404 for another tenant, 409 before the signer’s turn', async () => {
    const draft = await addDraft(tenant)
    expect((await createLink<Refused>(draft, tenant)).body.error.code).toBe('forbidden')
    const foreignKey = await (await makeTenant()).addKey({ scopes: ['signing-links'] })
    expect((await createLink(draft, foreignKey)).status).toBe(404)
    const refused = await createLink<Refused>(draft)
    expect([refused.status, refused.body.error]).toMatchObject([409, { code: 'invalid_state' }])
  })

  it('409 for a link by which another role of the person confirms at a provider', async () => {
    const { process } = await addLink(tenant, { signers: onePersonTwice })
    await write(tenant.ctx, (tx) =>
      tx.update(signers).set({ signatureLevel: 'advanced' }).where(eq(signers.id, process.signers[1]!.id)),
    )
    for (const index of [0, 1]) {
      const refused = await createLink<Refused>(process, key, index)
      expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state'])
    }
  })

  it('a session ends, and the link does not, when another role of the person confirms at a provider since', async () => {
    const { process, params } = await addLink(tenant, { signers: onePersonTwice })
    const session = await openNewFrame(process)
    expect((await call(signingRoute.GET, { params: { token: session } })).status).toBe(200)
    await write(tenant.ctx, (tx) =>
      tx.update(signers).set({ signatureLevel: 'advanced' }).where(eq(signers.id, process.signers[1]!.id)),
    )
    for (const [token, status] of [
      [session, 404],
      [params.token, 200],
    ] as const)
      expect((await call(signingRoute.GET, { params: { token } })).status).toBe(status)
  })

  it('409 while no page may show the frame', async () => {
    const other = await makeTenant()
    const { process } = await addLink(other)
    const refused = await createLink<Refused>(process, await other.addKey({ scopes: ['signing-links'] }))
    expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state'])
  })
})

describe('GET /embed/{code}', () => {
  it('leads to the page of the session, and with a used link to the page of ended ones', async () => {
    const { process } = await addLink(tenant)
    const code = toCode(await createLink(process))
    const open = () =>
      call((request) => openFrame(request, { params: Promise.resolve({ code }) }), { params: { code } })
    const first = await open()
    expect([first.status, first.headers.get('set-cookie')]).toEqual([303, null])
    expect(first.headers.get('location')).toMatch(/\/sign\/frame\/frame\.[\w-]+$/)
    expect((await open()).headers.get('location')).toMatch(/\/sign\/frame\/ended$/)
  })

  it('leads to a page, not to JSON, while the service is busy, and the link stays', async () => {
    const { process } = await addLink(tenant)
    const code = toCode(await createLink(process))
    const openWith = (handle: typeof call) =>
      handle((request) => openFrame(request, { params: Promise.resolve({ code }) }), { params: { code } })
    const { rateLimits } = env()
    const limitBefore = rateLimits.signing
    rateLimits.signing = 1
    try {
      await call(signingRoute.GET, { params: { token: 'x'.repeat(43) } })
      const busy = await openWith(call)
      expect([busy.status, busy.headers.get('content-type')]).toEqual([303, null])
      expect(busy.headers.get('location')).toContain(`/again?status=429&path=%2Fembed%2F${code}`)
    } finally {
      rateLimits.signing = limitBefore
    }
    expect((await openWith(call)).headers.get('location')).toMatch(/\/sign\/frame\/frame\./)
  })
})

describe('the session of a frame', () => {
  it('is the token of the signer’s routes, without a cookie and without its origin', async () => {
    const { process } = await addOpenedLink(tenant)
    const token = await openNewFrame(process)
    const seen = await call<Signing>(signingRoute.GET, { params: { token } })
    expect([seen.status, seen.body.data.signer.name]).toEqual([200, process.signers[0]!.name])
    const headers = { 'sec-fetch-site': 'cross-site' }
    const refused = await call(refuseRoute.POST, { params: { token }, body: { reason: 'No.' }, headers })
    expect(refused.status).toBe(200)
  })

  it('is another one once a code is confirmed: who made the link cannot sign as the person with the code', async () => {
    const { process, params } = await addLink(tenant, { options: { enable_otp: true } })
    const token = await openNewFrame(process)
    await call(otpRoute.POST, { method: 'POST', params: { token } })
    const { code } = await findCode(tenant, process)
    const verified = await call<{ token: string }>(verifyRoute.POST, { params: { token }, body: { code } })
    expect([verified.status, verified.headers.get('set-cookie')]).toEqual([200, null])
    const isVerified = async (token: string) =>
      (await call<Signing>(signingRoute.GET, { params: { token } })).body.data.otp.verified
    expect(await isVerified(verified.body.token)).toBe(true)
    for (const other of [token, await openNewFrame(process), params.token])
      expect(await isVerified(other)).toBe(false)
  })

  it('404 with a changed token', async () => {
    const token = await openNewFrame((await addLink(tenant)).process)
    const changed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
    expect((await call(signingRoute.GET, { params: { token: changed } })).status).toBe(404)
  })
})
