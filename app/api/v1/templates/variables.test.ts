import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { fields } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { findDocument } from '#lib/documents/find'
import { purgeFile } from '#lib/documents/purge'
import type { DocumentRecord } from '#lib/documents/schema'
import { officePath } from '#lib/office/convert'
import type { Placeholder } from '#lib/office/fill/placeholders'
import { docx } from '#lib/office/fixtures/text-documents'
import { checkedBefore } from '#lib/processes/fields/presets'
import type { ProcessRecord } from '#lib/processes/schema'
import { readSize } from '#lib/storage/files'
import { stagingFolder } from '#lib/storage/store'
import { deleteTemplate } from '#lib/templates/delete'
import { UseTemplate } from '#lib/templates/input'
import type { TemplateRecord } from '#lib/templates/schema'
import { createDraft } from '#lib/templates/use'
import { addTemplate } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { inThread } from '#lib/workers/pdf-pool'
import * as bulkSendsRoute from '../bulk-sends/route.ts'
import * as documentsRoute from '../documents/route.ts'
import * as linksRoute from './[id]/links/route.ts'
import * as templateRoute from './[id]/route.ts'
import * as useRoute from './[id]/use/route.ts'
import * as templatesRoute from './route.ts'

type ErrorBody = { error: { code: string; errors: Record<string, string[]> } }

const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const offer = {
  text: 'Offer for [[customer]]',
  body: `${paragraph('[[#if discount]]With discount.[[/if]]')}<w:tbl><w:tr>${cell('[[#each items]][[name]]')}${cell('[[price]][[/each]]')}</w:tr></w:tbl>${paragraph('{{Signature;type=signature;role=Customer}}')}${paragraph('{{Place;role=Customer}}')}`,
}
const people = [{ role: 'Customer', name: 'Ada', email: 'ada@example.com' }]
const values = {
  customer: '<w:p/> ]] & Co',
  discount: true,
  items: Array.from({ length: 200 }, (_, index) => ({ name: `Item no. ${index + 1}`, price: index * 1.5 })),
  Place: 'Paris',
}

async function upload(tenant: TestTenant, bytes: Uint8Array) {
  const body = new FormData()
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'Offer.docx')
  const answer = await call<{ data: DocumentRecord }>(documentsRoute.POST, { body, as: tenant })
  expect(answer.status).toBe(201)
  return answer.body.data
}

function create<B = { data: TemplateRecord }>(tenant: TestTenant, documentId: number, members = {}) {
  const body = { name: 'Offer', documents: [{ id: documentId }], roles: [{ name: 'Customer' }], ...members }
  return call<B>(templatesRoute.POST, { body, as: tenant })
}

describe.skipIf(!officePath())('a template of a DOCX with variables (needs LibreOffice on the PATH)', () => {
  let tenant: TestTenant
  let template: TemplateRecord
  let document: DocumentRecord
  beforeAll(async () => {
    tenant = await makeTenant()
    document = await upload(tenant, await docx(offer))
    template = (await create(tenant, document.id, { import_fields: true })).body.data
  })

  const use = <B = { data: ProcessRecord }>(body: unknown, id = template.id) =>
    call<B>(useRoute.POST, { params: { id }, body: { signers: people, ...Object(body) }, as: tenant })
  const countDocuments = () =>
    read(tenant.ctx, (reader) => reader.$count(documents, eq(documents.tenantId, tenant.tenantId)))
  const sourceHash = async () => {
    const { sourceSha256 } = await read(tenant.ctx, (reader) => findDocument(reader, tenant.ctx, document.id))
    return sourceSha256!
  }

  it('names its variables, and has no fields before it is used', () => {
    expect([template.variables, template.fields]).toEqual([
      [
        { name: 'customer', type: 'text', members: [] },
        { name: 'discount', type: 'condition', members: [] },
        {
          name: 'items',
          type: 'list',
          members: [
            { name: 'name', type: 'text' },
            { name: 'price', type: 'text' },
          ],
        },
      ],
      [],
    ])
  })

  it('counts the DOCX, which is kept, as stored', async () => {
    const { sourceSize } = await read(tenant.ctx, (reader) => findDocument(reader, tenant.ctx, document.id))
    expect(sourceSize).toBe((await docx(offer)).length)
  })

  it('201 fills in a table of 200 rows; text flows, and its text tags become fields where they stand then', async () => {
    const { status, body } = await use({ values, send: true })
    expect(status).toBe(201)
    const process = body.data
    const [filled] = process.documents
    expect(process).toMatchObject({ status: 'sent', documents: [{ name: 'Offer' }] })
    expect(filled!.page_count).toBeGreaterThan(document.page_count)
    const fieldRows = await read(tenant.ctx, (reader) =>
      reader.select().from(fields).where(eq(fields.processId, process.id)).orderBy(fields.id),
    )
    expect(fieldRows).toMatchObject([
      { type: 'signature', documentId: filled!.id, page: filled!.page_count },
      { type: 'text', label: 'Place', value: 'Paris' },
    ])
    const { workingSha256, sourceSha256 } = await read(tenant.ctx, (reader) =>
      findDocument(reader, tenant.ctx, filled!.id),
    )
    const stored = { tenantId: tenant.tenantId, sha256: workingSha256 }
    const texts = [
      'Offer for <w:p/> ]] & Co',
      'With discount.',
      'Item no. 1',
      'Item no. 200',
      '[[',
      'customer',
    ]
    const places = await inThread.findTexts(stored, texts, tenant.ctx)
    expect(places.map((found) => found.length > 0)).toEqual([true, true, true, true, false, false])
    expect(sourceSha256).toBeNull()
    const [event] = await read(tenant.ctx, (reader) =>
      findTrail(reader, tenant.ctx, { document: filled!.id }),
    )
    const convertedFrom = { filename: 'Offer.docx', sha256: await sourceHash() }
    expect(event).toMatchObject({ type: 'document.uploaded', data: { converted_from: convertedFrom } })
    expect(readdirSync(stagingFolder())).toEqual([])
  })

  it('400 names the values that are missing, unknown or not text, and makes nothing', async () => {
    const before = await countDocuments()
    const refuse = async (input: unknown) => {
      const { status, body } = await use<ErrorBody>({ values: input })
      expect(status).toBe(400)
      return Object.keys(body.error.errors)
    }
    expect(await refuse({})).toEqual(['values.customer', 'values.items'])
    expect(await refuse({ customer: 'Ada', items: [{ name: 'a', cost: 1 }] })).toEqual([
      'values.items.0.cost',
      'values.items.0.price',
    ])
    expect(await refuse({ customer: '{{Other}}', items: [] })).toEqual(['values.customer'])
    expect(await refuse({ customer: [], items: 'x' })).toEqual(['values.customer', 'values.items'])
    expect(await refuse({ ...values, items: Array.from({ length: 1001 }, () => ({})) })).toEqual([
      'values.items',
    ])
    // Known after the conversion only: the text tags may have this label.
    expect(await refuse({ customer: 'Ada', items: [], custommer: 'Ada' })).toEqual(['values.custommer'])
    expect(await countDocuments()).toBe(before)
  })

  it('400 for fields placed on it, as its text moves', async () => {
    const field = { document_id: document.id, role: 'Customer', type: 'signature', page: 1, x: 1, y: 1 }
    const fields = [{ ...field, width: 100, height: 30 }]
    const created = await create<ErrorBody>(tenant, document.id, { fields })
    const changed = await call<ErrorBody>(templateRoute.PATCH, {
      params: { id: template.id },
      body: { fields },
      as: tenant,
    })
    for (const { status, body } of [created, changed])
      expect([status, Object.keys(body.error.errors)]).toEqual([400, ['fields.0.document_id']])
  })

  it('400 for a list of recipients and a reusable link, which have no values; no draft has empty ones', async () => {
    const bulk = await call<ErrorBody>(bulkSendsRoute.POST, {
      body: { template_id: template.id, rows: [{ name: 'Ada', email: 'ada@example.com' }] },
      as: tenant,
    })
    const link = await call<ErrorBody>(linksRoute.POST, { params: { id: template.id }, body: {}, as: tenant })
    expect([bulk, link].map(({ status, body }) => [status, Object.keys(body.error.errors)])).toEqual([
      [400, ['template_id']],
      [400, ['role']],
    ])
    const draft = write(tenant.ctx, (tx) =>
      createDraft(tx, tenant.ctx, template.id, UseTemplate.parse({ signers: people, values }), checkedBefore),
    )
    await expect(draft).rejects.toMatchObject({ code: 'validation_error' })
  })

  it('503 when the template was changed while it was filled in', async () => {
    const stale = { changeCount: 0, documents: new Map(), fields: [] }
    const draft = write(tenant.ctx, (tx) =>
      createDraft(tx, tenant.ctx, template.id, UseTemplate.parse({ signers: people }), checkedBefore, stale),
    )
    await expect(draft).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('400 for a placeholder that is not understood, which the error names', async () => {
    const broken = await upload(tenant, await docx({ text: '[[#if a]] open' }))
    const { status, body } = await create<ErrorBody>(tenant, broken.id)
    expect([status, body.error.errors['documents.0.id']?.[0]]).toEqual([
      400,
      expect.stringContaining('[[#if a]]'),
    ])
  })

  it('400 for a name that is a text in one document and a list in another, which no value could be', async () => {
    const list = await upload(tenant, await docx({ text: '[[#each customer]][[name]][[/each]]' }))
    const { status, body } = await create<ErrorBody>(tenant, document.id, {
      documents: [{ id: document.id }, { id: list.id }],
    })
    expect(status).toBe(400)
    expect(body.error.errors.documents![0]).toContain('[[customer]]')
  })

  it('keeps the DOCX as long as a document is made of it', async () => {
    const file = { tenantId: tenant.tenantId, sha256: await sourceHash() }
    await purgeFile(file, documentReferences)
    expect(await readSize(file.tenantId, file.sha256)).toBeGreaterThan(0)
    await deleteTemplate(tenant.ctx, template.id)
    await deleteDocument(tenant.ctx, document.id, documentReferences)
    await purgeFile(file, documentReferences)
    expect(await readSize(file.tenantId, file.sha256)).toBeNull()
  })
})

it('400 for a name of a text and a list only where the documents change: templates from before can be renamed', async () => {
  const tenant = await makeTenant()
  const { id, documents: chosen } = await addTemplate(tenant)
  const { ctx, tenantId } = tenant
  const parts: Placeholder[] = [
    { kind: 'text', name: 'a' },
    { kind: 'each', name: 'a', parts: [] },
  ]
  await write(ctx, (tx) =>
    tx.update(documents).set({ placeholders: { parts } }).where(eq(documents.tenantId, tenantId)),
  )
  const patch = (body: unknown) => call<ErrorBody>(templateRoute.PATCH, { params: { id }, body, as: tenant })
  expect((await patch({ name: 'Renamed' })).status).toBe(200)
  const { status, body } = await patch({ documents: chosen.map(({ id }) => ({ id })) })
  expect([status, Object.keys(body.error.errors)]).toEqual([400, ['documents']])
})

it('reads the word for false in the language of the template, and in that of the process, which its use may set', async () => {
  const tenant = await makeTenant()
  const { id, roles } = await addTemplate(tenant)
  const patch = (body: object) => call(templateRoute.PATCH, { params: { id }, body, as: tenant })
  const guaranteed: Placeholder[] = [{ kind: 'text', name: 'address' }]
  const parts: Placeholder[] = [
    { kind: 'if', name: 'guarantor', parts: guaranteed },
    { kind: 'text', name: 'customer' },
  ]
  await write(tenant.ctx, (tx) =>
    tx
      .update(documents)
      .set({ placeholders: { parts }, sourceSha256: 'a'.repeat(64), sourceSize: 1 })
      .where(eq(documents.tenantId, tenant.tenantId)),
  )
  const listMissing = async (options: object) => {
    const signers = roles.map(({ name }) => ({ role: name, name: 'Ada', email: 'ada@example.com' }))
    const body = { signers, values: { guarantor: 'FALSCH' }, options }
    const used = await call<ErrorBody>(useRoute.POST, { params: { id }, body, as: tenant })
    return Object.keys(used.body.error.errors)
  }
  expect(await listMissing({})).toEqual(['values.address', 'values.customer'])
  expect(await listMissing({ locale: 'de' })).toEqual(['values.customer'])
  expect((await patch({ options: { locale: 'de' } })).status).toBe(200)
  expect(await listMissing({})).toEqual(['values.customer'])
  expect(await listMissing({ locale: 'en' })).toEqual(['values.customer'])
})
