import { createCanvas } from '@napi-rs/canvas'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { processes } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { addDays, moveClock, now } from '#lib/core/clock'
import { cancelProcess } from '#lib/processes/cancel'
import { duplicateProcess } from '#lib/processes/duplicate'
import { addFields } from '#lib/processes/fields/fields'
import { FieldsInput } from '#lib/processes/fields/input'
import { getProcess } from '#lib/processes/get'
import { expireDue } from '#lib/processes/scheduled'
import { sendProcess } from '#lib/processes/send'
import type { SigningRecord } from '#lib/signing/schema'
import { addDraft } from '#lib/testing/records/records'
import {
  addLink,
  addOpenedLink,
  addSentProcess,
  findToken,
  loadEvents,
  loadRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as openRoute from './[token]/open/route.ts'
import * as refuseRoute from './[token]/refuse/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const post = (handler: typeof openRoute.POST, params: { token: string }, body: unknown = {}) =>
  call(handler, { params, body })

/** A drawn signature as a data URL. */
const strokePng = makeStroke()

function makeStroke(): string {
  const canvas = createCanvas(60, 20)
  canvas.getContext('2d').fillRect(5, 8, 50, 3)
  return canvas.toDataURL('image/png')
}

describe('POST /signing/{token}/sign', () => {
  it('409 before the documents were shown, and nothing is recorded', async () => {
    const { process, params } = await addLink(tenant)
    const errorResponse = await post(signRoute.POST, params, typedSignature())
    expect([
      errorResponse.status,
      errorResponse.body.error.code,
      errorResponse.body.error.current_status,
    ]).toEqual([409, 'invalid_state', 'notified'])
    expect(errorResponse.body.error.message).toContain('`open`')
    expect((await loadRows(tenant, process.id)).signers[0]!.signedAt).toBeNull()
    await post(openRoute.POST, params)
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
    const events = await loadEvents(tenant, process.id)
    const [viewed, consented] = ['signature.viewed', 'signature.consented'].map((type) =>
      events.find((event) => event.type === type),
    )
    expect(viewed!.seq).toBeLessThan(consented!.seq)
    expect(consented!.data.viewed_at).toBe(viewed!.occurredAt.toISOString())
  })

  it('400 without consent, or with another version of the text', async () => {
    const { process, params } = await addOpenedLink(tenant)
    const submission = typedSignature()
    const notAccepted = { ...submission, consent: { ...submission.consent, accepted: false } }
    expect((await post(signRoute.POST, params, notAccepted)).body.error.errors).toHaveProperty(
      'consent.accepted',
    )
    const oldVersion = { ...submission, consent: { ...submission.consent, version: 'en-1999' } }
    expect((await post(signRoute.POST, params, oldVersion)).body.error.errors).toHaveProperty(
      'consent.version',
    )
    expect((await post(signRoute.POST, params, { signature: submission.signature })).status).toBe(400)
    expect((await getProcess(tenant.ctx, process.id)).status).toBe('sent')
  })

  it('400 with all errors of the values at once, and nothing is signed', async () => {
    const { process, params } = await addOpenedLink(tenant, {
      zones: [
        { type: 'text', required: true },
        { type: 'number' },
        { type: 'dropdown', options: ['a', 'b'] },
        { type: 'initials' },
      ],
    })
    const [, , number, dropdown] = process.fields
    const response = await post(
      signRoute.POST,
      params,
      typedSignature([
        { field_id: number!.id, value: 'many' },
        { field_id: dropdown!.id, value: 'c' },
        { field_id: 999_999, value: 'x' },
      ]),
    )
    expect(response.status).toBe(400)
    expect(Object.keys(response.body.error.errors).sort()).toEqual([
      'fields.1',
      'initials',
      'values.0.value',
      'values.1.value',
      'values.2.field_id',
    ])
    expect((await loadRows(tenant, process.id)).signers[0]!.status).toBe('viewed')
  })

  it.each([
    ['not an image', 'data:image/png;base64,AAAA'],
    ['of another type', 'data:image/svg+xml;base64,AAAA'],
    ['a URL', 'https://example.com/x.png'],
  ])('400 for a drawn signature that is %s', async (_, image) => {
    const { params } = await addOpenedLink(tenant)
    const response = await post(signRoute.POST, params, {
      ...typedSignature(),
      signature: { method: 'drawn', image },
    })
    expect([response.status, Object.keys(response.body.error.errors)[0]]).toEqual([
      400,
      expect.stringMatching(/^signature/),
    ])
  })

  it('400 for a kind of signature or initials that the sender does not allow, before and after duplication', async () => {
    const options = { signature_kinds: ['drawn' as const] }
    const sent = await addOpenedLink(tenant, { options, zones: [{ type: 'initials' }] })
    const copy = await duplicateProcess(tenant.ctx, sent.process.id)
    expect(copy.options.signature_kinds).toEqual(['drawn'])
    const { body: page } = await call<{ data: SigningRecord }>(signingRoute.GET, { params: sent.params })
    expect(page.data.process.signature_kinds).toEqual(['drawn'])
    const typed = { method: 'typed', text: 'AL' }
    const submission = { ...typedSignature(), initials: typed }
    const rejected = await post(signRoute.POST, sent.params, submission)
    expect([rejected.status, Object.keys(rejected.body.error.errors).sort()]).toEqual([
      400,
      ['initials.method', 'signature.method'],
    ])
    expect(rejected.body.error.errors['signature.method']![0]).toContain('Allowed: drawn')
    expect((await loadRows(tenant, sent.process.id)).signers[0]!.signedAt).toBeNull()
    const drawn = { method: 'drawn', image: strokePng }
    const accepted = await post(signRoute.POST, sent.params, {
      ...submission,
      signature: drawn,
      initials: drawn,
    })
    expect(accepted.status).toBe(200)
  })

  it('takes every kind in a process that is older than the option', async () => {
    const { process, params } = await addOpenedLink(tenant, { options: { signature_kinds: ['drawn'] } })
    await write(tenant.ctx, (tx) =>
      tx
        .update(processes)
        .set({ options: sql`${processes.options} - 'signature_kinds'` })
        .where(eq(processes.id, process.id)),
    )
    const { options } = await getProcess(tenant.ctx, process.id)
    expect(options.signature_kinds).toEqual(['drawn', 'typed', 'uploaded'])
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
  })

  it('400 if the last of a thousand values does not match its pattern', async () => {
    const draft = await addDraft(tenant)
    const common = { document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id, page: 1, x: 0 }
    const zones = Array.from({ length: 1000 }, (_, number) => ({
      ...common,
      ...{ type: 'text', y: number / 10, width: 100, height: 20 },
      validation: { pattern: `[A-Z]{2}-${number % 400}` },
    }))
    const { data: fields } = await addFields(
      tenant.ctx,
      draft.id,
      FieldsInput.parse({ fields: zones }).fields,
    )
    await sendProcess(tenant.ctx, draft.id)
    const params = { token: await openLink(tenant, draft.signers[0]!.id) }
    const signWith = (lastValue: string) =>
      post(
        signRoute.POST,
        params,
        typedSignature(
          fields.map(({ id }, number) => ({
            field_id: id,
            value: number === 999 ? lastValue : `AB-${number % 400}`,
          })),
        ),
      )
    const errorResponse = await signWith('AB-0')
    expect([errorResponse.status, errorResponse.body.error?.errors]).toEqual([
      400,
      { 'values.999.value': ['Does not match the required pattern.'] },
    ])
    expect((await signWith('AB-199')).status).toBe(200)
    expect((await signWith('AB-0')).body.error.code).toBe('invalid_state')
  })

  it('400 without a signature', async () => {
    const { params } = await addOpenedLink(tenant)
    const { consent } = typedSignature()
    expect((await post(signRoute.POST, params, { consent })).body.error.errors).toHaveProperty('signature')
  })

  it('403 for a viewer', async () => {
    const process = await addSentProcess(tenant, {
      signers: [{ name: 'Ada' }, { name: 'Eve', role: 'viewer', type: 'parallel' }],
    })
    await runRevisions(tenant, process)
    const params = { token: await findToken(tenant, process.signers[1]!.id) }
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(403)
    expect((await post(refuseRoute.POST, params, { reason: 'No' })).status).toBe(403)
  })

  it('409 when signed already, refused, cancelled or expired', async () => {
    const signedLink = await addOpenedLink(tenant)
    expect((await post(signRoute.POST, signedLink.params, typedSignature())).status).toBe(200)
    expect((await post(signRoute.POST, signedLink.params, typedSignature())).body.error.current_status).toBe(
      'signed',
    )

    const refusedLink = await addOpenedLink(tenant)
    await post(refuseRoute.POST, refusedLink.params, { reason: 'No' })
    expect((await post(signRoute.POST, refusedLink.params, typedSignature())).body.error.current_status).toBe(
      'refused',
    )

    const cancelled = await addOpenedLink(tenant)
    await cancelProcess(tenant.ctx, cancelled.process.id, {})
    expect((await post(signRoute.POST, cancelled.params, typedSignature())).body.error.current_status).toBe(
      'cancelled',
    )

    const expired = await addOpenedLink(tenant, { options: { expires_in_days: 1 } })
    moveClock(86_400_001)
    try {
      const lateResponse = await post(signRoute.POST, expired.params, typedSignature())
      expect([lateResponse.status, lateResponse.body.error.current_status]).toEqual([409, 'expired'])
    } finally {
      moveClock(-86_400_001)
    }
    await expireDue(addDays(now(), 2))
    expect((await getProcess(tenant.ctx, expired.process.id)).status).toBe('expired')
  })
})
