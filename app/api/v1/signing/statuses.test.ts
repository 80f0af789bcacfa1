import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, moveClock, now } from '#lib/core/clock'
import { closeThreads } from '#lib/pdf/pool'
import { cancelProcess } from '#lib/processes/cancel'
import { expireDue } from '#lib/processes/clock'
import { addFields } from '#lib/processes/fields'
import { getProcess } from '#lib/processes/get'
import { FieldsInput } from '#lib/processes/input'
import { sendProcess } from '#lib/processes/send'
import type { SigningRecord } from '#lib/signing/schema'
import { callFromAfar as call } from '#lib/testing/call'
import { addAsked, eventsOf, rowsOf, tokenFor, typed, work } from '#lib/testing/ceremony'
import { addCompleted } from '#lib/testing/completed'
import { addDraft } from '#lib/testing/rooms'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import * as file from './[token]/documents/[id]/file/route.ts'
import * as download from './[token]/download/route.ts'
import * as open from './[token]/open/route.ts'
import * as refuse from './[token]/refuse/route.ts'
import * as view from './[token]/route.ts'
import * as sign from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

type Given = Parameters<typeof addAsked>[1]

/** A process that was sent and prepared, and its first signer's link. */
async function asked(given: Given = {}) {
  const process = await addAsked(tenant, given)
  await work(tenant, process)
  return { process, params: { token: await tokenFor(tenant, process.signers[0]!.id) } }
}

const post = (handler: typeof open.POST, params: { token: string }, body: unknown = {}) =>
  call(handler, { params, body })

describe('a link that leads nowhere', () => {
  const params = { token: 'A'.repeat(43) }
  const requests: [string, () => ReturnType<typeof post>][] = [
    ['GET', () => call(view.GET, { params })],
    ['open', () => post(open.POST, params)],
    ['file', () => call(file.GET, { params: { ...params, id: 1 } })],
    ['sign', () => post(sign.POST, params, typed())],
    ['refuse', () => post(refuse.POST, params, { reason: 'No' })],
    ['download', () => call(download.GET, { params })],
  ]
  it.each(requests)('404 %s', async (_, request) => {
    const answer = await request()
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
  })
})

describe('GET /signing/{token}', () => {
  it('200 shows what this signer needs and nobody else’s fields or links', async () => {
    const { process, params } = await asked({
      signers: [{ name: 'Ada' }, { name: 'Grace' }],
      zones: [{ type: 'text' }, { type: 'text', signer: 1 }],
    })
    const { status, body } = await call(view.GET, { params })
    expect(status).toBe(200)
    expect(body.data.fields).toHaveLength(2)
    expect(body.data.signer).toMatchObject({ id: process.signers[0]!.id, status: 'notified' })
    expect(JSON.stringify(body)).not.toContain('Grace')
    expect(JSON.stringify(body)).not.toContain(params.token)
  })

  it('200 in progress past the date when only the seal is missing, expired when a signature is', async () => {
    const options = { expires_in_days: 1 }
    const alone = await asked({ options })
    const together = await asked({ options, signers: [{ name: 'Ada' }, { name: 'Eve', type: 'parallel' }] })
    for (const { params } of [alone, together]) {
      expect((await post(sign.POST, params, typed())).status).toBe(200)
    }
    moveClock(86_400_001)
    try {
      const look = async (params: { token: string }) =>
        (await call<{ data: SigningRecord }>(view.GET, { params })).body.data
      const sealing = await look(alone.params)
      expect(sealing.process).toMatchObject({ status: 'in_progress', sealing: true })
      expect([sealing.signer.status, sealing.documents.length]).toEqual(['signed', 1])
      const id = sealing.documents[0]!.id
      expect((await call(file.GET, { params: { ...alone.params, id } })).status).toBe(200)
      expect((await post(sign.POST, alone.params, typed())).body.error.current_status).toBe('signed')
      const late = await look(together.params)
      expect(late.process).toMatchObject({ status: 'expired', sealing: false })
    } finally {
      moveClock(-86_400_001)
    }
    await work(tenant, alone.process)
    const sealed = (await call(view.GET, { params: alone.params })).body.data.process
    expect(sealed).toMatchObject({ status: 'completed', sealing: false })
  })

  it('200 without the documents once the process was cancelled', async () => {
    const { process, params } = await asked()
    await cancelProcess(tenant.ctx, process.id, {})
    const { body } = await call(view.GET, { params })
    expect(body.data).toMatchObject({ documents: [], process: { status: 'cancelled' } })
  })
})

describe('POST /signing/{token}/open', () => {
  it('200 marks viewed once; a GET proves nothing', async () => {
    const { process, params } = await asked()
    await call(view.GET, { params })
    expect((await rowsOf(tenant, process.id)).signers[0]!.viewedAt).toBeNull()
    const first = await post(open.POST, params)
    const again = await post(open.POST, params)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.data).toEqual(first.body.data)
    const types = (await eventsOf(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.viewed')).toHaveLength(1)
  })

  it('409 once the process was cancelled', async () => {
    const { process, params } = await asked()
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await post(open.POST, params)).body.error).toMatchObject({
      code: 'invalid_state',
      current_status: 'cancelled',
    })
  })
})

describe('GET /signing/{token}/documents/{id}/file', () => {
  it('404 a document of another process', async () => {
    const { params } = await asked()
    const other = await asked()
    const id = other.process.documents[0]!.id
    expect((await call(file.GET, { params: { ...params, id } })).status).toBe(404)
  })

  it('409 once the process has ended', async () => {
    const { process, params } = await asked()
    await cancelProcess(tenant.ctx, process.id, {})
    const id = process.documents[0]!.id
    expect((await call(file.GET, { params: { ...params, id } })).status).toBe(409)
  })
})

describe('POST /signing/{token}/sign', () => {
  it('400 without consent, or with another text than was shown', async () => {
    const { process, params } = await asked()
    const good = typed()
    const refused = { ...good, consent: { ...good.consent, accepted: false } }
    expect((await post(sign.POST, params, refused)).body.error.errors).toHaveProperty('consent.accepted')
    const old = { ...good, consent: { ...good.consent, version: 'en-1999' } }
    expect((await post(sign.POST, params, old)).body.error.errors).toHaveProperty('consent.version')
    expect((await post(sign.POST, params, { signature: good.signature })).status).toBe(400)
    expect((await getProcess(tenant.ctx, process.id)).status).toBe('sent')
  })

  it('400 every fault of the values at once, and nothing is signed', async () => {
    const { process, params } = await asked({
      zones: [
        { type: 'text', required: true },
        { type: 'number' },
        { type: 'dropdown', options: ['a', 'b'] },
        { type: 'initials' },
      ],
    })
    const [, text, number, dropdown] = process.fields
    const answer = await post(
      sign.POST,
      params,
      typed([
        { field_id: number!.id, value: 'many' },
        { field_id: dropdown!.id, value: 'c' },
        { field_id: 999_999, value: 'x' },
      ]),
    )
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.error.errors).sort()).toEqual(
      [
        `fields.${text!.id}`,
        `fields.${number!.id}`,
        `fields.${dropdown!.id}`,
        'initials',
        'values.2.field_id',
      ].sort(),
    )
    expect((await rowsOf(tenant, process.id)).signers[0]!.status).toBe('notified')
  })

  it.each([
    ['no picture', 'data:image/png;base64,AAAA'],
    ['another kind', 'data:image/svg+xml;base64,AAAA'],
    ['an address', 'https://example.com/x.png'],
  ])('400 a drawn signature that is %s', async (_, image) => {
    const { params } = await asked()
    const answer = await post(sign.POST, params, { ...typed(), signature: { method: 'drawn', image } })
    expect([answer.status, Object.keys(answer.body.error.errors)[0]]).toEqual([
      400,
      expect.stringMatching(/^signature/),
    ])
  })

  it('400 for the last of a thousand values without its form as for the first', async () => {
    const draft = await addDraft(tenant)
    const on = { document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id, page: 1, x: 0 }
    const zones = Array.from({ length: 1000 }, (_, n) => ({
      ...on,
      ...{ type: 'text', y: n / 10, width: 100, height: 20 },
      validation: { pattern: `[A-Z]{2}-${n % 400}` },
    }))
    const texts = await addFields(tenant.ctx, draft.id, FieldsInput.parse({ fields: zones }).fields)
    await sendProcess(tenant.ctx, draft.id)
    const params = { token: await tokenFor(tenant, draft.signers[0]!.id) }
    const answer = (last: string) =>
      post(
        sign.POST,
        params,
        typed(texts.map(({ id }, n) => ({ field_id: id, value: n === 999 ? last : `AB-${n % 400}` }))),
      )
    const refused = await answer('AB-0')
    expect([refused.status, refused.body.error?.errors]).toEqual([
      400,
      { [`fields.${texts[999]!.id}`]: ['Does not match the required pattern.'] },
    ])
    expect((await answer('AB-199')).status).toBe(200)
    expect((await answer('AB-0')).body.error.code).toBe('invalid_state')
  })

  it('400 without a signature', async () => {
    const { params } = await asked()
    const { consent } = typed()
    expect((await post(sign.POST, params, { consent })).body.error.errors).toHaveProperty('signature')
  })

  it('403 who only reads', async () => {
    const process = await addAsked(tenant, {
      signers: [{ name: 'Ada' }, { name: 'Eve', role: 'viewer', type: 'parallel' }],
    })
    await work(tenant, process)
    const params = { token: await tokenFor(tenant, process.signers[1]!.id) }
    expect((await post(sign.POST, params, typed())).status).toBe(403)
    expect((await post(refuse.POST, params, { reason: 'No' })).status).toBe(403)
  })

  it('409 signed already, refused, cancelled, expired', async () => {
    const signed = await asked()
    expect((await post(sign.POST, signed.params, typed())).status).toBe(200)
    expect((await post(sign.POST, signed.params, typed())).body.error.current_status).toBe('signed')

    const refused = await asked()
    await post(refuse.POST, refused.params, { reason: 'No' })
    expect((await post(sign.POST, refused.params, typed())).body.error.current_status).toBe('refused')

    const cancelled = await asked()
    await cancelProcess(tenant.ctx, cancelled.process.id, {})
    expect((await post(sign.POST, cancelled.params, typed())).body.error.current_status).toBe('cancelled')

    const expired = await asked({ options: { expires_in_days: 1 } })
    moveClock(86_400_001)
    try {
      const late = await post(sign.POST, expired.params, typed())
      expect([late.status, late.body.error.current_status]).toEqual([409, 'expired'])
    } finally {
      moveClock(-86_400_001)
    }
    await expireDue(addDays(now(), 2))
    expect((await getProcess(tenant.ctx, expired.process.id)).status).toBe('expired')
  })
})

describe('POST /signing/{token}/refuse', () => {
  it('200 ends the process for everybody and gives the document back', async () => {
    const { process, params } = await asked({ signers: [{ name: 'Ada' }, { name: 'Grace' }] })
    const answer = await post(refuse.POST, params, { reason: 'The rent is wrong.' })
    expect(answer.body.data).toMatchObject({ process: { status: 'refused' }, signer: { status: 'refused' } })
    const after = await getProcess(tenant.ctx, process.id)
    expect(after.signers[0]).toMatchObject({ status: 'refused', refusal_reason: 'The rent is wrong.' })
    expect((await eventsOf(tenant, process.id)).map(({ type }) => type)).toContain('signature.refused')
  })

  it.each([[{}], [{ reason: '  ' }], [{ reason: 'x'.repeat(2001) }]])(
    '400 without a reason',
    async (body) => {
      const { params } = await asked()
      expect((await post(refuse.POST, params, body)).body.error.errors).toHaveProperty('reason')
    },
  )

  it('409 again', async () => {
    const { params } = await asked()
    await post(refuse.POST, params, { reason: 'No' })
    expect((await post(refuse.POST, params, { reason: 'No' })).status).toBe(409)
  })
})

describe('GET /signing/{token}/download', () => {
  it('200 the sealed file; 404 a document that is not in it', async () => {
    const process = await addCompleted(tenant)
    const params = { token: await tokenFor(tenant, process.signers[0]!.id) }
    const taken = await call(download.GET, { params })
    expect([taken.status, taken.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const other = await call(download.GET, { params, path: '/api/v1/signing/x/download?document_id=999999' })
    expect(other.status).toBe(404)
  })

  it('409 before everybody has signed', async () => {
    const { params } = await asked()
    expect((await call(download.GET, { params })).body.error.code).toBe('invalid_state')
  })
})
