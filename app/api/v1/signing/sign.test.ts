import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, moveClock, now } from '#lib/core/clock'
import { cancelProcess } from '#lib/processes/cancel'
import { addFields } from '#lib/processes/fields/fields'
import { FieldsInput } from '#lib/processes/fields/input'
import { getProcess } from '#lib/processes/get'
import { expireDue } from '#lib/processes/scheduled'
import { sendProcess } from '#lib/processes/send'
import { callFromNewIp as call } from '#lib/testing/call'
import {
  addLink,
  addOpenedLink,
  addSentProcess,
  eventsOf,
  openedTokenFor,
  rowsOf,
  runSealJobOf,
  tokenFor,
  typed,
} from '#lib/testing/ceremony'
import { addDraft } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as open from './[token]/open/route.ts'
import * as refuse from './[token]/refuse/route.ts'
import * as sign from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

const post = (handler: typeof open.POST, params: { token: string }, body: unknown = {}) =>
  call(handler, { params, body })

describe('POST /signing/{token}/sign', () => {
  it('409 before the documents were shown, and nothing is recorded', async () => {
    const { process, params } = await addLink(tenant)
    const early = await post(sign.POST, params, typed())
    expect([early.status, early.body.error.code, early.body.error.current_status]).toEqual([
      409,
      'invalid_state',
      'notified',
    ])
    expect(early.body.error.message).toContain('`open`')
    expect((await rowsOf(tenant, process.id)).signers[0]!.signedAt).toBeNull()
    await post(open.POST, params)
    expect((await post(sign.POST, params, typed())).status).toBe(200)
    const events = await eventsOf(tenant, process.id)
    const [viewed, consented] = ['signature.viewed', 'signature.consented'].map((type) =>
      events.find((event) => event.type === type),
    )
    expect(viewed!.seq).toBeLessThan(consented!.seq)
    expect(consented!.data.viewed_at).toBe(viewed!.occurredAt.toISOString())
  })

  it('400 without consent, or with another version of the text', async () => {
    const { process, params } = await addOpenedLink(tenant)
    const good = typed()
    const refused = { ...good, consent: { ...good.consent, accepted: false } }
    expect((await post(sign.POST, params, refused)).body.error.errors).toHaveProperty('consent.accepted')
    const old = { ...good, consent: { ...good.consent, version: 'en-1999' } }
    expect((await post(sign.POST, params, old)).body.error.errors).toHaveProperty('consent.version')
    expect((await post(sign.POST, params, { signature: good.signature })).status).toBe(400)
    expect((await getProcess(tenant.ctx, process.id)).status).toBe('sent')
  })

  it('400 every error of the values at once, and nothing is signed', async () => {
    const { process, params } = await addOpenedLink(tenant, {
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
    expect((await rowsOf(tenant, process.id)).signers[0]!.status).toBe('viewed')
  })

  it.each([
    ['no picture', 'data:image/png;base64,AAAA'],
    ['another kind', 'data:image/svg+xml;base64,AAAA'],
    ['an address', 'https://example.com/x.png'],
  ])('400 a drawn signature that is %s', async (_, image) => {
    const { params } = await addOpenedLink(tenant)
    const answer = await post(sign.POST, params, { ...typed(), signature: { method: 'drawn', image } })
    expect([answer.status, Object.keys(answer.body.error.errors)[0]]).toEqual([
      400,
      expect.stringMatching(/^signature/),
    ])
  })

  it('400 for an invalid last of a thousand values', async () => {
    const draft = await addDraft(tenant)
    const on = { document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id, page: 1, x: 0 }
    const zones = Array.from({ length: 1000 }, (_, n) => ({
      ...on,
      ...{ type: 'text', y: n / 10, width: 100, height: 20 },
      validation: { pattern: `[A-Z]{2}-${n % 400}` },
    }))
    const texts = await addFields(tenant.ctx, draft.id, FieldsInput.parse({ fields: zones }).fields)
    await sendProcess(tenant.ctx, draft.id)
    const params = { token: await openedTokenFor(tenant, draft.signers[0]!.id) }
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
    const { params } = await addOpenedLink(tenant)
    const { consent } = typed()
    expect((await post(sign.POST, params, { consent })).body.error.errors).toHaveProperty('signature')
  })

  it('403 for a viewer', async () => {
    const process = await addSentProcess(tenant, {
      signers: [{ name: 'Ada' }, { name: 'Eve', role: 'viewer', type: 'parallel' }],
    })
    await runSealJobOf(tenant, process)
    const params = { token: await tokenFor(tenant, process.signers[1]!.id) }
    expect((await post(sign.POST, params, typed())).status).toBe(403)
    expect((await post(refuse.POST, params, { reason: 'No' })).status).toBe(403)
  })

  it('409 signed already, refused, cancelled, expired', async () => {
    const signed = await addOpenedLink(tenant)
    expect((await post(sign.POST, signed.params, typed())).status).toBe(200)
    expect((await post(sign.POST, signed.params, typed())).body.error.current_status).toBe('signed')

    const refused = await addOpenedLink(tenant)
    await post(refuse.POST, refused.params, { reason: 'No' })
    expect((await post(sign.POST, refused.params, typed())).body.error.current_status).toBe('refused')

    const cancelled = await addOpenedLink(tenant)
    await cancelProcess(tenant.ctx, cancelled.process.id, {})
    expect((await post(sign.POST, cancelled.params, typed())).body.error.current_status).toBe('cancelled')

    const expired = await addOpenedLink(tenant, { options: { expires_in_days: 1 } })
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
