import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditTrail, ProcessRecord } from '#lib/processes/schema'
import type { SigningRecord, VerificationRecord } from '#lib/signing/schema'
import { call } from '#lib/testing/call'
import { filesOf, tokenFor } from '#lib/testing/ceremony'
import { addCompleted } from '#lib/testing/completed'
import { itIsGuarded } from '#lib/testing/guards'
import { newEmailsOf } from '#lib/testing/mailbox'
import { addDraft, addSent } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as signingDownload from '../signing/[token]/download/route.ts'
import * as signing from '../signing/[token]/route.ts'
import * as verify from '../verify/route.ts'
import * as trail from './[id]/audit-trail/route.ts'
import * as certificate from './[id]/certificate/route.ts'
import * as download from './[id]/download-signed-pdf/route.ts'
import * as process from './[id]/route.ts'
import * as voiding from './[id]/void/route.ts'

type One = { data: ProcessRecord }
type Refused = { error: { code: string; current_status: string; errors: Record<string, string[]> } }

let tenant: TestTenant
let completed: ProcessRecord
let foreign: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  completed = await addCompleted(tenant, { signers: [{ name: 'Ada' }, { name: 'Grace' }] })
  foreign = await addDraft(await makeTenant())
})
afterAll(closeThreads)

itIsGuarded('/signature-processes/{id}/void', voiding, {
  body: { POST: { reason: 'Sold' } },
  foreign: async () => ({ id: foreign.id }),
})

const declare = <B = One>(id: number, body: object = { reason: 'Sold' }, as: { token: string } = tenant) =>
  call<B>(voiding.POST, { method: 'POST', params: { id }, body, as })

async function verdictOf(bytes: Uint8Array): Promise<VerificationRecord> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'signed.pdf')
  return (await call(verify.POST, { body })).body.data as unknown as VerificationRecord
}

describe('POST /signature-processes/{id}/void', () => {
  it('200: the record, the trail, the emails and /verify say so; the files stay', async () => {
    const [sealed] = await filesOf(tenant, completed.id)
    const before = await verdictOf(sealed!)
    expect([before.valid, before.voided_at]).toEqual([true, null])
    const read = newEmailsOf(tenant)
    await read()

    const { status, body } = await declare(completed.id, { reason: ' The flat was sold. ' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'voided', void_reason: 'The flat was sold.' })
    expect(body.data.voided_at).toEqual(expect.any(String))

    const emails = await read()
    expect(emails.map(({ to }) => to).sort()).toEqual(completed.signers.map(({ email }) => email).sort())
    expect(emails[0]!.text).toContain('The flat was sold.')
    const { events } = (
      await call<{ data: AuditTrail }>(trail.GET, { params: { id: completed.id }, as: tenant })
    ).body.data
    expect(events.at(-1)).toMatchObject({ type: 'process.voided', data: { reason: 'The flat was sold.' } })

    const after = await verdictOf(sealed!)
    expect(after).toEqual({ ...before, voided_at: body.data.voided_at })
    for (const route of [download, certificate]) {
      expect((await call(route.GET, { params: { id: completed.id }, as: tenant })).status).toBe(200)
    }
    const token = await tokenFor(tenant, completed.signers[0]!.id)
    const page = await call<{ data: SigningRecord }>(signing.GET, { params: { token } })
    expect(page.body.data.process.status).toBe('voided')
    expect((await call(signingDownload.GET, { params: { token } })).status).toBe(200)
  })

  it('200: repeating it changes nothing, also at the same time', async () => {
    const own = await addCompleted(tenant, { signers: [{ name: 'Ada' }] })
    const both = await Promise.all([declare(own.id, { reason: 'One' }), declare(own.id, { reason: 'Two' })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]!.body.data.void_reason).toBe(both[1]!.body.data.void_reason)
    const { events } = (await call<{ data: AuditTrail }>(trail.GET, { params: { id: own.id }, as: tenant }))
      .body.data
    expect(events.filter(({ type }) => type === 'process.voided')).toHaveLength(1)
  })

  it('400 without a reason', async () => {
    for (const body of [{}, { reason: ' ' }]) {
      const refused = await declare<Refused>(completed.id, body)
      expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['reason']])
    }
  })

  it('409 of a process that is not complete', async () => {
    for (const { id, status: current } of [await addDraft(tenant), await addSent(tenant)]) {
      const { status, body } = await declare<Refused>(id)
      expect([status, body.error.code, body.error.current_status]).toEqual([409, 'invalid_state', current])
      expect((await call<One>(process.GET, { params: { id }, as: tenant })).body.data.voided_at).toBeNull()
    }
  })

  it('another process is not void', async () => {
    const own = await addCompleted(tenant, { signers: [{ name: 'Ada' }] })
    const [sealed] = await filesOf(tenant, own.id)
    expect((await verdictOf(sealed!)).voided_at).toBeNull()
  })
})
