import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { processes } from '#db/schema/processes'
import { signatureConfirmations } from '#db/schema/processes-links'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { moveTokenToCookie } from '#lib/http/credentials/signing-link'
import { removeSigningService } from '#lib/keys/signing-service/remove-signing-service'
import { setSigningService } from '#lib/keys/signing-service/set-signing-service'
import { verifyPdf } from '#lib/pades/verify'
import { cancelProcess } from '#lib/processes/cancel'
import { findConfirmations, restartConfirmations, storeConfirmation } from '#lib/processes/confirmations'
import { getProcess } from '#lib/processes/get'
import { processData, pseudonymiseSigners } from '#lib/processes/personal-data'
import { enterSigning } from '#lib/signing/enter'
import { loadStepContext } from '#lib/signing/revisions/context'
import { embedSignature } from '#lib/signing/revisions/embed-signature'
import { runRemoteJob } from '#lib/signing/revisions/run'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { addDocument } from '#lib/testing/records/records'
import {
  addCodeLink,
  addSentProcess,
  findToken,
  loadEvents,
  loadFiles,
  openLink,
  runRemoteRevisions,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import {
  openSigningService,
  type SigningService,
  type TestCredential,
} from '#lib/testing/servers/signing-service'
import { callFromNewIp as call, call as callFromOneIp } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import {
  type CertificateFiles,
  makeCertificateChain,
  makeCertificateFiles,
} from '#lib/testing/values/certificate-files'
import { GET as comeBack } from '../../../sign/provider/route.tsx'
import * as codeRoute from './[token]/confirmation/code/route.ts'
import * as confirmationRoute from './[token]/confirmation/route.ts'
import * as visitRoute from './[token]/confirmation/visit/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as signingRoute from './[token]/route.ts'

const pin = 'PIN 4711'
const objects = [
  { type: 'Password', id: 'PIN', label: 'Signature PIN' },
  { type: 'ChallengeResponse', id: 'OTP', format: 'N', description: 'The code of the text message' },
]
const right = [
  { id: 'PIN', value: pin },
  { id: 'OTP', value: '123456' },
]
const wrong = [{ id: 'PIN', value: 'no' }, right[1]!]
let credentials: Record<string, TestCredential>
let renewed: CertificateFiles
let service: SigningService
let tenant: TestTenant

beforeAll(async () => {
  const { authority } = await makeCertificateChain('RSA 2048')
  const files = (name: string) => makeCertificateFiles(name, { issuer: authority })
  const explicit = { mode: 'explicit', objects, values: { PIN: pin, OTP: '123456' } } as const
  const brief = { notAfter: addSeconds(now(), 3600), issuer: authority }
  credentials = {
    moved: { userId: 'moved@example.com', files: await files('Moved'), ...explicit },
    brief: {
      ...{ userId: 'brief@example.com', files: await makeCertificateFiles('Brief', brief) },
      ...explicit,
    },
    ada: { userId: 'ada@example.com', files: await files('Ada'), ...explicit },
    locked: { userId: 'locked@example.com', files: await files('Locked'), ...explicit },
    either: {
      ...{ userId: 'either@example.com', files: await files('Either'), expression: 'PIN OR OTP' },
      ...explicit,
    },
    mixed: {
      ...{ userId: 'mixed@example.com', files: await files('Mixed') },
      ...{ ...explicit, expression: 'PIN AND (OTP OR TAN)' },
    },
    pinOrApp: {
      ...{ userId: 'pin-or-app@example.com', files: await files('Or'), mode: 'explicit' },
      objects: [objects[0]!, { type: 'ChallengeResponseOOB', id: 'APP' }],
      ...{ expression: 'PIN OR APP', values: { PIN: pin } },
    },
    grace: { userId: 'grace@example.com', files: await files('Grace'), mode: 'oauth2code', multisign: 2 },
    single: { userId: 'single@example.com', files: await files('Single'), mode: 'oauth2code' },
    device: {
      ...{ userId: 'device@example.com', files: await files('Device'), mode: 'explicit' },
      objects: [{ type: 'ChallengeResponseOOB', id: 'APP' }],
      values: {},
    },
  }
  renewed = await files('Renewed')
  service = await openSigningService(credentials)
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
})
beforeEach(async () => {
  tenant = await makeTenant()
  await setService({})
})
afterEach(() => {
  service.failWith()
  service.expireGrants(false)
})
afterAll(() => service.close())

const setService = ({ url = service.url }: { url?: string }) =>
  setSigningService(
    tenant.ctx,
    { url, client_id: service.clientId, client_secret: service.clientSecret },
    restartConfirmations,
  )

type Sent = Awaited<ReturnType<typeof addSentProcess>>
type Params = { token: string }

async function signAs(process: Sent, index = 0): Promise<Params> {
  const token = await openLink(tenant, process.signers[index]!.id)
  const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
  const { signer } = await signProcess(ctx, SignInput.parse(typedSignature()))
  const isByProvider = process.signers[index]!.signature_level !== 'simple'
  expect(signer).toMatchObject({ status: 'signed', awaits_provider: isByProvider })
  return { token }
}

/** A process whose first signer has signed, and has to confirm. */
async function addWaiting(email: string, others: object[] = [], documents?: { id: number }[]) {
  const signers = [{ name: 'Ada Lovelace', email, signature_level: 'advanced' as const }, ...others]
  const process = await addSentProcess(tenant, { signers, ...(documents && { documents }) })
  await runRevisions(tenant, process)
  const params = await signAs(process)
  await runRemoteRevisions(tenant, process)
  return { process, params }
}

const view = async (params: Params) =>
  (await call<{ data: { confirmation: Record<string, unknown> | null } }>(signingRoute.GET, { params })).body
    .data.confirmation
const confirm = (params: Params, values: object[]) =>
  call(confirmationRoute.POST, { params, body: { values } })
const requestCode = (params: Params, id = 'OTP') => call(codeRoute.POST, { params, body: { id } })
const visit = (params: Params) =>
  call<{ data: { url: string } }>(visitRoute.POST, { params, body: { locale: 'de' } })

/** What the browser does at the provider, and on its way back. */
async function decideAtProvider({ token }: Params, url: string, decision: 'confirm' | 'decline') {
  return goBack(token, `?${await decide(url, decision)}`)
}

/** What the provider sends the browser back with. */
async function decide(url: string, decision: 'confirm' | 'decline') {
  expect((await fetch(url)).status).toBe(200)
  const address = `${url.replace('/oauth2/authorize', '/oauth2/decide')}&decision=${decision}`
  const { headers } = await fetch(address, { redirect: 'manual' })
  const { pathname, searchParams } = new URL(headers.get('location')!)
  expect(pathname).toBe('/sign/provider')
  return searchParams
}

const goBack = (token: string, search: string) =>
  call((request) => comeBack(request), {
    path: `/sign/provider${search}`,
    headers: { cookie: moveTokenToCookie(token, null)!.cookies[0]!.split(';')[0]! },
  })

async function names(process: { id: number }) {
  const [file] = await loadFiles(tenant, process.id)
  const { valid, signatures } = await verifyPdf(file!)
  expect(valid).toBe(true)
  return signatures.map(({ signerName }) => signerName)
}

const statusOf = async ({ id }: { id: number }) => (await getProcess(tenant.ctx, id)).status

describe('a signature confirmed with PIN and code', () => {
  it('is made once the service accepts them, and embedded; nothing that was entered is stored', async () => {
    const { process, params } = await addWaiting('ada@example.com')
    expect((await getProcess(tenant.ctx, process.id)).signers[0]).toMatchObject({ awaits_provider: true })
    expect(await view(params)).toMatchObject({
      state: 'waiting',
      mode: 'explicit',
      provider: 'City Trust Services',
      certificate: { subject: 'Ada', issuer: 'City Authority' },
      signatures: 1,
      inputs: [
        { id: 'PIN', numeric: false, label: 'Signature PIN', code_sent: false },
        { id: 'OTP', numeric: true, description: 'The code of the text message', code_sent: true },
      ],
      failure: null,
    })
    const refused = await confirm(params, wrong)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_code'])
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'wrong' })
    expect((await requestCode(params)).body.data).toEqual({ challenge: null })
    const confirmed = await confirm(params, right)
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.data.confirmation).toMatchObject({ state: 'confirmed' })
    const [stored] = await read(tenant.ctx, (reader) => findConfirmations(reader, tenant.ctx, process.id))
    expect(Object.keys(stored!.signatures).length).toBe(1)
    for (const secret of [pin, '123456']) expect(JSON.stringify(stored)).not.toContain(secret)
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
    expect(await view(params)).toBeNull()
    expect((await names(process))[1]).toBe('Ada')
    const trail = await loadEvents(tenant, process.id)
    expect(trail.find(({ type }) => type === 'signature.confirmed')!.data).toMatchObject({
      ...{ mode: 'explicit', signatures: 1, signer_id: process.signers[0]!.id },
    })
    expect(JSON.stringify(trail)).not.toContain(pin)
    expect(await read(tenant.ctx, (reader) => reader.select().from(signatureConfirmations))).toEqual([])
  })

  it('is not made when the credential is locked, and the page says so', async () => {
    const { params } = await addWaiting('locked@example.com')
    await requestCode(params)
    for (let count = 0; count < 3; count++) expect((await confirm(params, wrong)).status).toBe(400)
    const locked = await confirm(params, right)
    expect(locked.status).toBe(409)
    expect(locked.body.error).toMatchObject({ code: 'invalid_state', reason: 'locked' })
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'locked' })
  })

  it('with one of two is enough where the credential says so', async () => {
    const { process, params } = await addWaiting('either@example.com')
    await requestCode(params)
    expect(await view(params)).toMatchObject({ any_input: true })
    // Only one is sent: the service would refuse it together with a wrong one.
    expect((await confirm(params, [right[0]!, { id: 'OTP', value: 'no' }])).status).toBe(200)
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
  })

  it('takes a code in the digits of another script', async () => {
    const { params } = await addWaiting('ada@example.com')
    await requestCode(params)
    expect((await confirm(params, [right[0]!, { id: 'OTP', value: '١٢٣٤٥٦' }])).status).toBe(200)
  })

  it('with a PIN in place of another device, which is not asked then', async () => {
    const { process, params } = await addWaiting('pin-or-app@example.com')
    expect((await confirm(params, [right[0]!])).status).toBe(200)
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
  })

  it('is not made with a credential whose expression is not known here', async () => {
    const signers = [{ name: 'Mixed', email: 'mixed@example.com', signature_level: 'advanced' as const }]
    const mixed = await addSentProcess(tenant, { signers })
    await runRevisions(tenant, mixed)
    await signAs(mixed)
    await expect(runRemoteJob({ tenantId: tenant.ctx.tenantId, processId: mixed.id })).rejects.toThrow()
  })

  it('400 for input that the credential does not ask for, or lacks; the service is not asked', async () => {
    const { params } = await addWaiting('ada@example.com')
    service.calls.length = 0
    for (const values of [[], [right[0]!], [...right, { id: 'TAN', value: '1' }]]) {
      const response = await confirm(params, values)
      expect([response.status, response.body.error.code]).toEqual([400, 'validation_error'])
    }
    expect((await requestCode(params, 'PIN')).status).toBe(400)
    expect((await visit(params)).status).toBe(409)
    expect(service.calls).toEqual([])
  })

  it('goes on after an authorization that has expired, and a service that was away', async () => {
    const { process, params } = await addWaiting('ada@example.com')
    await requestCode(params)
    service.expireGrants(true)
    expect((await confirm(params, right)).body.error.reason).toBe('expired')
    service.expireGrants(false)
    service.failWith('credentials/authorize', { error: 'temporarily_unavailable' })
    expect((await confirm(params, right)).body.error.reason).toBe('unavailable')
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'unavailable' })
    service.failWith('credentials/getChallenge')
    expect((await requestCode(params)).status).toBe(409)
    service.failWith()
    expect((await confirm(params, right)).status).toBe(200)
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
  })
})

describe('a signature confirmed at the provider', () => {
  it('is made with the token for exactly these hashes, in one visit for two documents', async () => {
    const documents = [await addDocument(tenant), await addDocument(tenant)].map(({ id }) => ({ id }))
    const { process, params } = await addWaiting('grace@example.com', [], documents)
    expect(await view(params)).toMatchObject({
      state: 'waiting',
      mode: 'oauth2code',
      signatures: 2,
      inputs: [],
    })
    const { status, body } = await visit(params)
    expect(status).toBe(200)
    const query = new URL(body.data.url).searchParams
    expect(query.get('lang')).toBe('de')
    expect(body.data.url).not.toContain(params.token)
    const back = await decideAtProvider(params, body.data.url, 'confirm')
    const { handle } = moveTokenToCookie(params.token, null)!
    expect([back.status, back.headers.get('location')]).toEqual([303, `${env().appUrl}/sign/${handle}`])
    expect(await view(params)).toMatchObject({ state: 'confirmed' })
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
    expect((await names(process))[1]).toBe('Grace')
    expect((await loadFiles(tenant, process.id)).length).toBe(2)
  })

  it('is confirmed once for each document where the provider allows one signature at a time', async () => {
    const documents = [await addDocument(tenant), await addDocument(tenant)].map(({ id }) => ({ id }))
    const { process, params } = await addWaiting('single@example.com', [], documents)
    for (const signatures of [2, 1]) {
      expect(await view(params)).toMatchObject({ state: 'waiting', signatures })
      const { url } = (await visit(params)).body.data
      await decideAtProvider(params, url, 'confirm')
      // Loaded again, the page does not say that anything took too long.
      await goBack(params.token, `?state=${new URL(url).searchParams.get('state')}&code=again`)
      expect(await view(params)).toMatchObject({ failure: null })
    }
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
  })

  it('goes on after it was declined, came back late, or with a state of an earlier visit', async () => {
    const { process, params } = await addWaiting('grace@example.com')
    await decideAtProvider(params, (await visit(params)).body.data.url, 'decline')
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'denied' })
    const earlier = (await visit(params)).body.data.url
    const { url } = (await visit(params)).body.data
    await decideAtProvider(params, earlier, 'confirm')
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'expired' })
    moveClock(1_801_000)
    await decideAtProvider(params, url, 'confirm')
    moveClock(-1_801_000)
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'expired' })
    service.failWith('oauth2/token')
    await decideAtProvider(params, (await visit(params)).body.data.url, 'confirm')
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'failed' })
    service.failWith('info', { error: 'temporarily_unavailable' })
    expect((await visit(params)).body).toMatchObject({ error: { reason: 'unavailable' } })
    service.failWith()
    await decideAtProvider(params, (await visit(params)).body.data.url, 'confirm')
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
  })

  it('says so where the answer of the provider could not be taken', async () => {
    const { signing } = env().rateLimits
    env().rateLimits.signing = 1
    const comeBackOften = () =>
      callFromOneIp((request) => comeBack(request), { path: '/sign/provider?state=x' })
    try {
      expect((await comeBackOften()).headers.get('location')).toMatch(/\/sign\/x$/)
      expect((await comeBackOften()).headers.get('location')).toMatch(/\/sign\/x\?provider=unavailable$/)
    } finally {
      env().rateLimits.signing = signing
    }
  })

  it('is not made in a browser without the link, nor for another signer', async () => {
    const { params } = await addWaiting('grace@example.com')
    const other = await addWaiting('grace@example.com')
    const { url } = (await visit(params)).body.data
    const state = new URL(url).searchParams.get('state')!
    const code = (await decide(url, 'confirm')).get('code')!
    await goBack(other.params.token, `?state=${state}&code=${code}`)
    for (const each of [params, other.params])
      expect(await view(each)).toMatchObject({ state: 'waiting', failure: null })
    const handle = moveTokenToCookie(other.params.token, null)!.handle
    for (const secret of ['x', state.split('.')[1]])
      await goBack(other.params.token, `?state=${handle}.${secret}&code=${code}`)
    for (const each of [params, other.params]) expect(await view(each)).toMatchObject({ state: 'waiting' })
    expect(service.bodies.some((body) => body.includes(code))).toBe(false)
    expect((await goBack(params.token, '')).status).toBe(303)
    await goBack(params.token, `?state=${state}&code=${code}`)
    expect(await view(params)).toMatchObject({ state: 'confirmed' })
  })
})

describe('a credential that was replaced', () => {
  /** The provider has issued another one. */
  function renew(id: string) {
    const { userId, mode, objects, values } = credentials[id]!
    credentials[id] = { ...credentials[id]!, status: 'disabled' }
    credentials[`${id} 2`] = { userId, files: renewed, mode, objects, values } as TestCredential
  }
  const run = ({ id }: { id: number }) => runRemoteJob({ tenantId: tenant.ctx.tenantId, processId: id })
  const subjectOf = async (params: Params) =>
    ((await view(params))!.certificate as { subject: string } | null)?.subject

  it('is looked up once the old one is locked, and what stays the same is not asked for again', async () => {
    const { process, params } = await addWaiting('moved@example.com')
    await requestCode(params)
    for (let count = 0; count < 3; count++) await confirm(params, wrong)
    expect((await confirm(params, right)).body.error.reason).toBe('locked')
    const before = await read(tenant.ctx, (reader) => findConfirmations(reader, tenant.ctx, process.id))
    await run(process)
    const after = await read(tenant.ctx, (reader) => findConfirmations(reader, tenant.ctx, process.id))
    expect(after).toEqual(before.map((each) => ({ ...each, isDoubtful: false })))
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'locked' })
    renew('moved')
    await confirm(params, right)
    await run(process)
    expect(await view(params)).toMatchObject({ failure: null, certificate: { subject: 'Renewed' } })
    await requestCode(params)
    expect((await confirm(params, right)).status).toBe(200)
    await runRemoteRevisions(tenant, process)
    expect((await names(process))[1]).toBe('Renewed')
  })

  it('is looked up once its certificate is no longer valid, and nothing is signed with it', async () => {
    const { process, params } = await addWaiting('brief@example.com')
    await requestCode(params)
    moveClock(7_200_000)
    try {
      service.calls.length = 0
      expect((await confirm(params, right)).body.error.reason).toBe('failed')
      expect(service.calls).toEqual([])
      renew('brief')
      await run(process)
      expect(await subjectOf(params)).toBe('Renewed')
    } finally {
      moveClock(-7_200_000)
    }
  })

  it('is looked up when the revision is another one', async () => {
    const grace = { name: 'Grace Hopper', email: 'grace.hopper@example.com', order: 1, type: 'parallel' }
    const { process, params } = await addWaiting('either@example.com', [grace])
    await signAs(process, 1)
    await runRevisions(tenant, process)
    renew('either')
    await run(process)
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'changed' })
    expect(await subjectOf(params)).toBe('Renewed')
  })

  it.each([
    ['another service', (url: string) => setService({ url })],
    ['none', () => removeSigningService(tenant.ctx, restartConfirmations)],
  ])('is forgotten when the organisation has %s', async (_, change) => {
    const { process, params } = await addWaiting('grace@example.com')
    await setService({})
    expect(await subjectOf(params)).toBe('Grace')
    const other = await openSigningService({ other: { ...credentials.grace!, files: renewed } })
    env().signingServiceAllowedHosts.push(new URL(other.url).host)
    try {
      await change(other.url)
      expect(await view(params)).toMatchObject({ state: 'preparing', certificate: null })
      await setService({ url: other.url })
      await run(process)
      expect(await subjectOf(params)).toBe('Renewed')
    } finally {
      other.close()
    }
  })
})

describe('somebody else who signs meanwhile', () => {
  const grace = { name: 'Grace Hopper', email: 'grace.hopper@example.com', order: 1 }
  const ada = { name: 'Ada', email: 'ada@example.com', signature_level: 'advanced' as const, order: 1 }

  it('waits when a signature is confirmed while theirs is made', async () => {
    const { process, params } = await addWaiting('grace@example.com', [{ ...grace, type: 'parallel' }])
    const { url } = (await visit(params)).body.data
    await signAs(process, 1)
    const begun = await loadStepContext({ tenantId: tenant.ctx.tenantId, processId: process.id })
    await decideAtProvider(params, url, 'confirm')
    const late = begun.signers.find(({ id }) => id === process.signers[1]!.id)!
    await expect(embedSignature(begun, late)).rejects.toThrow('confirmed for this revision first')
    expect(await view(params)).toMatchObject({ state: 'confirmed' })
    await runRemoteRevisions(tenant, process)
    expect((await names(process)).slice(1, 3)).toEqual(['Grace', 'Grace Hopper'])
  })

  it('is not asked by the service while a signature that was confirmed first is embedded', async () => {
    const { process, params } = await addWaiting('grace@example.com', [{ ...ada, type: 'parallel' }])
    const second = await signAs(process, 1)
    await runRemoteRevisions(tenant, process)
    await requestCode(second)
    expect(await view(second)).toMatchObject({ state: 'waiting' })
    await decideAtProvider(params, (await visit(params)).body.data.url, 'confirm')
    service.calls.length = 0
    expect((await confirm(second, right)).body.error).toMatchObject({ reason: 'changed' })
    expect(service.calls).toEqual([])
    expect(await view(second)).toMatchObject({ state: 'preparing' })
    await runRemoteRevisions(tenant, process)
    // The job that the first one enqueued for the new revision.
    await runRemoteRevisions(tenant, process)
    expect(await view(second)).toMatchObject({ state: 'waiting', failure: 'changed' })
  })

  it('never leaves a person without a word whose confirmed signature could not be embedded', async () => {
    const { process, params } = await addWaiting('ada@example.com')
    await requestCode(params)
    await confirm(params, right)
    const [confirmed] = await read(tenant.ctx, (reader) => findConfirmations(reader, tenant.ctx, process.id))
    // Settings that changed the bytes to sign.
    await write(tenant.ctx, (tx) =>
      storeConfirmation(tx, { ...tenant.ctx, now: now() }, process.id, { ...confirmed!, signatures: {} }),
    )
    await runRemoteRevisions(tenant, process)
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'changed' })
  })

  it('has no time in the future: the person is asked again once the clock was set back', async () => {
    const { process, params } = await addWaiting('ada@example.com')
    const [asked] = await read(tenant.ctx, (reader) => findConfirmations(reader, tenant.ctx, process.id))
    const ahead = { ...asked!, at: addSeconds(now(), 5 * 3600).toISOString() }
    await write(tenant.ctx, (tx) => storeConfirmation(tx, { ...tenant.ctx, now: now() }, process.id, ahead))
    await requestCode(params)
    await confirm(params, right)
    await runRemoteRevisions(tenant, process)
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'changed' })
    await requestCode(params)
    await confirm(params, right)
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
    const { signatures } = await verifyPdf((await loadFiles(tenant, process.id))[0]!)
    expect(new Date(signatures[1]!.signedAt!) <= now()).toBe(true)
  })

  it('does not wait, and the person is asked again for the new revision', async () => {
    const { process, params } = await addWaiting('grace@example.com', [{ ...grace, type: 'parallel' }])
    const { url } = (await visit(params)).body.data
    await signAs(process, 1)
    await runRevisions(tenant, process)
    expect(await view(params)).toMatchObject({ state: 'preparing' })
    await decideAtProvider(params, url, 'confirm')
    await runRemoteRevisions(tenant, process)
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: 'changed' })
    await decideAtProvider(params, (await visit(params)).body.data.url, 'confirm')
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
    expect((await names(process)).slice(1, 3)).toEqual(['Grace Hopper', 'Grace'])
  })

  it('comes after who has confirmed already', async () => {
    const { process, params } = await addWaiting('grace@example.com', [{ ...grace, type: 'parallel' }])
    await decideAtProvider(params, (await visit(params)).body.data.url, 'confirm')
    await signAs(process, 1)
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
    expect((await names(process)).slice(1, 3)).toEqual(['Grace', 'Grace Hopper'])
  })
})

it('a credential that is confirmed on another device only is asked for by the job', async () => {
  const { process } = await addWaiting('device@example.com')
  expect(await statusOf(process)).toBe('completed')
  expect(service.bodies.some((body) => body.includes('"authData":[{"id":"APP"}]'))).toBe(true)
})

it('without a credential the page says that the service cannot make it yet', async () => {
  const signers = [{ name: 'Nobody', email: 'nobody@example.com', signature_level: 'qualified' as const }]
  const process = await addSentProcess(tenant, { signers })
  await runRevisions(tenant, process)
  const params = await signAs(process)
  expect(await view(params)).toMatchObject({ state: 'preparing', mode: null })
  await expect(runRemoteRevisions(tenant, process)).rejects.toThrow('no valid credential')
  expect(await view(params)).toMatchObject({ state: 'unavailable', provider: 'City Trust Services' })
})

it('a person without a credential delays nobody, and nobody else reads of it', async () => {
  const level = { signature_level: 'advanced' as const, order: 1, type: 'parallel' as const }
  const signers = [
    { name: 'Nobody', email: 'nobody@example.com', ...level },
    { name: 'Ada', email: 'ada@example.com', ...level },
    { name: 'Bob', email: 'bob@example.com', order: 1, type: 'parallel' as const },
  ]
  const process = await addSentProcess(tenant, { signers })
  await runRevisions(tenant, process)
  const first = await signAs(process)
  const second = await signAs(process, 1)
  await signAs(process, 2)
  await expect(runRemoteRevisions(tenant, process)).rejects.toThrow('no valid credential')
  expect(await view(second)).toMatchObject({ state: 'preparing' })
  expect(await view(first)).toMatchObject({ state: 'unavailable' })
  await runRemoteRevisions(tenant, process)
  expect((await names(process)).slice(1)).toEqual(['Bob'])
  await runRemoteRevisions(tenant, process)
  expect(await view(second)).toMatchObject({ state: 'waiting' })
  moveClock(61_000)
  await expect(runRemoteRevisions(tenant, process)).rejects.toThrow('no valid credential')
  moveClock(-61_000)
})

it('a time stamp fits into the space that was reserved when the person was asked', async () => {
  env().tsa = 'internal'
  try {
    const { process, params } = await addWaiting('grace@example.com')
    await decideAtProvider(params, (await visit(params)).body.data.url, 'confirm')
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
  } finally {
    env().tsa = null
  }
})

it.each([
  ['before the service is asked', null],
  ['while the service is asked', 'credentials/list'],
])('nothing is stored for a process that ends %s', async (_, method) => {
  const signers = [{ name: 'Ada', email: 'ada@example.com', signature_level: 'advanced' as const }]
  const process = await addSentProcess(tenant, { signers })
  await runRevisions(tenant, process)
  await signAs(process)
  service.calls.length = 0
  const resume = method ? service.pause(method) : null
  const asked = resume ? runRemoteJob({ tenantId: tenant.ctx.tenantId, processId: process.id }) : null
  if (resume) await vi.waitFor(() => expect(service.calls).toContain(method), 10_000)
  await cancelProcess(tenant.ctx, process.id, { reason: 'No' })
  resume?.()
  await asked
  if (!method) await runRemoteRevisions(tenant, process)
  expect(service.calls.length > 0).toBe(method !== null)
  expect(await read(tenant.ctx, (reader) => reader.select().from(signatureConfirmations))).toEqual([])
})

it('a person’s certificate is exported, and erased once the process has expired', async () => {
  const { process, params } = await addWaiting('ada@example.com')
  expect((await view(params))?.state).toBe('waiting')
  const person = { tenantId: tenant.ctx.tenantId, email: 'ada@example.com' }
  const [found] = await Array.fromAsync(processData.find!(person).signature_confirmations!)
  expect(found).toMatchObject({ process_id: process.id, status: 'waiting' })
  const [certificate] = (found as { certificates: string[] }).certificates
  expect(new X509Certificate(Buffer.from(certificate!, 'base64')).subject).toContain('CN=Ada')
  await write(tenant.ctx, (tx) => tx.update(processes).set({ status: 'expired' }))
  await write(tenant.ctx, (tx) =>
    pseudonymiseSigners(tx, tenant.ctx, person, eq(processes.status, 'expired')),
  )
  expect(await read(tenant.ctx, (reader) => reader.select().from(signatureConfirmations))).toEqual([])
})

describe('409', () => {
  it('where there is nothing to confirm, and once the process has ended', async () => {
    const process = await addSentProcess(tenant, {})
    const open = { token: await findToken(tenant, process.signers[0]!.id) }
    const { process: ended, params } = await addWaiting('grace@example.com')
    const { url } = (await visit(params)).body.data
    await cancelProcess(tenant.ctx, ended.id, { reason: 'No' })
    for (const each of [open, params])
      for (const response of [await confirm(each, right), await requestCode(each), await visit(each)] as {
        status: number
      }[])
        expect(response.status).toBe(409)
    expect((await decideAtProvider(params, url, 'confirm')).status).toBe(303)
    expect(await statusOf(ended)).toBe('cancelled')
    expect(await view(params)).toBeNull()
    service.calls.length = 0
    await runRemoteRevisions(tenant, ended)
    expect(service.calls).toEqual([])
    expect(await read(tenant.ctx, (reader) => reader.select().from(signatureConfirmations))).toEqual([])
  })
})

it('403 without the one-time code, 404 for an unknown link', async () => {
  const link = await addCodeLink(tenant, { requestCode: otpRoute.POST, verifyCode: verifyRoute.POST })
  for (const [params, status] of [
    [link.params, 403],
    [{ token: 'A'.repeat(43) }, 404],
  ] as const) {
    expect((await confirm(params, right)).status).toBe(status)
    expect((await requestCode(params)).status).toBe(status)
    expect((await visit(params)).status).toBe(status)
  }
})
