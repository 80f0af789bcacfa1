import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldRecord, ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'
import { addDocument, addDraft } from '#lib/testing/records/records'
import { call, type Handler } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as duplicateRoute from '../templates/[id]/duplicate/route.ts'
import * as templateRoute from '../templates/[id]/route.ts'
import * as useRoute from '../templates/[id]/use/route.ts'
import * as templatesRoute from '../templates/route.ts'
import * as fieldsRoute from './[id]/fields/route.ts'
import * as processRoute from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'
import * as processesRoute from './route.ts'

type Errors = Record<string, string[]>
type Response<Data> = { data: Data; error?: { errors: Errors } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

const box = { page: 1, x: 50, width: 120, height: 24 }
const petField = { ...box, type: 'checkbox', label: 'Pet', y: 20 }
const rentField = { ...box, type: 'number', label: 'Rent', y: 60 }
const nameField = { ...box, type: 'text', label: 'Name', y: 100, condition: { field: 'Pet', filled: true } }
const yearField = { ...box, type: 'number', label: 'Year', y: 140, formula: '{{Rent}} * 12' }
const leaseFields = [petField, rentField, nameField, yearField]

const withDraftIds = (draft: ProcessRecord, fields: object[]) =>
  fields.map((field) => ({
    document_id: draft.documents[0]!.id,
    signer_id: draft.signers[0]!.id,
    ...field,
  }))
const writeFields = async (
  handler: Handler,
  method: 'POST' | 'PUT',
  draft: ProcessRecord,
  fields: object[],
) => {
  const { status, body } = await call<Response<FieldRecord[]>>(handler, {
    method,
    params: { id: draft.id },
    body: { fields: withDraftIds(draft, fields) },
    as: tenant,
  })
  return { status, data: body.data, errors: body.error?.errors }
}
const post = (draft: ProcessRecord, fields: object[]) => writeFields(fieldsRoute.POST, 'POST', draft, fields)
const getLogic = (records: Pick<FieldRecord, 'label' | 'condition' | 'formula'>[]) =>
  records.map(({ label, condition, formula }) => [label, condition, formula])
const leaseLogic = [
  ['Pet', null, null],
  ['Rent', null, null],
  ['Name', { field: 'Pet', filled: true }, null],
  ['Year', null, '{{Rent}} * 12'],
]

describe('POST …/fields', () => {
  it('200 with conditions and formulas, added once when the request is repeated', async () => {
    const draft = await addDraft(tenant)
    for (let time = 0; time < 2; time++) {
      const { status, data } = await post(draft, leaseFields)
      expect([status, getLogic(data)]).toEqual([200, leaseLogic])
    }
    const { body } = await call<Response<ProcessRecord>>(processRoute.GET, {
      params: { id: draft.id },
      as: tenant,
    })
    expect(getLogic(body.data.fields)).toEqual(leaseLogic)
  })

  it('200 for fields that refer to existing ones', async () => {
    const draft = await addDraft(tenant)
    await post(draft, [petField, rentField])
    expect((await post(draft, [nameField, yearField])).status).toBe(200)
  })

  it.each<[string, object[], Errors]>([
    [
      'a formula that is not understood, with all other errors',
      [
        { ...yearField, formula: '{{Rent}} *' },
        { ...rentField, page: 9 },
      ],
      {
        'fields.0.formula': ['A number or label is missing at the end.'],
        'fields.1.page': ['Page 9 does not exist: the document has 1.'],
      },
    ],
    [
      'unknown labels',
      [nameField, yearField],
      {
        'fields.0.condition': ['No field of this signer has the label “Pet”.'],
        'fields.1.formula': ['No field of this signer has the label “Rent”.'],
      },
    ],
    [
      'a label that two fields have',
      [rentField, { ...rentField, y: 200 }, yearField],
      { 'fields.2.formula': ['2 fields of this signer have the label “Rent”: give them different labels.'] },
    ],
    [
      'fields that refer to each other',
      [{ ...rentField, condition: { field: 'Year', not_equals: '0' } }, yearField],
      {
        'fields.0.condition': ['Refers to its own field, directly or through other fields.'],
        'fields.1.formula': ['Refers to its own field, directly or through other fields.'],
      },
    ],
    [
      'a condition of a signature field',
      [petField, { ...nameField, type: 'signature' }],
      { 'fields.1.condition': ['A signature field is always shown: it cannot have a condition.'] },
    ],
    [
      'a formula beside members that it rules out',
      [rentField, { ...yearField, read_only: true, value: '12', validation: { min: 1 } }],
      {
        'fields.1.read_only': ['A calculated field cannot be changed anyway: leave `read_only` out.'],
        'fields.1.validation': ['A calculated field has no limits.'],
        'fields.1.value': ['Is calculated.'],
      },
    ],
    [
      'a formula of a text field',
      [rentField, { ...yearField, type: 'text' }],
      { 'fields.1.formula': ['Only a number can be calculated.'] },
    ],
    [
      'a condition with two comparisons',
      [petField, { ...nameField, condition: { field: 'Pet', filled: true, equals: 'true' } }],
      { 'fields.1.condition': ['Give exactly one of `equals`, `not_equals` and `filled`.'] },
    ],
  ])('400 for %s', async (_what, fields, expected) => {
    const { status, errors } = await post(await addDraft(tenant), fields)
    expect([status, errors]).toEqual([400, expected])
  })

  it('400 for a label that makes a reference of a stored field ambiguous', async () => {
    const draft = await addDraft(tenant)
    await post(draft, leaseFields)
    const { status, errors } = await post(draft, [{ ...rentField, y: 300 }])
    expect([status, errors]).toEqual([
      400,
      {
        fields: [
          'The formula of the stored field “Year”: 2 fields of this signer have the label “Rent”: give them different labels.',
        ],
      },
    ])
  })
})

describe('PUT …/fields', () => {
  it('400 when a referenced field no longer exists', async () => {
    const draft = await addDraft(tenant)
    await post(draft, leaseFields)
    const { status, errors } = await writeFields(fieldsRoute.PUT, 'PUT', draft, [
      petField,
      nameField,
      yearField,
    ])
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['fields.2.formula']])
  })
})

describe('POST /signature-processes', () => {
  const create = async (fields: object[], values: object = {}) => {
    const document = await addDocument(tenant)
    return call<Response<ProcessRecord>>(processesRoute.POST, {
      as: tenant,
      body: {
        name: 'Lease',
        documents: [{ id: document.id }],
        signers: [{ name: 'Ada', email: 'ada@example.com' }],
        fields,
        values,
      },
    })
  }

  it('201 with the condition and the formula; 400 for an unknown label, and for a value of a calculated field', async () => {
    const createResponse = await create(leaseFields)
    expect([createResponse.status, getLogic(createResponse.body.data.fields)]).toEqual([201, leaseLogic])
    const unknown = await create([yearField])
    expect([unknown.status, Object.keys(unknown.body.error!.errors)]).toEqual([400, ['fields.0.formula']])
    const preset = await create(leaseFields, { Year: '5' })
    expect([preset.status, preset.body.error!.errors]).toEqual([400, { 'values.Year': ['Is calculated.'] }])
  })
})

describe('POST …/send', () => {
  it('400 when a referenced field was deleted with its document', async () => {
    const [first, second] = [await addDocument(tenant), await addDocument(tenant)]
    const draft = await addDraft(tenant, { documents: [{ id: first.id }, { id: second.id }] })
    await post(draft, [{ ...rentField, document_id: second.id }, yearField])
    const body = { documents: [{ id: first.id }] }
    await call(processRoute.PATCH, { method: 'PATCH', params: { id: draft.id }, as: tenant, body })
    const errorResponse = await call<Response<never>>(sendRoute.POST, {
      method: 'POST',
      params: { id: draft.id },
      as: tenant,
    })
    expect([errorResponse.status, errorResponse.body.error!.errors]).toEqual([
      400,
      { 'fields.0.formula': ['No field of this signer has the label “Rent”.'] },
    ])
  })
})

describe('a template', () => {
  it('passes conditions and formulas to its copies and processes; 400 for unknown labels', async () => {
    const { id: documentId } = await addDocument(tenant)
    const withRole = (fields: object[]) =>
      fields.map((field) => ({ document_id: documentId, role: 'Tenant', ...field }))
    const body = { name: 'Lease', documents: [{ id: documentId }], roles: [{ name: 'Tenant' }] }
    const create = (fields: object[]) =>
      call<Response<TemplateRecord>>(templatesRoute.POST, {
        as: tenant,
        body: { ...body, fields: withRole(fields) },
      })
    const createResponse = await create(leaseFields)
    expect([createResponse.status, getLogic(createResponse.body.data.fields)]).toEqual([201, leaseLogic])
    const templateCall = { params: { id: createResponse.body.data.id }, as: tenant }
    const copy = await call<Response<TemplateRecord>>(duplicateRoute.POST, {
      method: 'POST',
      ...templateCall,
    })
    expect(getLogic(copy.body.data.fields)).toEqual(leaseLogic)
    const signersByRole = { signers: { Tenant: { name: 'Ada', email: 'ada@example.com' } } }
    const processFromTemplate = await call<Response<ProcessRecord>>(useRoute.POST, {
      ...templateCall,
      body: signersByRole,
    })
    expect(getLogic(processFromTemplate.body.data.fields)).toEqual(leaseLogic)

    const errorResponse = await create([nameField])
    expect([errorResponse.status, Object.keys(errorResponse.body.error!.errors)]).toEqual([
      400,
      ['fields.0.condition'],
    ])
    const changedRequest = {
      method: 'PATCH' as const,
      ...templateCall,
      body: { fields: withRole([yearField]) },
    }
    const updateResponse = await call<Response<never>>(templateRoute.PATCH, changedRequest)
    expect([updateResponse.status, Object.keys(updateResponse.body.error!.errors)]).toEqual([
      400,
      ['fields.0.formula'],
    ])
  })
})
