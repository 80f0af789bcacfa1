import 'reflect-metadata'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { setSigningService } from '#lib/keys/signing-service/set-signing-service'
import { restartConfirmations } from '#lib/processes/confirmations'
import { getProcess } from '#lib/processes/get'
import { expireDue, remindDue } from '#lib/processes/scheduled'
import { changeSigner } from '#lib/processes/signers/correct'
import { remindProcess } from '#lib/processes/signers/remind'
import { updateProcess } from '#lib/processes/update'
import type { SigningRecord } from '#lib/signing/schema'
import { watchEmails } from '#lib/testing/records/mailbox'
import {
  addSentProcess,
  findCode,
  findToken,
  loadEvents,
  runRemoteRevisions,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { openSigningService, type SigningService } from '#lib/testing/servers/signing-service'
import { browser, callFromNewIp } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateChain, makeCertificateFiles } from '#lib/testing/values/certificate-files'
import * as codeRoute from './[token]/confirmation/code/route.ts'
import * as confirmationRoute from './[token]/confirmation/route.ts'
import * as openRoute from './[token]/open/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

type Sent = Awaited<ReturnType<typeof addSentProcess>>
type Call = ReturnType<typeof browser>

/** Longer than the pause between two codes. */
const PAUSE_MILLISECONDS = 61_000
const values = [{ id: 'PIN', value: '4711' }]
let service: SigningService
let tenant: TestTenant

beforeAll(async () => {
  const { authority } = await makeCertificateChain('RSA 2048')
  service = await openSigningService({
    ada: {
      ...{ userId: 'ada@example.com', files: await makeCertificateFiles('Ada', { issuer: authority }) },
      ...{ mode: 'explicit', objects: [{ type: 'Password', id: 'PIN' }], values: { PIN: '4711' } },
    },
  })
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
})
beforeEach(async () => {
  tenant = await makeTenant()
  await setSigningService(
    tenant.ctx,
    { url: service.url, client_id: service.clientId, client_secret: service.clientSecret },
    restartConfirmations,
  )
})
afterAll(() => service.close())

/** A process that Ada, who has to confirm it, and then Grace have signed. */
async function addUnconfirmed(options: object) {
  const process = await addSentProcess(tenant, {
    signers: [
      { name: 'Ada Lovelace', email: 'ada@example.com', signature_level: 'advanced' },
      { name: 'Grace Hopper', email: 'grace@example.com', type: 'parallel' },
    ],
    options,
  })
  await runRevisions(tenant, process)
  const [ada, grace] = await Promise.all(
    process.signers.map(async ({ id }) => ({ token: await findToken(tenant, id) })),
  )
  for (const params of [grace!, ada!]) {
    await sign(callFromNewIp, params)
    await runRemoteRevisions(tenant, process)
  }
  return { process, ada: ada!, grace: grace! }
}

async function sign(call: Call, params: { token: string }) {
  await call(openRoute.POST, { method: 'POST', params })
  const { status } = await call(signRoute.POST, { params, body: typedSignature() })
  expect(status).toBe(200)
}

const confirm = async (call: Call, params: { token: string }) =>
  (await call(confirmationRoute.POST, { params, body: { values } })).status

type View = { data: Pick<SigningRecord, 'confirmation' | 'process'> }
const view = async (call: Call, params: { token: string }) =>
  (await call<View>(signingRoute.GET, { params })).body.data

const statusOf = async ({ id }: Sent) => (await getProcess(tenant.ctx, id)).status

it('a signer who confirms in another browser than they signed in is asked for the one-time code again', async () => {
  const process = await addSentProcess(tenant, {
    signers: [{ name: 'Ada Lovelace', email: 'ada@example.com', signature_level: 'advanced', otp: 'email' }],
  })
  await runRevisions(tenant, process)
  const params = { token: await findToken(tenant, process.signers[0]!.id) }
  async function verify(call: Call) {
    await call(otpRoute.POST, { method: 'POST', params })
    const { code } = await findCode(tenant, process)
    expect((await call(verifyRoute.POST, { params, body: { code } })).status).toBe(200)
  }
  const signedIn = browser()
  await verify(signedIn)
  await sign(signedIn, params)
  await runRemoteRevisions(tenant, process)
  const other = browser()
  expect((await view(other, params)).confirmation).toEqual({
    ...{ state: 'code_required', provider: '', mode: null, certificate: null, signatures: 0 },
    ...{ inputs: [], any_input: false, failure: null, credentials: [] },
  })
  expect(await confirm(other, params)).toBe(403)
  moveClock(PAUSE_MILLISECONDS)
  await verify(other)
  expect((await view(other, params)).confirmation).toMatchObject({ state: 'waiting' })
  expect(await confirm(other, params)).toBe(200)
  await runRemoteRevisions(tenant, process)
  moveClock(-PAUSE_MILLISECONDS)
  expect(await statusOf(process)).toBe('completed')
})

describe('a signature that is not confirmed while all have signed', () => {
  it('is missing: nothing is sealed, the process expires, and the email to the sender names who is missing', async () => {
    const { process, ada, grace } = await addUnconfirmed({ expires_in_days: 1 })
    for (const params of [ada, grace]) expect((await view(callFromNewIp, params)).process.sealing).toBe(false)
    const newEmails = watchEmails(tenant)
    await expireDue(addDays(now(), 2))
    expect(await statusOf(process)).toBe('expired')
    expect(await confirm(callFromNewIp, ada)).toBe(409)
    const toSender = (await newEmails()).find(({ to }) => to === tenant.user.email)!
    expect(toSender.text).toContain('Ada Lovelace')
    expect(toSender.text).not.toContain('Grace Hopper')
  })

  it('is asked for by email when the sender gives more time', async () => {
    const { process } = await addUnconfirmed({ expires_in_days: 1 })
    await expireDue(addDays(now(), 2))
    const newEmails = watchEmails(tenant)
    await newEmails()
    await updateProcess(tenant.ctx, process.id, { options: { expires_in_days: 10 } })
    expect((await newEmails()).map(({ to }) => to)).toEqual(['ada@example.com'])
  })

  it('is given once it is confirmed: the process no longer expires', async () => {
    const { process, ada } = await addUnconfirmed({ expires_in_days: 1 })
    expect(await confirm(callFromNewIp, ada)).toBe(200)
    expect((await view(callFromNewIp, ada)).process.sealing).toBe(true)
    await expireDue(addDays(now(), 2))
    await runRemoteRevisions(tenant, process)
    expect(await statusOf(process)).toBe('completed')
  })

  it('is reminded of by the sender, with the link; not once it is confirmed', async () => {
    const { process, ada } = await addUnconfirmed({})
    const [signer, other] = process.signers.map(({ id }) => id)
    const newEmails = watchEmails(tenant)
    await remindProcess({ ...tenant.ctx, now: now() }, process.id, { signer_id: signer! })
    const [email, ...others] = await newEmails()
    expect(others).toEqual([])
    expect(email).toMatchObject({ to: 'ada@example.com' })
    expect(email!.text).toContain(`/sign/${ada.token}`)
    await expect(remindProcess(tenant.ctx, process.id, { signer_id: other! })).rejects.toThrow()
    await confirm(callFromNewIp, ada)
    await expect(remindProcess(tenant.ctx, process.id, { signer_id: signer! })).rejects.toThrow()
  })

  it('is reminded of by itself, counted from the signature', async () => {
    const { process } = await addUnconfirmed({ reminder_days: 2 })
    const countAt = async (time: Date) => {
      await remindDue(time)
      return (await getProcess(tenant.ctx, process.id)).signers.map((signer) => signer.reminders_sent)
    }
    const signedAt = new Date((await getProcess(tenant.ctx, process.id)).signers[0]!.signed_at!)
    expect(await countAt(addSeconds(addDays(signedAt, 2), -1))).toEqual([0, 0])
    expect(await countAt(addDays(signedAt, 2))).toEqual([1, 0])
    expect(await countAt(addDays(signedAt, 3))).toEqual([1, 0])
    expect(await countAt(addDays(signedAt, 4))).toEqual([2, 0])
  })
})

it('the trail has the level that a correction gives, as the API names it', async () => {
  const { id, signers } = await addSentProcess(tenant, {
    signers: [{ name: 'Ada Lovelace', email: 'ada@example.com', signature_level: 'advanced' }],
  })
  await changeSigner(tenant.ctx, id, signers[0]!.id, { signature_level: 'simple' })
  const { data } = (await loadEvents(tenant, id)).findLast(({ type }) => type === 'process.corrected')!
  expect(data).toMatchObject({ change: 'changed', new_signature_level: 'simple' })
  expect(Object.keys(data).filter((member) => /[A-Z]/.test(member))).toEqual([])
})

it('429 for more tries of one link than allowed, also with other addresses', async () => {
  const process = await addSentProcess(tenant, {})
  const params = { token: await findToken(tenant, process.signers[0]!.id) }
  const { rateLimits } = env()
  const limitBefore = rateLimits.signing
  rateLimits.signing = 2
  try {
    const code = () => callFromNewIp(codeRoute.POST, { params, body: { id: 'PIN' } })
    expect([await confirm(callFromNewIp, params), (await code()).status]).toEqual([409, 409])
    expect([await confirm(callFromNewIp, params), (await code()).status]).toEqual([429, 429])
  } finally {
    rateLimits.signing = limitBefore
  }
})
