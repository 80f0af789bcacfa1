import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { signingDrafts } from '#db/schema/processes-links'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { cancelProcess } from '#lib/processes/cancel'
import { processData } from '#lib/processes/personal-data'
import { expireDue } from '#lib/processes/scheduled'
import { changeSigner, removeSigner } from '#lib/processes/signers/correct'
import { purgeUnsigned, storeDraft } from '#lib/processes/signers/signing-drafts'
import { updateProcess } from '#lib/processes/update'
import type { SavedDraft } from '#lib/signing/draft/schema'
import type { SigningRecord } from '#lib/signing/schema'
import {
  addCodeLink,
  addLink,
  addOpenedLink,
  findCode,
  findToken,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as delegateRoute from './[token]/delegate/route.ts'
import * as draftRoute from './[token]/draft/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as refuseRoute from './[token]/refuse/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const advanceClock = makeAdvanceClock()

type Params = { token: string }
const save = (params: Params, body: unknown) =>
  call<{ data: SavedDraft; error: Record<string, unknown> }>(draftRoute.PUT, { method: 'PUT', params, body })
const getDraft = async (params: Params) =>
  (await call<{ data: SigningRecord }>(signingRoute.GET, { params })).body.data.draft
const loadRows = (processId: number) =>
  read(tenant.ctx, (reader) =>
    reader.select().from(signingDrafts).where(eq(signingDrafts.processId, processId)),
  )
const DAY = 86_400
const typed = { method: 'typed', text: 'Ada Lovelace' }

/** A link with a text field, whose id is `field_id`. */
async function addFieldLink(input: Parameters<typeof addOpenedLink>[1] = {}) {
  const link = await addOpenedLink(tenant, { zones: [{ type: 'text', label: 'City' }], ...input })
  return { ...link, field_id: link.process.fields.find(({ type }) => type === 'text')!.id }
}

describe('PUT /signing/{token}/draft', () => {
  it('200 and comes back, with the signature; absent ones stay, null removes them', async () => {
    const { params, field_id } = await addFieldLink()
    expect(await getDraft(params)).toBeNull()
    const first = await save(params, { values: [{ field_id, value: 'Ly' }], signature: typed })
    expect([first.status, first.body.data.previous_saved_at]).toEqual([200, null])
    advanceClock(1)
    const second = await save(params, { values: [{ field_id, value: 'Lyon' }], initials: typed })
    expect(second.body.data.previous_saved_at).toBe(first.body.data.saved_at)
    expect(await getDraft(params)).toEqual({
      values: [{ field_id, value: 'Lyon' }],
      signature: typed,
      initials: typed,
      saved_at: second.body.data.saved_at,
      device: null,
    })
    expect((await save(params, (await getDraft(params))!)).status).toBe(200)
    await save(params, { values: [], signature: null })
    expect(await getDraft(params)).toMatchObject({ values: [], signature: null, initials: typed })
  })

  it('200 and keeps the values of fields that this device has not changed', async () => {
    const { params, process } = await addOpenedLink(tenant, {
      zones: ['City', 'Note'].map((label) => ({ type: 'text', label })),
    })
    const [city, note] = process.fields.filter(({ type }) => type === 'text').map(({ id }) => id)
    const value = (field_id: number | undefined, text: string) => ({ field_id: field_id!, value: text })
    const values = async () => (await getDraft(params))?.values
    await save(params, { values: [value(note, 'of another device')] })
    await save(params, { values: [value(city, 'Lyon'), value(note, '')], changed: [city] })
    expect(await values()).toEqual([value(note, 'of another device'), value(city, 'Lyon')])
    await save(params, { values: [value(city, 'Lyon'), value(note, '')], changed: [note] })
    expect(await values()).toEqual([value(city, 'Lyon'), value(note, '')])
    await save(params, { values: [value(city, 'Paris')] })
    expect(await values()).toEqual([value(city, 'Paris')])
  })

  it('200 and keeps what is not clear of a number, until it is changed', async () => {
    const { params, process } = await addOpenedLink(tenant, {
      zones: [
        { type: 'number', label: 'Rent' },
        { type: 'text', label: 'Note' },
      ],
    })
    const [rent, note] = ['Rent', 'Note'].map(
      (name) => process.fields.find(({ label }) => label === name)!.id,
    )
    const unclear = { field_id: rent!, value: '1,234', unclear: true }
    const written = { field_id: note!, value: 'Lyon' }
    await save(params, { values: [unclear], changed: [rent] })
    await save(params, { values: [{ field_id: rent, value: '1,234' }, written], changed: [note] })
    expect(await getDraft(params)).toMatchObject({ values: [unclear, written] })
    await save(params, { values: [{ field_id: rent, value: 1234 }], changed: [rent] })
    expect((await getDraft(params))!.values).toEqual([written, { field_id: rent, value: 1234 }])
  })

  it('200 and says which device saved it', async () => {
    const { params } = await addFieldLink()
    const first = await save(params, { values: [], device: 'desktop' })
    expect(first.body.data.previous_device).toBeNull()
    expect(await getDraft(params)).toMatchObject({ device: 'desktop' })
    const second = await save(params, { values: [], device: 'phone' })
    expect(second.body.data.previous_device).toBe('desktop')
    expect((await save(params, { values: [] })).body.data.previous_device).toBe('phone')
    expect(await getDraft(params)).toMatchObject({ device: null })
  })

  it('200 over a draft of an earlier version, which names no device', async () => {
    const { params, process } = await addFieldLink()
    await write(tenant.ctx, (tx) =>
      storeDraft(
        tx,
        { ...tenant.ctx, now: now() },
        { processId: process.id, tokenHash: sha256Hex(params.token) },
        { values: [], signature: null, initials: null },
      ),
    )
    expect(await getDraft(params)).toMatchObject({ values: [], device: null })
    expect((await save(params, { values: [], device: 'phone' })).body.data.previous_device).toBeNull()
  })

  it('200 for values that are unfinished', async () => {
    const { params, process } = await addOpenedLink(tenant, {
      zones: [
        { type: 'email', label: 'Email' },
        { type: 'number', label: 'Rent', validation: { min: 5 } },
        { type: 'date', label: 'Day' },
      ],
    })
    const fields = process.fields.filter(({ type }) => type !== 'signature')
    const values = fields.map(({ id }, index) => ({ field_id: id, value: ['ada@', '1.2.3', '31.2'][index]! }))
    expect((await save(params, { values })).status).toBe(200)
    expect((await getDraft(params))?.values).toEqual(values)
  })

  it('is stored encrypted, and exported for a person', async () => {
    const { process, params, field_id } = await addFieldLink({ signers: [{ email: 'Draft@example.com' }] })
    await save(params, { values: [{ field_id, value: 'Timbuktu' }], signature: typed })
    const [row] = await loadRows(process.id)
    expect(Buffer.from(row!.content).includes('Timbuktu')).toBe(false)
    const person = { tenantId: tenant.ctx.tenantId, email: 'draft@example.com' }
    const found = await Array.fromAsync(processData.find!(person).signing_drafts!)
    expect(found).toMatchObject([{ process_id: process.id, content: { values: [{ value: 'Timbuktu' }] } }])
    expect(JSON.stringify(found)).not.toContain(row!.tokenHash)
  })

  it('400 for fields of others and fields that are not filled in', async () => {
    const { params, process, field_id } = await addFieldLink({
      signers: [{}, {}],
      zones: [{ type: 'text' }, { type: 'text', signer: 1 }],
    })
    const signatureId = process.fields[0]!.id
    const otherId = process.fields.at(-1)!.id
    const values = [signatureId, otherId, 999_999_999, field_id, field_id].map((id) => ({
      field_id: id,
      value: 'x',
    }))
    const { status, body } = await save(params, { values })
    expect([status, Object.keys(body.error.errors as object)]).toEqual([
      400,
      ['values.0.field_id', 'values.1.field_id', 'values.2.field_id', 'values.4.field_id'],
    ])
    expect(await getDraft(params)).toBeNull()
  })

  it.each([
    ['without values', {}, 'values'],
    ['with an unknown member', { values: [], sign: true }, 'sign'],
    [
      'with texts that are too long together',
      { values: Array(51).fill({ field_id: 1, value: 'x'.repeat(10_000) }) },
      'values',
    ],
    ['with a device of 65 characters', { values: [], device: 'x'.repeat(65) }, 'device'],
    ['with a device that is no text', { values: [], device: 7 }, 'device'],
    [
      'with a signature that is no PNG',
      { values: [], signature: { method: 'drawn', image: 'data:text/html,x' } },
      'signature.image',
    ],
  ])('400 %s', async (_, body, key) => {
    const { params } = await addFieldLink()
    const { status, body: answer } = await save(params, body)
    expect([status, Object.keys(answer.error.errors as object)]).toEqual([400, [key]])
  })

  it('400 with texts that are too long together with those that stay', async () => {
    const { params, process } = await addOpenedLink(tenant, {
      zones: Array.from({ length: 51 }, (_, index) => ({ type: 'text', label: `Note ${index}`, y: 60 })),
    })
    const ids = process.fields.filter(({ type }) => type === 'text').map(({ id }) => id)
    const saveTexts = (changed: number[]) =>
      save(params, {
        values: changed.map((field_id) => ({ field_id, value: 'x'.repeat(10_000) })),
        changed,
      })
    expect((await saveTexts(ids.slice(0, 50))).status).toBe(200)
    const { status, body } = await saveTexts(ids.slice(50))
    expect([status, Object.keys(body.error.errors as object)]).toEqual([400, ['values']])
    expect((await getDraft(params))?.values).toHaveLength(50)
  })

  it('403 until the code is confirmed; the draft is hidden until then', async () => {
    const {
      params,
      process,
      call: browser,
      requestCode,
      submitCode,
    } = await addCodeLink(tenant, {
      requestCode: otpRoute.POST,
      verifyCode: verifyRoute.POST,
    })
    const put = { method: 'PUT' as const, params, body: { values: [], signature: typed } }
    expect((await browser(draftRoute.PUT, put)).body.error.reason).toBe('otp_required')
    await requestCode()
    await submitCode((await findCode(tenant, process)).code)
    expect((await browser(draftRoute.PUT, put)).status).toBe(200)
    expect((await browser(signingRoute.GET, { params })).body.data.draft).toMatchObject({ signature: typed })
    expect(await getDraft(params)).toBeNull()
  })

  it('403 for a recipient who does not sign', async () => {
    const { process } = await addLink(tenant, {
      signers: [{ type: 'parallel' }, { role: 'viewer', type: 'parallel' }],
    })
    const params = { token: await findToken(tenant, process.signers[1]!.id) }
    expect((await save(params, { values: [] })).body.error.code).toBe('forbidden')
  })

  it('404 for an unknown link', async () => {
    expect((await save({ token: 'A'.repeat(43) }, { values: [] })).status).toBe(404)
  })

  it('429 per link, apart from the other requests of the page', async () => {
    const { params } = await addFieldLink()
    const other = await addFieldLink()
    const { rateLimits } = env()
    const limitBefore = rateLimits.signing
    rateLimits.signing = 2
    try {
      const statuses = []
      for (let count = 0; count < 3; count++) statuses.push((await save(params, { values: [] })).status)
      expect(statuses).toEqual([200, 200, 429])
      expect((await save(other.params, { values: [] })).status).toBe(200)
      expect((await call(signingRoute.GET, { params })).status).toBe(200)
    } finally {
      rateLimits.signing = limitBefore
    }
  })
})

describe('the draft of an expired process', () => {
  it('is hidden, comes back after an extension, and is deleted 30 days after the expiry otherwise', async () => {
    const link = (days = 1) => addFieldLink({ options: { expires_in_days: days } })
    const [extended, other, late] = [await link(), await link(), await link(3)]
    for (const { params } of [extended, other, late]) await save(params, { values: [], signature: typed })
    advanceClock(2 * DAY)
    await expireDue(now())
    await purgeUnsigned(now())
    expect(await getDraft(extended.params)).toBeNull()
    await updateProcess({ ...tenant.ctx, now: now() }, extended.process.id, {
      options: { expires_in_days: 90 },
    })
    expect(await getDraft(extended.params)).toMatchObject({ signature: typed })
    advanceClock(30 * DAY)
    await purgeUnsigned(now())
    expect(await Promise.all([extended, other].map(({ process }) => loadRows(process.id)))).toMatchObject([
      [{ processId: extended.process.id }],
      [],
    ])
    // As after an outage: its date passed 40 days ago, and it expires now.
    advanceClock(11 * DAY)
    await expireDue(now())
    await purgeUnsigned(now())
    expect(await loadRows(late.process.id)).toHaveLength(1)
    advanceClock(30 * DAY)
    await purgeUnsigned(now())
    expect(await loadRows(late.process.id)).toEqual([])
  })
})

describe('a draft is deleted, and another is refused (409),', () => {
  type Link = Awaited<ReturnType<typeof addFieldLink>>
  it.each<[string, (link: Link) => Promise<unknown>]>([
    [
      'once signed',
      ({ params, field_id }) =>
        call(signRoute.POST, { params, body: typedSignature([{ field_id, value: 'Lyon' }]) }),
    ],
    ['once refused', ({ params }) => call(refuseRoute.POST, { params, body: { reason: 'No' } })],
    ['once cancelled', ({ process }) => cancelProcess(tenant.ctx, process.id, {})],
  ])('%s', async (_, end) => {
    const link = await addFieldLink()
    await save(link.params, { values: [{ field_id: link.field_id, value: 'Ly' }] })
    await end(link)
    expect(await loadRows(link.process.id)).toEqual([])
    expect((await save(link.params, { values: [] })).body.error.code).toBe('invalid_state')
    expect(await loadRows(link.process.id)).toEqual([])
  })

  it('when its signer hands over or is removed, though they go on reading by the link', async () => {
    const ada = { name: 'Ada', email: 'ada@example.com' }
    const roles = [ada, { ...ada, role: 'viewer' as const, order: 1 }, { email: 'bob@example.com' }]
    for (const end of ['delegate', 'remove']) {
      const { params, process, field_id } = await addFieldLink({
        signers: roles,
        options: { allow_delegation: true },
      })
      const [signer] = process.signers
      await save(params, { values: [{ field_id, value: 'Ly' }], signature: typed })
      if (end === 'remove') await removeSigner(tenant.ctx, process.id, signer!.id)
      else {
        const body = { name: 'Grace', email: 'grace@example.com', reason: 'She signs.' }
        expect((await call(delegateRoute.POST, { params, body })).status).toBe(200)
      }
      const { status, body } = await call<{ data: SigningRecord }>(signingRoute.GET, { params })
      expect([status, body.data.signer.role, body.data.draft]).toEqual([200, 'viewer', null])
      expect(await loadRows(process.id)).toEqual([])
    }
  })

  it('when everyone has signed, also by another link', async () => {
    const { params, process, field_id } = await addFieldLink()
    await call(signRoute.POST, { params, body: typedSignature([{ field_id, value: 'Lyon' }]) })
    const tokenHash = 'a'.repeat(64)
    await write(tenant.ctx, (tx) =>
      storeDraft(tx, { ...tenant.ctx, now: new Date() }, { processId: process.id, tokenHash }, {}),
    )
    await runRevisions(tenant, process)
    expect(await loadRows(process.id)).toEqual([])
  })

  it('and one that cannot be read is none', async () => {
    const { params, process, field_id } = await addFieldLink()
    await save(params, { values: [{ field_id, value: 'Ly' }] })
    await write(tenant.ctx, (tx) =>
      tx
        .update(signingDrafts)
        .set({ content: new Uint8Array(40) })
        .where(eq(signingDrafts.processId, process.id)),
    )
    expect(await getDraft(params)).toBeNull()
    expect((await save(params, { values: [{ field_id, value: 'Lyon' }] })).status).toBe(200)
    expect((await getDraft(params))?.values).toEqual([{ field_id, value: 'Lyon' }])
  })

  it('after the link was replaced it is a 404', async () => {
    const { process, params, field_id } = await addFieldLink()
    await save(params, { values: [{ field_id, value: 'Ly' }] })
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'other@example.com' })
    await runRevisions(tenant, process)
    expect(await loadRows(process.id)).toEqual([])
    expect((await save(params, { values: [] })).status).toBe(404)
    expect(await getDraft({ token: await findToken(tenant, process.signers[0]!.id) })).toBeNull()
  })
})
