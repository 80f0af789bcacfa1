import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { runRequest } from '#lib/privacy/run'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'
import { cancelProcess } from '#lib/processes/cancel'
import { oneTimeCode } from '#lib/signing/one-time-code/one-time-code'
import { dispatchEvents } from '#lib/testing/records/mailbox'
import { addSentProcess, findToken, loadRows } from '#lib/testing/records/signing-session'
import type { Receiver } from '#lib/testing/servers/receiver'
import { openSmsServer } from '#lib/testing/servers/sms-server'
import { browser, call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import * as delegateRoute from '../signing/[token]/delegate/route.ts'
import * as otpRoute from '../signing/[token]/otp/route.ts'
import * as verifyRoute from '../signing/[token]/otp/verify/route.ts'
import * as eraseRoute from './erase/route.ts'
import * as exportRoute from './export/route.ts'
import * as downloadRoute from './requests/[id]/download/route.ts'

const ada = { name: 'Ada Lovelace', email: 'Ada@example.com', phone: '+491701234589' }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', reason: 'She signs.' }
const linus = { name: 'Linus', email: 'linus@example.com', phone: '+491701234500' }

let tenant: TestTenant
let sms: Receiver
beforeAll(async () => {
  tenant = await makeTenant()
  sms = await openSmsServer()
})
afterAll(() => sms.close())

/** A signer who was sent a code as a text message. */
async function addTexted(person: typeof ada) {
  const options = { allow_delegation: true }
  const process = await addSentProcess(tenant, { options, signers: [{ ...person, otp: 'sms' }] })
  const params = { token: await findToken(tenant, process.signers[0]!.id) }
  const visit = browser()
  expect((await visit(otpRoute.POST, { method: 'POST', params })).status).toBe(200)
  return { process, params, visit }
}

const listNumbers = async () => {
  const rows = await read(tenant.ctx, (reader) => reader.select().from(mails).where(eq(mails.channel, 'sms')))
  return rows.map(({ recipient }) => recipient).toSorted()
}

async function request(route: typeof exportRoute, email: string) {
  const { body } = await call<{ data: PrivacyRequestRecord }>(route.POST, { body: { email }, as: tenant })
  const { id } = body.data
  await runRequest({ tenantId: tenant.tenantId, requestId: id })
  return { id }
}

async function exportNumbers(email: string): Promise<string[]> {
  const { bytes } = await call(downloadRoute.GET, { params: await request(exportRoute, email), as: tenant })
  const { emails } = JSON.parse(unzip(bytes).get('data.json')!.toString()) as {
    emails: { channel: string; recipient: string }[]
  }
  return emails.filter(({ channel }) => channel === 'sms').map(({ recipient }) => recipient)
}

it('a text message is of the person who got it, also after a handover', async () => {
  const [{ process, params, visit }, other] = await Promise.all([addTexted(ada), addTexted(linus)])
  await dispatchEvents(tenant)
  // The provider has sent them: others are deleted with the process that they belong to.
  await write(tenant.ctx, (tx) => tx.update(mails).set({ status: 'sent' }).where(eq(mails.channel, 'sms')))
  const { otpSentAt, id } = (await loadRows(tenant, process.id)).signers[0]!
  const code = oneTimeCode(id, otpSentAt!)
  expect((await visit(verifyRoute.POST, { params, body: { code } })).status).toBe(200)
  expect((await visit(delegateRoute.POST, { params, body: grace })).status).toBe(200)
  await cancelProcess(tenant.ctx, process.id, { reason: 'Enough.' })
  await cancelProcess(tenant.ctx, other.process.id, { reason: 'Enough.' })
  expect(await exportNumbers('ada@example.com')).toEqual([ada.phone])
  expect(await exportNumbers(grace.email)).toEqual([])
  await request(eraseRoute, grace.email)
  expect(await listNumbers()).toEqual([linus.phone, ada.phone])
  // The signer has a pseudonym before the messages are erased.
  await request(eraseRoute, linus.email)
  expect(await listNumbers()).toEqual([ada.phone])
  await request(eraseRoute, 'ada@example.com')
  expect(await listNumbers()).toEqual([])
})
