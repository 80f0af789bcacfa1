import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { fields } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import type { FieldType } from '#lib/pdf/zones'
import type { ProcessRecord } from '#lib/processes/schema'
import { addOpenedLink, typedSignature } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

type Answer = { data: Pick<ProcessRecord, 'fields'>; error: { errors: Record<string, string[]> } }
type Zone = NonNullable<Parameters<typeof addOpenedLink>[1]>['zones']

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const long = 'The quick brown fox jumps over the lazy dog. '.repeat(14).slice(0, 600)
const doesNotFit = /^The text does not fit into its field: about \d+ characters fit\.$/

/** An opened link with these fields; `store` changes what is stored, as if it was there before. */
async function open(zones: Zone, store: Partial<typeof fields.$inferInsert> = {}) {
  const { params, process } = await addOpenedLink(tenant, { zones: zones! })
  const field = process.fields.find(({ type }) => type !== 'signature')!
  if (Object.keys(store).length > 0)
    await write(tenant.ctx, (tx) => tx.update(fields).set(store).where(eq(fields.id, field.id)))
  const session = await call<Answer>(signingRoute.GET, { params })
  const place = session.body.data.fields.findIndex(({ id }) => id === field.id)
  const sign = (...values: string[]) =>
    call<Answer>(signRoute.POST, {
      method: 'POST',
      params,
      body: typedSignature(values.map((value) => ({ field_id: field.id, value }))),
    })
  return { sign, place }
}
const line = { width: 160, height: 20 }

describe('POST /signing/{token}/sign with a text that does not fit into its field', () => {
  it.each<[FieldType, object]>([
    ['text', {}],
    ['name', {}],
    ['company', {}],
    ['text', { width: 20, height: 160, layout: { rotation: 90 } }],
    [
      'text',
      {
        ...{ width: 400, height: 300 },
        layout: { widgets: [{ page: 1, dx: 0, dy: 0, width: 160, height: 20 }] },
      },
    ],
  ])('400 for a %s, at its value', async (type, members) => {
    const { sign } = await open([{ type, label: 'Reason', x: 20, ...line, ...members }])
    const { status, body } = await sign(long)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['values.0.value']])
    expect(body.error.errors['values.0.value']![0]).toMatch(doesNotFit)
    const count = Number(/\d+/.exec(body.error.errors['values.0.value']![0]!))
    expect((await sign(long.slice(0, count))).status).toBe(200)
  })

  it('400 for an email address, and for a preset value that the signer can shorten', async () => {
    const { sign: signEmail } = await open([{ type: 'email', label: 'Email', width: 30, height: 8 }])
    const email = await signEmail(`${'a'.repeat(60)}@${'b'.repeat(60)}.example`)
    expect(Object.keys(email.body.error.errors)).toEqual(['values.0.value'])
    const { sign, place } = await open([{ type: 'text', label: 'Reason', ...line }], { value: long })
    const { status, body } = await sign()
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [`fields.${place}`]])
    expect((await sign('Shorter')).status).toBe(200)
  })

  it.each<[string, Partial<typeof fields.$inferInsert>]>([
    ['a preset value that the signer cannot change', { value: long, readOnly: true }],
    ['the value that the author’s file had', { value: long, imported: true }],
    ['a field that is too small for any text', { value: long, width: 1 }],
  ])('200 for %s', async (_, store) => {
    const { sign } = await open([{ type: 'text', label: 'Reason', ...line }], store)
    expect((await sign()).status).toBe(200)
  })

  it('200 for the signer’s own address, and for as many characters as the sender asks for', async () => {
    const { sign: signEmail } = await open([{ type: 'email', label: 'Email', width: 30, height: 8 }])
    expect((await signEmail()).status).toBe(200)
    const validation = { min_length: long.length }
    const { sign } = await open([{ type: 'text', label: 'Reason', ...line, validation }])
    expect((await sign(`${long}!`)).status).toBe(400)
    expect((await sign(long)).status).toBe(200)
  })

  it('200 in cells, in tall fields and in rich ones', async () => {
    const cells = { layout: { comb: true }, validation: { max_length: 20 }, width: 100, height: 10 }
    const { sign } = await open([{ type: 'text', label: 'Number', ...cells }])
    expect((await sign('12345678901234567890')).status).toBe(200)
    const { sign: signTall } = await open([{ type: 'text', label: 'Reason', width: 200, height: 120 }])
    expect((await signTall(long)).status).toBe(200)
  })
})
