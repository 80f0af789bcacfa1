import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { setSigningService } from '#lib/keys/signing-service/set-signing-service'
import { verifyPdf } from '#lib/pades/verify'
import { restartConfirmations } from '#lib/processes/confirmations'
import { getProcess } from '#lib/processes/get'
import { remindToConfirm } from '#lib/processes/scheduled'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { loadEmails, watchEmails } from '#lib/testing/records/mailbox'
import {
  addCodeLink,
  addSentProcess,
  loadEvents,
  loadFiles,
  openLink,
  runRemoteRevisions,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { openSigningService, type SigningService } from '#lib/testing/servers/signing-service'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateChain, makeCertificateFiles } from '#lib/testing/values/certificate-files'
import * as credentialRoute from './[token]/confirmation/credential/route.ts'
import * as confirmationRoute from './[token]/confirmation/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as signingRoute from './[token]/route.ts'

const values = [{ id: 'PIN', value: '4711' }]
let service: SigningService
let tenant: TestTenant

beforeAll(async () => {
  const { authority } = await makeCertificateChain()
  const files = (name: string) => makeCertificateFiles(name, { issuer: authority })
  const objects = [{ type: 'Password', id: 'PIN' }]
  const explicit = { mode: 'explicit' as const, objects, values: { PIN: '4711' } }
  service = await openSigningService({
    work: { userId: 'ada@example.com', files: await files('Ada at work'), ...explicit },
    home: { userId: 'ada@example.com', files: await files('Ada at home'), ...explicit },
    phone: { userId: 'grace@example.com', files: await files('Grace by phone') },
    card: { userId: 'grace@example.com', files: await files('Grace by card') },
  })
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
})
beforeEach(async () => {
  tenant = await makeTenant()
  service.failWith()
  await setSigningService(
    tenant.ctx,
    { url: service.url, client_id: service.clientId, client_secret: service.clientSecret },
    restartConfirmations,
  )
})
afterAll(() => service.close())

type Sent = Awaited<ReturnType<typeof addSentProcess>>
type Params = { token: string }

async function signAs(process: Sent, index = 0): Promise<Params> {
  const token = await openLink(tenant, process.signers[index]!.id)
  const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
  await signProcess(ctx, SignInput.parse(typedSignature()))
  return { token }
}

/** A process whose first signer has signed, and has several credentials. */
async function addSigned(name: 'ada' | 'grace', others: object[] = [], options = {}) {
  const first = { name, email: `${name}@example.com`, signature_level: 'advanced' as const }
  const process = await addSentProcess(tenant, { signers: [first, ...others], options })
  await runRevisions(tenant, process)
  const params = await signAs(process)
  await runRemoteRevisions(tenant, process)
  return { process, params }
}

type View = { data: { confirmation: Record<string, unknown> | null } }
const view = async (params: Params) => (await call<View>(signingRoute.GET, { params })).body.data.confirmation
const choose = (params: Params, id: unknown) =>
  call<View & { error: { code: string } }>(credentialRoute.PUT, { method: 'PUT', params, body: { id } })
const confirm = async (params: Params) =>
  (await call(confirmationRoute.POST, { params, body: { values } })).status

async function names(process: Sent) {
  const { status } = await getProcess(tenant.ctx, process.id)
  const [file] = await loadFiles(tenant, process.id)
  const { valid, signatures } = await verifyPdf(file!)
  expect([status, valid]).toEqual(['completed', true])
  return signatures.map(({ signerName }) => signerName)
}

describe('a signer with several credentials', () => {
  it('chooses one, may choose another one, and confirms the signature with it', async () => {
    const { process, params } = await addSigned('ada')
    expect(await view(params)).toMatchObject({
      ...{ state: 'choose', provider: 'City Trust Services', inputs: [], certificate: null },
      credentials: [
        { id: 'work', subject: 'Ada at work', issuer: 'City Authority', qualified: false, chosen: false },
        { id: 'home', subject: 'Ada at home', chosen: false },
      ],
    })
    expect(await confirm(params)).toBe(409)
    for (const [id, subject] of [
      ['work', 'Ada at work'],
      ['home', 'Ada at home'],
    ]) {
      const { status, body } = await choose(params, id)
      expect([status, body.data.confirmation]).toMatchObject([200, { state: 'preparing' }])
      await runRemoteRevisions(tenant, process)
      const waiting = await view(params)
      expect(waiting).toMatchObject({ state: 'waiting', failure: null, certificate: { subject } })
      expect(waiting!.credentials).toMatchObject([
        { id: 'work', chosen: id === 'work' },
        { id: 'home', chosen: id === 'home' },
      ])
    }
    // The job that looks once more whether the provider has the credential: the person is not asked again.
    await runRemoteRevisions(tenant, process)
    expect(await view(params)).toMatchObject({ state: 'waiting', certificate: { subject: 'Ada at home' } })
    expect(await confirm(params)).toBe(200)
    expect((await choose(params, 'work')).status).toBe(409)
    await runRemoteRevisions(tenant, process)
    expect((await names(process))[1]).toBe('Ada at home')
    const chosen = (await loadEvents(tenant, process.id)).filter(
      ({ type }) => type === 'signature.certificate_chosen',
    )
    expect(chosen.map(({ data }) => data.signer_id)).toEqual(Array(2).fill(process.signers[0]!.id))
  })

  it('is waited for by nobody, and told that the document has changed only after the choice', async () => {
    const other = { name: 'Bob', email: 'bob@example.com', type: 'parallel' as const, order: 1 }
    const { process, params } = await addSigned('ada', [other])
    await signAs(process, 1)
    await runRemoteRevisions(tenant, process)
    expect(await view(params)).toMatchObject({ state: 'choose', failure: null })
    await choose(params, 'home')
    await runRemoteRevisions(tenant, process)
    expect(await view(params)).toMatchObject({ state: 'waiting', failure: null })
    expect(await confirm(params)).toBe(200)
    await runRemoteRevisions(tenant, process)
    expect((await names(process)).slice(1, 3)).toEqual(['Bob', 'Ada at home'])
  })

  it('is asked on another device only for the chosen one, and not at each try', async () => {
    const { process, params } = await addSigned('grace')
    expect(await view(params)).toMatchObject({ state: 'choose' })
    await choose(params, 'card')
    service.failWith('credentials/authorize', { error: 'access_denied', error_description: 'Declined.' })
    await expect(runRemoteRevisions(tenant, process)).rejects.toThrow('Declined')
    service.failWith()
    service.calls.length = 0
    await runRemoteRevisions(tenant, process)
    expect(service.calls).toEqual([])
    // Who chooses is at hand again.
    await choose(params, 'phone')
    await runRemoteRevisions(tenant, process)
    expect((await names(process))[1]).toBe('Grace by phone')
  })
})

describe('a signer who has left before the confirmation', () => {
  const remindOf = (process: Sent, askedAt = now()) =>
    remindToConfirm({
      ...{ tenantId: tenant.ctx.tenantId, processId: process.id, signerId: process.signers[0]!.id },
      askedAt: askedAt.toISOString(),
    })

  it('is reminded once, with the name of the provider', async () => {
    const { process, params } = await addSigned('ada')
    const newEmails = watchEmails(tenant)
    const askedAt = addSeconds(now(), -900)
    await remindOf(process, askedAt)
    const [email, ...others] = await newEmails()
    expect([email!.to, others]).toEqual(['ada@example.com', []])
    expect(email!.subject).toMatch(/^Reminder: confirm your signature/)
    expect(email!.text).toContain('City Trust Services has not made your signature yet')
    expect(email!.text).toContain(`/sign/${params.token}`)
    await remindOf(process, askedAt)
    expect(await newEmails()).toEqual([])
    const [signer] = (await getProcess(tenant.ctx, process.id)).signers
    expect(signer!.reminders_sent).toBe(1)
  })

  it('is not reminded once the time to sign is over, also before the process has expired', async () => {
    const { process } = await addSigned('ada')
    const milliseconds = addDays(new Date(process.expires_at!), 1).getTime() - Date.now()
    moveClock(milliseconds)
    await remindOf(process, addSeconds(now(), -900)).finally(() => moveClock(-milliseconds))
    expect((await getProcess(tenant.ctx, process.id)).signers[0]!.reminders_sent).toBe(0)
  })

  it('gets no reminder that has waited for the mail server until it was confirmed', async () => {
    const { process, params } = await addSigned('ada')
    await choose(params, 'work')
    await runRemoteRevisions(tenant, process)
    const newEmails = watchEmails(tenant)
    await newEmails()
    env().smtpUrl = 'smtp://127.0.0.1:1'
    await remindOf(process, addSeconds(now(), -900))
    expect(await newEmails()).toMatchObject([{ to: 'ada@example.com' }])
    env().smtpUrl = null
    const before = (await loadEmails(tenant)).length
    await confirm(params)
    expect(await loadEmails(tenant)).toHaveLength(before - 1)
  })

  it('is not reminded without emails, nor once it is confirmed', async () => {
    const { process: silent } = await addSigned('ada', [], { enable_notifications: false })
    await remindOf(silent)
    const { process, params } = await addSigned('ada')
    await choose(params, 'work')
    await runRemoteRevisions(tenant, process)
    await confirm(params)
    await remindOf(process)
    for (const { id } of [silent, process])
      expect((await getProcess(tenant.ctx, id)).signers[0]!.reminders_sent).toBe(0)
  })
})

it('400 for a credential that is not among them', async () => {
  const { params } = await addSigned('ada')
  for (const id of ['phone', '', 5]) {
    const { status, body } = await choose(params, id)
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
  }
  expect(await view(params)).toMatchObject({ state: 'choose' })
})

it('403 without the one-time code, 404 for an unknown link, 409 where there is nothing to choose', async () => {
  const link = await addCodeLink(tenant, { requestCode: otpRoute.POST, verifyCode: verifyRoute.POST })
  expect((await choose(link.params, 'work')).status).toBe(403)
  expect((await choose({ token: 'A'.repeat(43) }, 'work')).status).toBe(404)
  const process = await addSentProcess(tenant, {})
  await runRevisions(tenant, process)
  expect((await choose(await signAs(process), 'work')).status).toBe(409)
})

it('429 for more tries of one link than allowed', async () => {
  const { params } = await addSigned('ada')
  const { rateLimits } = env()
  const limitBefore = rateLimits.signing
  rateLimits.signing = 1
  try {
    expect((await choose(params, 'phone')).status).toBe(400)
    expect((await choose(params, 'phone')).status).toBe(429)
  } finally {
    rateLimits.signing = limitBefore
  }
})
