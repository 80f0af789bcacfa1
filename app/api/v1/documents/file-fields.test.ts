import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { FileFieldsRecord } from '#lib/documents/schema'
import { buildPdf, signedPdf, stream } from '#lib/pdf/fixtures/build'
import type { CreateProcess } from '#lib/processes/input'
import type { ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'
import { addDocument } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as fieldsRoute from '../signature-processes/[id]/fields/route.ts'
import * as processRoute from '../signature-processes/[id]/route.ts'
import * as signersRoute from '../signature-processes/[id]/signers/route.ts'
import * as processesRoute from '../signature-processes/route.ts'
import * as templateRoute from '../templates/[id]/route.ts'
import * as templatesRoute from '../templates/route.ts'
import * as fileFieldsRoute from './[id]/fields/route.ts'

type ErrorBody = { error: { code: string; errors: Record<string, string[]> } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const lineAt = (text: string, y: number) => `BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET`
/** A PDF with these lines of text. */
const pdfWithLines = (...lines: string[]) =>
  buildPdf({
    objects: { 1002: stream(lines.map((text, index) => lineAt(text, 700 - index * 40)).join('\n')) },
  })

/** A form with a text field, a check box and a push button. */
const form = buildPdf({
  catalog: '/AcroForm << /Fields [20 0 R 21 0 R 22 0 R] >>',
  objects: {
    1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 1002 0 R
      /Resources << /Font << /F1 3 0 R >> >> /Annots [20 0 R 21 0 R 22 0 R] >>`,
    20: '<< /Type /Annot /Subtype /Widget /Rect [72 600 272 620] /FT /Tx /T (tenant_name) /TU (Name of the tenant) /MaxLen 40 >>',
    21: '<< /Type /Annot /Subtype /Widget /Rect [72 560 86 574] /FT /Btn /T (pets) >>',
    22: '<< /Type /Annot /Subtype /Widget /Rect [72 500 172 520] /FT /Btn /Ff 65536 /T (print) >>',
  },
})

/** Uploads a file. @returns the id of the document */
const upload = async (bytes: Uint8Array, caller = tenant) => (await addDocument(caller, { bytes })).id
const readFields = (id: number, caller: { token: string } = tenant) =>
  call<{ data: FileFieldsRecord }>(fileFieldsRoute.GET, { params: { id }, as: caller })
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const grace = { name: 'Grace Hopper', email: 'grace@example.com' }

function create<B = { data: ProcessRecord }>(
  documentIds: number[],
  overrides: Partial<z.input<typeof CreateProcess>> = {},
) {
  const body = {
    name: 'Lease',
    documents: documentIds.map((id) => ({ id })),
    signers: [ada, grace],
    import_fields: true,
    ...overrides,
  }
  return call<B>(processesRoute.POST, { method: 'POST', body, as: tenant })
}

describe('GET /documents/{id}/fields', () => {
  it('200 with form fields and text tags, and the reasons for those not imported', async () => {
    const id = await upload(form)
    const { status, body } = await readFields(id)
    expect(status).toBe(200)
    expect(body.data.fields).toEqual([
      {
        source: 'form',
        name: 'tenant_name',
        label: 'Name of the tenant',
        type: 'text',
        page: 1,
        x: 72,
        y: 172,
        width: 200,
        height: 20,
        role: null,
        required: false,
        read_only: false,
        auto: false,
        value: null,
        options: [],
        placeholder: null,
        max_length: 40,
        editable: false,
        formula: null,
        layout: {},
      },
      expect.objectContaining({ name: 'pets', type: 'checkbox' }),
    ])
    expect(body.data.problems).toMatchObject([{ source: 'form', text: 'print' }])
  })

  it('200 without fields for a plain file, with a reason for a signed file', async () => {
    expect((await readFields(await upload(buildPdf()))).body.data).toEqual({ fields: [], problems: [] })
    expect((await readFields(await upload(signedPdf()))).body.data).toMatchObject({
      fields: [],
      problems: [{ source: 'file' }],
    })
  })

  it('404 for another tenant', async () => {
    const id = await upload(form)
    expect((await readFields(id, await makeTenant())).status).toBe(404)
  })
})

describe('import_fields', () => {
  it('assigns a field to the signer whose role_name is the role of its tag, other roles to the signers in order', async () => {
    const id = await upload(
      pdfWithLines(
        '{{A;type=signature;role=Landlord}}',
        '{{B;type=signature;role=Tenant}}',
        '{{C;role=landlord}}',
        '{{D}}',
      ),
    )
    const { status, body } = await create([id], { signers: [ada, { ...grace, role_name: 'Landlord' }] })
    expect(status).toBe(201)
    const names = new Map(body.data.signers.map((signer) => [signer.id, signer.name]))
    expect(
      body.data.fields.map(({ label, signer_id, imported }) => [label, names.get(signer_id), imported]),
    ).toEqual([
      ['A', 'Grace Hopper', true],
      ['B', 'Ada Lovelace', true],
      ['C', 'Grace Hopper', true],
      ['D', 'Ada Lovelace', true],
    ])
  })

  it('turns radio buttons into a radio field, which can be sent and preset', async () => {
    const button = (state: string, y: number) =>
      `<< /Type /Annot /Subtype /Widget /Rect [72 ${y} 84 ${y + 12}] /Parent 22 0 R /AP << /N << /${state} 23 0 R /Off 23 0 R >> >> >>`
    const id = await upload(
      buildPdf({
        catalog: '/AcroForm << /Fields [22 0 R] >>',
        objects: {
          1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 1002 0 R
            /Resources << /Font << /F1 3 0 R >> >> /Annots [20 0 R 21 0 R] >>`,
          20: button('Monthly', 600),
          21: button('Yearly', 580),
          22: '<< /T (payment) /FT /Btn /Ff 32768 /Kids [20 0 R 21 0 R] >>',
          23: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 12 12]'),
        },
      }),
    )
    const { status, body } = await create([id], { send: true, values: { payment: 'Yearly' } })
    expect([status, body.data.status]).toEqual([201, 'sent'])
    expect(body.data.fields.filter(({ type }) => type === 'radio')).toMatchObject([
      { label: 'payment', options: ['Monthly', 'Yearly'], value: 'Yearly', imported: true },
    ])
  })

  it('presets values by the label or the name in the file', async () => {
    const ids = [await upload(form), await upload(pdfWithLines('{{Rent;type=number}}'))]
    const { body } = await create(ids, { values: { tenant_name: 'Ada', pets: true, Rent: 1200 } })
    expect(body.data.fields.map(({ label, value, document_id }) => [label, value, document_id])).toEqual([
      ['Name of the tenant', 'Ada', ids[0]],
      ['pets', 'true', ids[0]],
      ['Rent', '1200', ids[1]],
    ])
    expect(body.data.fields[0]!.validation).toEqual({ max_length: 40 })
  })

  it('can be sent in the same request', async () => {
    const id = await upload(form)
    const { status, body } = await create([id], { send: true })
    expect([status, body.data.status]).toEqual([201, 'sent'])
  })

  it.each<[string, string[], object, string]>([
    ['a tag with an unknown setting', ['{{A;tpye=x}}'], {}, 'documents.0'],
    ['more roles than signers', ['{{A;role=X}} {{B;role=Y}}'], { signers: [ada] }, 'import_fields'],
    ['no signer', ['{{A}}'], { signers: [{ ...ada, role: 'cc' }] }, 'import_fields'],
  ])('400 for %s, and nothing is created', async (_, lines, overrides, path) => {
    const errorResponse = await create<ErrorBody>([await upload(pdfWithLines(...lines))], overrides)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(errorResponse.body.error.errors)).toEqual([path])
  })

  it('400 for a document of another tenant', async () => {
    const otherTenant = await makeTenant()
    const errorResponse = await create<ErrorBody>([await upload(form, otherTenant)])
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['documents.0.id'],
    ])
  })

  it('imports the tags of DocuSeal, without what there is no counterpart for', async () => {
    const id = await upload(
      pdfWithLines(
        '{{Stamp;type=stamp;role=Tenant}} {{Photo;type=image;required=false}}',
        '{{Day;type=datenow;format=DD/MM/YYYY}} {{Phone;type=phone}} {{Code;type=cells}}',
        '{{Pet;type=radio;option=Dog}} {{Pet;type=radio;option=Cat}} {{Rent;type=number;default_value=950}}',
        '{{Child;condition=Pet:Dog;required=false}}',
      ),
    )
    const { body } = await readFields(id)
    expect(body.data.problems.map(({ warning }) => warning)).toEqual([true, true, true, true])
    const { status, body: created } = await create([id], { send: true })
    expect(status).toBe(201)
    const fields = created.data.fields.map(({ label, type, auto, value }) => [label, type, auto, value])
    expect(fields).toEqual([
      ['Photo', 'attachment', false, null],
      ['Day', 'date', true, null],
      ['Phone', 'text', false, null],
      ['Code', 'text', false, null],
      ['Pet', 'radio', false, null],
      ['Rent', 'number', false, '950'],
      ['Child', 'text', false, null],
    ])
  })

  it('imports a date as any that the signer chooses, unless it is filled in or fixed', async () => {
    const tags = ['Born;type=date', 'Start;type=date;default=2026-12-01', 'Today;type=datenow']
    const early = ['Built;type=date;default=1889-04-20', 'Sold;type=date']
    const fixed = 'Founded;type=date;default=1875-03-01;readonly=true'
    const id = await upload(pdfWithLines(...[...tags, fixed, ...early].map((tag) => `{{${tag}}}`)))
    const { status, body } = await create([id], { send: true, values: { Sold: '1899-12-31' } })
    expect(status).toBe(201)
    expect(body.data.fields.map(({ label, auto, validation }) => [label, auto, validation])).toEqual([
      ['Born', false, { min_date: '1900-01-01' }],
      ['Start', false, { min_date: '1900-01-01' }],
      ['Today', true, {}],
      ['Founded', false, {}],
      ['Built', false, { min_date: '1889-04-20' }],
      ['Sold', false, { min_date: '1899-12-31' }],
    ])
  })

  it('adds the fields to a template, for its roles', async () => {
    const id = await upload(pdfWithLines('{{A;type=signature;role=Tenant}}', '{{B;role=Landlord}}'))
    const body = {
      name: 'Lease',
      documents: [{ id }],
      roles: [{ name: 'Landlord' }, { name: 'Tenant' }],
      import_fields: true,
    }
    const createResponse = await call<{ data: TemplateRecord }>(templatesRoute.POST, {
      method: 'POST',
      body,
      as: tenant,
    })
    expect(createResponse.status).toBe(201)
    expect(
      createResponse.body.data.fields.map(({ label, role, imported }) => [label, role, imported]),
    ).toEqual([
      ['A', 'Tenant', true],
      ['B', 'Landlord', true],
    ])
    const useResponse = await call<{ data: ProcessRecord }>(
      (await import('../templates/[id]/use/route.ts')).POST,
      {
        method: 'POST',
        params: { id: createResponse.body.data.id },
        body: { signers: { Tenant: ada, Landlord: grace } },
        as: tenant,
      },
    )
    expect(useResponse.body.data.fields.map(({ imported }) => imported)).toEqual([true, true])
  })
})

describe('anchors', () => {
  const LINE_HEIGHT_POINTS = 13
  const box = { type: 'text', width: 100, height: 20 }
  const fieldAtAnchor = (anchor: object, overrides: object = {}) => ({ ...box, anchor, ...overrides })
  let id: number
  beforeAll(async () => {
    id = await upload(pdfWithLines('Signature: one', 'Name:', 'Signature: two'))
  })

  it('places a field at its text, moved by dx and dy', async () => {
    const { status, body } = await create([id], {
      import_fields: false,
      fields: [
        fieldAtAnchor({ text: 'Name:' }),
        fieldAtAnchor({ text: 'Signature:', occurrence: 2, dx: 60, dy: -5 }, { signer_index: 1 }),
      ] as never,
    })
    expect(status).toBe(201)
    const [name, signature] = body.data.fields
    expect(name).toMatchObject({ page: 1, width: 100 })
    expect(name!.x).toBeCloseTo(72, 0)
    // The baseline of the line is at 660 of 792 points.
    expect(name!.y).toBeGreaterThan(792 - 660 - LINE_HEIGHT_POINTS)
    expect(name!.y).toBeLessThan(792 - 660)
    expect(signature!.x).toBeCloseTo(132, 0)
    expect(signature!.y).toBeCloseTo(name!.y + 40 - 5, 0)
  })

  it.each<[string, object, string]>([
    ['a text that does not occur', fieldAtAnchor({ text: 'Landlord' }), 'fields.0.anchor'],
    ['an occurrence that does not exist', fieldAtAnchor({ text: 'Name:', occurrence: 2 }), 'fields.0.anchor'],
    ['a position in addition', fieldAtAnchor({ text: 'Name:' }, { page: 1 }), 'fields.0.anchor'],
    ['the unit percent', fieldAtAnchor({ text: 'Name:' }, { unit: 'percent' }), 'fields.0.unit'],
    ['an offset outside the page', fieldAtAnchor({ text: 'Name:', dx: 600 }), 'fields.0.width'],
    ['an empty text', fieldAtAnchor({ text: '' }), 'fields.0.anchor.text'],
    ['neither an anchor nor a position', { ...box, page: 1, x: 3 }, 'fields.0.y'],
  ])('400 for %s', async (_, field, path) => {
    const errorResponse = await create<ErrorBody>([id], { import_fields: false, fields: [field] as never })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, [path]])
  })

  it('place fields in every route that takes fields: PUT of the fields, new signers, templates', async () => {
    const draft = (await create([id], { import_fields: false })).body.data
    const field = { ...fieldAtAnchor({ text: 'Name:' }), document_id: id }
    const replaceResponse = await call<{ data: ProcessRecord['fields'] }>(fieldsRoute.PUT, {
      method: 'PUT',
      params: { id: draft.id },
      body: { fields: [{ ...field, signer_id: draft.signers[0]!.id }] },
      as: tenant,
    })
    expect([replaceResponse.status, replaceResponse.body.data.length]).toEqual([200, 1])
    const addResponse = await call(signersRoute.POST, {
      method: 'POST',
      params: { id: draft.id },
      body: { name: 'Alan', email: 'alan@example.com', fields: [field] },
      as: tenant,
    })
    expect(addResponse.status).toBe(201)
    const getResponse = await call<{ data: ProcessRecord }>(processRoute.GET, {
      params: { id: draft.id },
      as: tenant,
    })
    expect(new Set(getResponse.body.data.fields.map(({ x, y }) => `${x} ${y}`)).size).toBe(1)
    const createResponse = await call<{ data: TemplateRecord }>(templatesRoute.POST, {
      method: 'POST',
      body: {
        name: 'Lease',
        documents: [{ id }],
        roles: [{ name: 'Tenant' }],
        fields: [{ ...field, role: 'Tenant' }],
      },
      as: tenant,
    })
    expect(createResponse.body.data.fields).toHaveLength(1)
    const updateResponse = await call<{ data: TemplateRecord }>(templateRoute.PATCH, {
      method: 'PATCH',
      params: { id: createResponse.body.data.id },
      body: { fields: [{ ...field, role: 'Tenant', anchor: { text: 'Signature:', occurrence: 2 } }] },
      as: tenant,
    })
    expect(updateResponse.body.data.fields[0]!.y - createResponse.body.data.fields[0]!.y).toBeCloseTo(40, 0)
  })
})
