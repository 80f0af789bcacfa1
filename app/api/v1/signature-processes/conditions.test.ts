import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldRecord, ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'
import { call, type Handler } from '#lib/testing/call'
import { addDocument, addDraft } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import * as duplicate from '../templates/[id]/duplicate/route.ts'
import * as template from '../templates/[id]/route.ts'
import * as use from '../templates/[id]/use/route.ts'
import * as templates from '../templates/route.ts'
import * as fields from './[id]/fields/route.ts'
import * as process from './[id]/route.ts'
import * as send from './[id]/send/route.ts'
import * as processes from './route.ts'

type Errors = Record<string, string[]>
type Answer<Data> = { data: Data; error?: { errors: Errors } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

const box = { page: 1, x: 50, width: 120, height: 24 }
const petField = { ...box, type: 'checkbox', label: 'Pet', y: 20 }
const rentField = { ...box, type: 'number', label: 'Rent', y: 60 }
const feeField = { ...box, type: 'text', label: 'Name', y: 100, condition: { field: 'Pet', filled: true } }
const yearField = { ...box, type: 'number', label: 'Year', y: 140, formula: '{{Rent}} * 12' }
const lease = [petField, rentField, feeField, yearField]

const onDraft = (draft: ProcessRecord, members: object[]) =>
  members.map((field) => ({
    document_id: draft.documents[0]!.id,
    signer_id: draft.signers[0]!.id,
    ...field,
  }))
const change = async (handler: Handler, method: 'POST' | 'PUT', draft: ProcessRecord, members: object[]) => {
  const { status, body } = await call<Answer<FieldRecord[]>>(handler, {
    method,
    params: { id: draft.id },
    body: { fields: onDraft(draft, members) },
    as: tenant,
  })
  return { status, data: body.data, errors: body.error?.errors }
}
const post = (draft: ProcessRecord, members: object[]) => change(fields.POST, 'POST', draft, members)
const logicOf = (records: Pick<FieldRecord, 'label' | 'condition' | 'formula'>[]) =>
  records.map(({ label, condition, formula }) => [label, condition, formula])
const leaseLogic = [
  ['Pet', null, null],
  ['Rent', null, null],
  ['Name', { field: 'Pet', filled: true }, null],
  ['Year', null, '{{Rent}} * 12'],
]

describe('POST …/fields', () => {
  it('200 with the condition and the formula, once for a request that is repeated', async () => {
    const draft = await addDraft(tenant)
    for (let time = 0; time < 2; time++) {
      const { status, data } = await post(draft, lease)
      expect([status, logicOf(data)]).toEqual([200, leaseLogic])
    }
    const { body } = await call<Answer<ProcessRecord>>(process.GET, { params: { id: draft.id }, as: tenant })
    expect(logicOf(body.data.fields)).toEqual(leaseLogic)
  })

  it('200 for a field that refers to one that was there before', async () => {
    const draft = await addDraft(tenant)
    await post(draft, [petField, rentField])
    expect((await post(draft, [feeField, yearField])).status).toBe(200)
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
      [feeField, yearField],
      {
        'fields.0.condition': ['No field of this signer has the label “Pet”.'],
        'fields.1.formula': ['No field of this signer has the label “Rent”.'],
      },
    ],
    [
      'a label of two fields',
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
      'a condition of a signature',
      [petField, { ...feeField, type: 'signature' }],
      { 'fields.1.condition': ['A signature field is always shown: it cannot have a condition.'] },
    ],
    [
      'a formula with what makes no sense with it',
      [rentField, { ...yearField, read_only: true, value: '12', validation: { min: 1 } }],
      {
        'fields.1.read_only': ['A calculated field cannot be changed anyway: leave `read_only` out.'],
        'fields.1.validation': ['A calculated field has no limits.'],
        'fields.1.value': ['Is calculated.'],
      },
    ],
    [
      'a formula of a text',
      [rentField, { ...yearField, type: 'text' }],
      { 'fields.1.formula': ['Only a number can be calculated.'] },
    ],
    [
      'a condition with two comparisons',
      [petField, { ...feeField, condition: { field: 'Pet', filled: true, equals: 'true' } }],
      { 'fields.1.condition': ['Give exactly one of `equals`, `not_equals` and `filled`.'] },
    ],
  ])('400 for %s', async (_what, members, expected) => {
    const { status, errors } = await post(await addDraft(tenant), members)
    expect([status, errors]).toEqual([400, expected])
  })

  it('400 for a label that makes a reference of a stored field ambiguous', async () => {
    const draft = await addDraft(tenant)
    await post(draft, lease)
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
    await post(draft, lease)
    const { status, errors } = await change(fields.PUT, 'PUT', draft, [petField, feeField, yearField])
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['fields.2.formula']])
  })
})

describe('POST /signature-processes', () => {
  const create = async (members: object[], values: object = {}) => {
    const document = await addDocument(tenant)
    return call<Answer<ProcessRecord>>(processes.POST, {
      as: tenant,
      body: {
        name: 'Lease',
        documents: [{ id: document.id }],
        signers: [{ name: 'Ada', email: 'ada@example.com' }],
        fields: members,
        values,
      },
    })
  }

  it('201 with the condition and the formula; 400 for an unknown label, and for a value of a calculated field', async () => {
    const made = await create(lease)
    expect([made.status, logicOf(made.body.data.fields)]).toEqual([201, leaseLogic])
    const unknown = await create([yearField])
    expect([unknown.status, Object.keys(unknown.body.error!.errors)]).toEqual([400, ['fields.0.formula']])
    const preset = await create(lease, { Year: '5' })
    expect([preset.status, preset.body.error!.errors]).toEqual([400, { 'values.Year': ['Is calculated.'] }])
  })
})

describe('POST …/send', () => {
  it('400 when a referenced field was deleted with its document', async () => {
    const [first, second] = [await addDocument(tenant), await addDocument(tenant)]
    const draft = await addDraft(tenant, { documents: [{ id: first.id }, { id: second.id }] })
    await post(draft, [{ ...rentField, document_id: second.id }, yearField])
    const body = { documents: [{ id: first.id }] }
    await call(process.PATCH, { method: 'PATCH', params: { id: draft.id }, as: tenant, body })
    const refused = await call<Answer<never>>(send.POST, {
      method: 'POST',
      params: { id: draft.id },
      as: tenant,
    })
    expect([refused.status, refused.body.error!.errors]).toEqual([
      400,
      { 'fields.0.formula': ['No field of this signer has the label “Rent”.'] },
    ])
  })
})

describe('a template', () => {
  it('keeps conditions and formulas, as do its copies and the processes made from it; 400 for unknown labels', async () => {
    const { id: documentId } = await addDocument(tenant)
    const ofRole = (members: object[]) =>
      members.map((field) => ({ document_id: documentId, role: 'Tenant', ...field }))
    const body = { name: 'Lease', documents: [{ id: documentId }], roles: [{ name: 'Tenant' }] }
    const create = (members: object[]) =>
      call<Answer<TemplateRecord>>(templates.POST, { as: tenant, body: { ...body, fields: ofRole(members) } })
    const made = await create(lease)
    expect([made.status, logicOf(made.body.data.fields)]).toEqual([201, leaseLogic])
    const at = { params: { id: made.body.data.id }, as: tenant }
    const copy = await call<Answer<TemplateRecord>>(duplicate.POST, { method: 'POST', ...at })
    expect(logicOf(copy.body.data.fields)).toEqual(leaseLogic)
    const people = { signers: { Tenant: { name: 'Ada', email: 'ada@example.com' } } }
    const used = await call<Answer<ProcessRecord>>(use.POST, { ...at, body: people })
    expect(logicOf(used.body.data.fields)).toEqual(leaseLogic)

    const refused = await create([feeField])
    expect([refused.status, Object.keys(refused.body.error!.errors)]).toEqual([400, ['fields.0.condition']])
    const patch = { method: 'PATCH' as const, ...at, body: { fields: ofRole([yearField]) } }
    const changed = await call<Answer<never>>(template.PATCH, patch)
    expect([changed.status, Object.keys(changed.body.error!.errors)]).toEqual([400, ['fields.0.formula']])
  })
})
