import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { signers } from '#db/schema/processes'
import { attachments, signingDrafts } from '#db/schema/processes-links'
import { read, write } from '#db/tenancy/tenant'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { processData } from '#lib/processes/personal-data'
import type { ProcessRecord } from '#lib/processes/schema'
import { addSigner, changeSigner, removeSigner } from '#lib/processes/signers/correct'
import { deleteDrafts } from '#lib/processes/signers/signing-drafts'
import type { SigningRecord } from '#lib/signing/schema'
import {
  addOpenedLink,
  findToken,
  loadEvents,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as attachmentRoute from './[token]/attachments/[field]/route.ts'
import * as delegateRoute from './[token]/delegate/route.ts'
import * as draftRoute from './[token]/draft/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const typed = { method: 'typed', text: 'Ada Lovelace' }
const zones = [
  { type: 'text', label: 'City' },
  { type: 'attachment', label: 'Passport' },
] as const

/** A link by which a text, a signature and a file were entered. */
async function addFilledIn(input: Parameters<typeof addOpenedLink>[1] = {}) {
  const link = await addOpenedLink(tenant, { signers: [ada], zones: [...zones], ...input })
  const { params, process } = link
  const [city, passport] = zones.map(({ type }) => process.fields.find((field) => field.type === type)!.id)
  const values = [{ field_id: city!, value: 'Lyon' }]
  const saved = await call(draftRoute.PUT, { method: 'PUT', params, body: { values, signature: typed } })
  const body = new FormData()
  body.append('file', new File([new Uint8Array(buildPdf())], 'passport.pdf'))
  const added = await call(attachmentRoute.POST, { params: { ...params, field: String(passport) }, body })
  expect([saved.status, added.status]).toEqual([200, 201])
  return { ...link, values }
}

const loadDrafts = ({ id }: ProcessRecord) =>
  read(tenant.ctx, (reader) => reader.select().from(signingDrafts).where(eq(signingDrafts.processId, id)))
const loadFiles = ({ id }: ProcessRecord) =>
  read(tenant.ctx, (reader) => reader.select().from(attachments).where(eq(attachments.processId, id)))
const countRemovals = async ({ id }: ProcessRecord) =>
  (await loadEvents(tenant, id)).filter(({ type }) => type === 'signature.attachment_removed').length

const removeDraft = ({ id }: ProcessRecord) =>
  write(tenant.ctx, (tx) => deleteDrafts(tx, tenant.ctx, { processId: id }))

/** What the page of a signer shows of what was entered. */
async function view(process: ProcessRecord, index = 0) {
  const params = { token: await findToken(tenant, process.signers[index]!.id) }
  const { data } = (await call<{ data: SigningRecord }>(signingRoute.GET, { params })).body
  return { draft: data.draft, file: data.fields.find(({ type }) => type === 'attachment')?.value ?? null }
}

/** An approver comes first, so that invited signers wait again. */
const addApprover = async ({ id }: ProcessRecord, order = 0) => {
  const person = { name: 'Bo', email: 'bo@example.com', role: 'approver' as const, order, fields: [] }
  return (await addSigner(tenant.ctx, id, person)).id
}

async function approve(process: ProcessRecord, approverId: number) {
  await runRevisions(tenant, process)
  const params = { token: await openLink(tenant, approverId) }
  const { signature: _, ...body } = typedSignature()
  expect((await call(signRoute.POST, { params, body })).status).toBe(200)
  await runRevisions(tenant, process)
}

describe('what a signer has entered stays after a correction', () => {
  it('that makes them wait for someone else; it is encrypted meanwhile, and exported for them', async () => {
    const { process, params, values } = await addFilledIn()
    const before = await view(process)
    const approver = await addApprover(process)
    expect((await call(signingRoute.GET, { params })).status).toBe(404)
    const [kept] = await loadDrafts(process)
    expect(Buffer.from(kept!.content).includes('Lyon')).toBe(false)
    const person = { tenantId: tenant.ctx.tenantId, email: ada.email }
    const exported = await Array.fromAsync(processData.find!(person).signing_drafts!)
    expect(exported).toContainEqual(
      expect.objectContaining({ process_id: process.id, content: expect.objectContaining({ values }) }),
    )
    await approve(process, approver)
    expect(await view(process)).toEqual(before)
    expect(before).toMatchObject({ draft: { values, signature: typed }, file: 'passport.pdf' })
    expect(await loadDrafts(process)).toHaveLength(1)
    expect(await countRemovals(process)).toBe(0)
  })

  it.each([
    ['name, but for the signature', { name: 'Ada King' }, null],
    ['address in another case', { email: 'ADA@example.com' }, typed],
    ['order', { order: 5 }, typed],
  ])('of their %s', async (_, change, signature) => {
    const { process, values } = await addFilledIn()
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, change)
    expect(await view(process)).toMatchObject({ draft: { values, signature }, file: 'passport.pdf' })
    expect(await countRemovals(process)).toBe(0)
  })

  it('also if it is only a file', async () => {
    const { process } = await addFilledIn()
    await removeDraft(process)
    const approver = await addApprover(process)
    await approve(process, approver)
    expect(await view(process)).toEqual({ draft: null, file: 'passport.pdf' })
    expect(await loadDrafts(process)).toEqual([])
  })

  it('that corrects their name while they wait', async () => {
    const { process, values } = await addFilledIn()
    const approver = await addApprover(process)
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { name: 'Ada King' })
    await approve(process, approver)
    expect(await view(process)).toMatchObject({ draft: { values, signature: null }, file: 'passport.pdf' })
  })

  it('that ends one of the places that they share a link for', async () => {
    const shared = [
      { ...ada, order: 1, type: 'parallel' as const },
      { ...ada, order: 3 },
    ]
    const link = await addOpenedLink(tenant, {
      signers: shared,
      zones: [{ type: 'text' }, { type: 'text', signer: 1 }],
    })
    const { process, params } = link
    await openLink(tenant, process.signers[1]!.id)
    const [own, other] = process.fields.filter(({ type }) => type === 'text').map(({ id }) => id)
    const values = [own, other].map((field_id) => ({ field_id: field_id!, value: `of ${field_id}` }))
    await call(draftRoute.PUT, { method: 'PUT', params, body: { values, signature: typed } })
    const approver = await addApprover(process, 2)
    expect((await view(process)).draft?.values).toEqual(values.slice(0, 1))
    await runRevisions(tenant, process)
    await openLink(tenant, process.signers[0]!.id)
    const signed = await call(signRoute.POST, { params, body: typedSignature(values.slice(0, 1)) })
    expect(signed.status).toBe(200)
    await approve(process, approver)
    expect((await view(process, 1)).draft).toMatchObject({ values: values.slice(1), signature: typed })
  })

  it('that one of those who share a link leaves and comes back to', async () => {
    const people = [
      { ...ada, type: 'parallel' as const },
      { ...ada, type: 'parallel' as const },
    ]
    const { process, params } = await addOpenedLink(tenant, {
      signers: people,
      zones: [{ type: 'text' }, { type: 'text', signer: 1 }],
    })
    const ids = process.fields.filter(({ type }) => type === 'text').map(({ id }) => id)
    const values = ids.map((field_id) => ({ field_id, value: `of ${field_id}` }))
    await call(draftRoute.PUT, { method: 'PUT', params, body: { values, signature: typed } })
    await changeSigner(tenant.ctx, process.id, process.signers[1]!.id, { name: 'Ada King' })
    expect((await view(process)).draft).toMatchObject({ values, signature: typed })
    expect(await loadDrafts(process)).toHaveLength(1)
  })

  it('or the link has ended before it is saved', async () => {
    const { process, params, values } = await addFilledIn()
    const body = { values: [{ ...values[0]!, value: 'Paris' }] }
    const [saved] = await Promise.all([
      call(draftRoute.PUT, { method: 'PUT', params, body }),
      changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { order: 5 }),
    ])
    const { draft } = await view(process)
    expect([saved.status, draft?.values[0]?.value]).toEqual(
      saved.status === 200 ? [200, 'Paris'] : [404, 'Lyon'],
    )
    expect(await loadDrafts(process)).toHaveLength(1)
  })
})

describe('what a signer has entered is deleted, and its removal recorded,', () => {
  const others = { signers: [ada, { email: 'cy@example.com' }], options: { allow_delegation: true } }
  type Link = Awaited<ReturnType<typeof addFilledIn>>
  const grace = { name: 'Grace', email: 'grace@example.com' }
  const changeToGrace = ({ process }: Link) =>
    changeSigner(tenant.ctx, process.id, process.signers[0]!.id, grace)
  it.each<[string, (link: Link) => Promise<unknown>]>([
    ['another person comes in their place', changeToGrace],
    [
      'only the address is another',
      ({ process }) =>
        changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'grace@example.com' }),
    ],
    ['they are removed', ({ process }) => removeSigner(tenant.ctx, process.id, process.signers[0]!.id)],
    [
      'they hand over',
      ({ params }) => call(delegateRoute.POST, { params, body: { ...grace, reason: 'She signs.' } }),
    ],
    [
      'another person comes in their place while they wait',
      async (link) => {
        await addApprover(link.process)
        await changeToGrace(link)
      },
    ],
    [
      'they are removed while they wait',
      async ({ process }) => {
        await addApprover(process)
        await removeSigner(tenant.ctx, process.id, process.signers[0]!.id)
      },
    ],
  ])('when %s', async (_, end) => {
    const link = await addFilledIn(others)
    await end(link)
    expect([await loadDrafts(link.process), await loadFiles(link.process)]).toEqual([[], []])
    const events = await loadEvents(tenant, link.process.id)
    const removed = events.filter(({ type }) => type === 'signature.attachment_removed')
    expect(removed).toMatchObject([
      { data: { signer_id: link.process.signers[0]!.id, ...ada, filename: 'passport.pdf' } },
    ])
  })

  it('and does not come back with their address', async () => {
    const link = await addFilledIn()
    await changeToGrace(link)
    expect(await view(link.process)).toEqual({ draft: null, file: null })
    await changeSigner(tenant.ctx, link.process.id, link.process.signers[0]!.id, ada)
    expect(await view(link.process)).toEqual({ draft: null, file: null })
  })

  it.each([
    ['a text', true],
    ['only a file', false],
  ])('when an earlier version has replaced them while they waited: %s', async (_, hasText) => {
    const { process } = await addFilledIn()
    if (!hasText) await removeDraft(process)
    const approver = await addApprover(process)
    const isAda = eq(signers.id, process.signers[0]!.id)
    await write(tenant.ctx, (tx) => tx.update(signers).set(grace).where(isAda))
    await approve(process, approver)
    expect(await view(process)).toEqual({ draft: null, file: null })
    expect([await loadDrafts(process), await loadFiles(process)]).toEqual([[], []])
    const removed = (await loadEvents(tenant, process.id)).filter(
      ({ type }) => type === 'signature.attachment_removed',
    )
    expect(removed).toMatchObject([{ data: { signer_id: process.signers[0]!.id, ...ada } }])
  })

  it('the draft also when their data is erased while they wait', async () => {
    const email = 'erased@example.com'
    const { process } = await addFilledIn({ signers: [{ ...ada, email }] })
    await addApprover(process)
    expect(await loadDrafts(process)).toHaveLength(1)
    const person = { tenantId: tenant.ctx.tenantId, email }
    const [eraseDrafts] = processData.erase!
    expect(await write(tenant.ctx, (tx) => eraseDrafts!(tx, tenant.ctx, person, 0))).toEqual({
      signing_drafts: 1,
    })
    expect(await loadDrafts(process)).toEqual([])
  })
})
