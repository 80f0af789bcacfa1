import { beforeAll, describe, expect, it } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures/build'
import type { ProcessRecord } from '#lib/processes/schema'
import { addDocument } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as fieldsRoute from './[id]/fields/route.ts'
import * as processRoute from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'
import * as processesRoute from './route.ts'

type Answer = { data: ProcessRecord; error: { errors: Record<string, string[]> } }
type Field = ProcessRecord['fields'][number]

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

/** A form with text fields, one below the other, with these further entries. */
function form(fields: Record<string, string>, content = ''): Uint8Array {
  const entries = Object.entries(fields)
  const refs = entries.map((_, index) => `${20 + index} 0 R`).join(' ')
  const widgets = entries.map(([name, entry], index) => [
    20 + index,
    `<< /Type /Annot /Subtype /Widget /Rect [72 ${600 - index * 40} 272 ${620 - index * 40}] /FT /Tx /T (${name}) ${entry} >>`,
  ])
  return buildPdf({
    catalog: `/AcroForm << /Fields [${refs}] >>`,
    objects: {
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 1002 0 R
        /Resources << /Font << /F1 3 0 R >> >> /Annots [${refs}] >>`,
      ...Object.fromEntries(widgets),
      1002: `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    },
  })
}

const upload = async (bytes: Uint8Array) => (await addDocument(tenant, { bytes })).id
const patch = (id: number, body: object) =>
  call<Answer>(processRoute.PATCH, { method: 'PATCH', params: { id }, body, as: tenant })

/** A draft with the imported fields of a file, of which some are changed, and a field that the sender placed. */
async function makeDraft(bytes: Uint8Array, change: (field: Field) => object = () => ({})) {
  const documentId = await upload(bytes)
  const created = await call<Answer>(processesRoute.POST, {
    method: 'POST',
    body: {
      name: 'Lease',
      documents: [{ id: documentId }],
      signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
      fields: [{ type: 'text', label: 'Own', page: 1, x: 72, y: 600, width: 100, height: 20 }],
      import_fields: true,
    },
    as: tenant,
  })
  const { id, fields } = created.body.data
  await call(fieldsRoute.PUT, {
    method: 'PUT',
    params: { id },
    body: { fields: fields.map((field) => ({ ...field, ...change(field) })) },
    as: tenant,
  })
  return { id, documentId }
}

/** Replaces the document of a draft. */
async function replace({ id, documentId }: { id: number; documentId: number }, bytes: Uint8Array) {
  return patch(id, { documents: [{ id: await upload(bytes), replaces: documentId }] })
}

const valuesByLabel = (fields: Field[]) =>
  Object.fromEntries(fields.map(({ label, value }) => [label, value]))

describe('a document of a draft that a corrected file replaces', () => {
  it('gives its imported fields the values, places and rules of the new file', async () => {
    const draft = await makeDraft(form({ rent: '/V (1000 EUR)', city: '/V (Berlin)', code: '/MaxLen 5' }))
    const corrected = form({ city: '/V (Berlin)', rent: '/V (1200 EUR)', code: '/MaxLen 8' })
    const { status, body } = await replace(draft, corrected)
    expect(status).toBe(200)
    const { fields } = body.data
    expect(valuesByLabel(fields)).toEqual({ Own: null, rent: '1200 EUR', city: 'Berlin', code: null })
    const rent = fields.find(({ label }) => label === 'rent')!
    expect([rent.y, rent.imported, rent.document_id]).toEqual([212, true, body.data.documents[0]!.id])
    expect(fields.find(({ label }) => label === 'code')!.validation).toEqual({ max_length: 8 })
    const sent = await call(sendRoute.POST, { method: 'POST', params: { id: draft.id }, as: tenant })
    expect(sent.status).toBe(200)
  })

  it('keeps what the sender changed, but for a value that is another in the new file', async () => {
    const own: Record<string, object> = {
      rent: { value: '1100 EUR' },
      city: { value: 'Munich', required: true },
      code: { x: 300 },
      note: { value: 'Mine' },
    }
    const draft = await makeDraft(
      form({ rent: '/V (1000 EUR)', city: '/V (Berlin)', code: '/V (A)', note: '' }),
      ({ label }) => own[label!] ?? {},
    )
    const corrected = form({ rent: '/V (1200 EUR)', city: '/V (Berlin)', code: '/V (B)', note: '' })
    const { fields } = (await replace(draft, corrected)).body.data
    expect(valuesByLabel(fields)).toEqual({
      Own: null,
      rent: '1200 EUR',
      city: 'Munich',
      code: 'B',
      note: 'Mine',
    })
    const [, , city, code] = fields
    expect([city!.required, code!.x]).toEqual([true, 300])
  })

  it('removes fields that the new file lacks, and makes those that were changed ordinary ones', async () => {
    const draft = await makeDraft(form({ rent: '/V (1000 EUR)', city: '', code: '' }), ({ label }) =>
      label === 'code' ? { required: true } : {},
    )
    const { fields } = (await replace(draft, form({ rent: '/V (900 EUR)' }))).body.data
    expect(fields.map(({ label, imported, value }) => [label, imported, value])).toEqual([
      ['Own', false, null],
      ['rent', true, '900 EUR'],
      ['code', false, null],
    ])
  })

  it('imports the further fields of the new file, but none that the sender had removed', async () => {
    const draft = await makeDraft(form({ rent: '/V (1000 EUR)', city: '/V (Berlin)' }))
    const before = (await patch(draft.id, {})).body.data.fields
    const withoutCity = before.filter(({ label }) => label !== 'city')
    const body = { fields: withoutCity }
    await call(fieldsRoute.PUT, { method: 'PUT', params: { id: draft.id }, body, as: tenant })
    const corrected = form({ rent: '/V (1000 EUR)', city: '/V (Berlin)', deposit: '/V (3000 EUR)' })
    const { fields } = (await replace(draft, corrected)).body.data
    expect(valuesByLabel(fields)).toEqual({ Own: null, rent: '1000 EUR', deposit: '3000 EUR' })
    expect(fields.at(-1)).toMatchObject({ imported: true, signer_id: before[0]!.signer_id })
  })

  it('fills in the day of signing where the new file asks for it, in place of a date that the signer chose', async () => {
    const tag = (type: string) => form({}, `BT /F1 10 Tf 72 700 Td ({{Start;type=${type}}}) Tj ET`)
    const draft = await makeDraft(tag('date'))
    const { fields } = (await replace(draft, tag('datenow'))).body.data
    expect(fields.at(-1)).toMatchObject({ label: 'Start', auto: true, validation: {} })
    const sent = await call(sendRoute.POST, { method: 'POST', params: { id: draft.id }, as: tenant })
    expect(sent.status).toBe(200)
  })

  it('takes a date that was imported without bounds for one that the sender has not changed', async () => {
    const tags = (...names: string[]) =>
      form(
        {},
        names.map((name, index) => `BT /F1 10 Tf 72 ${700 - index * 40} Td ({{${name}}}) Tj ET`).join(' '),
      )
    const importedBefore = (field: Field) => (field.type === 'date' ? { validation: {} } : {})
    const draft = await makeDraft(tags('Start;type=date', 'Born;type=date', 'Name'), importedBefore)
    const { fields } = (await replace(draft, tags('Name', 'Start;type=date'))).body.data
    expect(fields.map(({ label, validation }) => [label, validation])).toEqual([
      ...[
        ['Own', {}],
        ['Start', { min_date: '1900-01-01' }],
        ['Name', {}],
      ],
    ])
  })

  it('leaves the fields of the new file alone where none were imported', async () => {
    const draft = await makeDraft(buildPdf())
    const { fields } = (await replace(draft, form({ rent: '/V (1200 EUR)' }))).body.data
    expect(valuesByLabel(fields)).toEqual({ Own: null })
  })

  it('is refused when the fields of the new file cannot be imported', async () => {
    const draft = await makeDraft(form({ rent: '' }))
    const corrected = form({ rent: '' }, 'BT /F1 12 Tf 72 700 Td ({{A;tpye=x}}) Tj ET')
    const { status, body } = await replace(draft, corrected)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['documents.0.replaces']])
  })

  it('fits the further places of a field to the pages, like its first', async () => {
    const place = { page: 1, dx: 440, dy: 0, width: 100, height: 20 }
    const draft = await makeDraft(buildPdf(), () => ({ layout: { widgets: [place] } }))
    const smaller = buildPdf({ pages: [{ mediaBox: [0, 0, 500, 700] }] })
    const [field] = (await replace(draft, smaller)).body.data.fields
    expect(field!.x + field!.layout.widgets![0]!.dx).toBe(400)
  })

  it('400 where it has text tags of a role that has no signer', async () => {
    const tag = (role: string) => form({}, `BT /F1 10 Tf 72 700 Td ({{City;role=${role};type=text}}) Tj ET`)
    const draft = await makeDraft(tag('Tenant'))
    const { status, body } = await replace(draft, tag('Lessee'))
    expect([status, body.error.errors]).toEqual([
      400,
      { 'documents.0.replaces': ['No signer is left for the role “Lessee” of the text tags.'] },
    ])
    expect((await replace(draft, tag('Tenant'))).status).toBe(200)
  })
})
