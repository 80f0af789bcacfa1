import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { toForm, toInput } from '#components/processes/form/form-model.ts'
import { templateDataFromProcess } from '#components/templates/template-from-process.ts'
import { describeTemplate, templateDataFromTemplate } from '#components/templates/template-model.ts'
import { templateForm } from '#components/templates/template-rules.ts'
import { toSigners } from '#components/templates/template-use.ts'
import { editorZonesToInput, recordsToInput, templateZones } from '#components/templates/template-zones.ts'
import type { FieldRecord, ProcessRecord, SignerRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'
import en from '#messages/en/dashboard.json'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'templates' })
const processTexts = createTranslator({ locale: 'en', messages: en, namespace: 'processes' })

const options = {
  enable_otp: true,
  enable_notifications: true,
  expires_in_days: 14,
  reminder_days: null,
  locale: 'en',
  message: null,
  redirect_url: null,
  signature_kinds: ['drawn' as const, 'typed' as const],
  allow_delegation: false,
  allow_download_first: true,
  embed_evidence: false,
}
const field = {
  document_id: 7,
  type: 'text' as const,
  page: 1,
  x: 1,
  y: 2,
  width: 30,
  height: 20,
  required: true,
  label: null,
  placeholder: null,
  value: null,
  options: [],
  read_only: false,
  auto: false,
  imported: false,
  validation: { max_length: 20 },
  condition: null,
  formula: null,
  editable: false,
  layout: {},
}
const lease: TemplateRecord = {
  id: 3,
  version: 1,
  name: 'Lease',
  description: null,
  folder_id: null,
  documents: [{ id: 7, name: 'Flat', order: 1, page_count: 1 }],
  roles: [
    {
      name: 'Tenant',
      order: 1,
      type: 'sequential',
      role: 'signer',
      otp: null,
      signature_level: 'simple' as const,
    },
    {
      name: 'Landlord',
      order: 2,
      type: 'sequential',
      role: 'approver',
      otp: null,
      signature_level: 'simple' as const,
    },
    { name: 'HR', order: 2, type: 'sequential', role: 'cc', otp: null, signature_level: 'simple' as const },
  ],
  variables: [],
  fields: [
    { ...field, id: 1, role: 'Landlord' },
    { ...field, id: 2, role: 'Tenant', y: 50 },
  ],
  options,
  usage_count: 0,
  test_mode: false,
  created_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

describe('templateDataFromTemplate', () => {
  const data = templateDataFromTemplate(lease)

  it('turns the roles into signers with their fields', () => {
    expect(data.signers.map(({ id, name, role }) => [id, name, role])).toEqual([
      [1, 'Tenant', 'signer'],
      [2, 'Landlord', 'approver'],
      [3, 'HR', 'cc'],
    ])
    expect(data.fields.map(({ signer_id }) => signer_id)).toEqual([2, 1])
  })

  it('loses nothing on the way back, such as a validation that the editor does not show', () => {
    const fields = editorZonesToInput(templateZones(lease, null), lease)
    expect(fields).toMatchObject([
      { id: 1, role: 'Landlord', y: 2, validation: { max_length: 20 } },
      { id: 2, role: 'Tenant', y: 50 },
    ])
  })

  it('names the fields by their ids in what the form saves, so that they keep them', () => {
    const { signers, documents } = toInput(toForm(data))
    const fields = recordsToInput(data.fields, signers, new Set(documents.map(({ id }) => id)))
    expect(fields.map(({ id, role }) => [id, role])).toEqual([
      [1, 'Landlord'],
      [2, 'Tenant'],
    ])
  })

  it('keeps the order of the roles through the form', () => {
    const { signers } = toInput(toForm(data))
    expect(signers.map(({ name, order }) => [name, order])).toEqual([
      ['Tenant', 1],
      ['Landlord', 2],
      ['HR', 2],
    ])
  })

  it('keeps the fields of a renamed role, and drops those of deleted roles and documents', () => {
    const renamed = [{ id: 1, name: 'Renter', role: 'signer' as const }]
    expect(recordsToInput(data.fields, renamed, new Set([7])).map(({ role }) => role)).toEqual(['Renter'])
    expect(recordsToInput(data.fields, renamed, new Set([8]))).toEqual([])
    expect(recordsToInput(data.fields, [{ id: 1, name: 'Renter', role: 'cc' }], new Set([7]))).toEqual([])
  })
})

describe('templateDataFromProcess', () => {
  const ada = {
    ...templateDataFromTemplate(lease).signers[0]!,
    name: 'Ada',
    email: 'ada@example.com',
  } as SignerRecord
  const filledField: FieldRecord = { ...field, id: 1, signer_id: 1, value: 'mine' }
  const process = {
    name: 'Flat 7',
    options,
    documents: [{ id: 7, name: 'Flat', order: 1, page_count: 2, status: 'completed' }],
    signers: [
      { ...ada, id: 1, status: 'signed' },
      { ...ada, id: 2, name: 'ADA' },
      { ...ada, id: 3, erased_at: '2026-05-01T10:00:00.000Z' },
    ],
    fields: [
      filledField,
      { ...filledField, id: 2, read_only: true },
      { ...filledField, id: 3, signer_id: 2 },
      { ...filledField, id: 4, page: 2 },
      { ...filledField, id: 5, signer_id: 3, read_only: true, value: null },
    ],
  } as ProcessRecord
  const data = templateDataFromProcess(process, [
    { id: 7, name: 'Flat', pages: [{ number: 1, width: 1, height: 1, rotation: 0 }] },
  ])

  it('turns the signers of a process into roles with unique names and without addresses; erased people are left out', () => {
    expect(data.signers.map(({ name, email }) => [name, email])).toEqual([
      ['Ada', ''],
      ['ADA (2)', ''],
    ])
  })

  it('leaves out the values that signers entered, and the fields on signature pages', () => {
    expect(data.fields.map(({ id, value }) => [id, value])).toEqual([
      [1, null],
      [2, 'mine'],
      [3, 'mine'],
    ])
    expect(data.documents[0]?.page_count).toBe(1)
  })
})

describe('templateForm', () => {
  const start = toForm(templateDataFromTemplate(lease))
  const getErrors = (signers: typeof start.signers) =>
    templateForm(t, processTexts)
      .safeParse({ ...start, signers })
      .error?.issues.map(({ path }) => path.join('.')) ?? []

  it('accepts roles without addresses', () => {
    expect(getErrors(start.signers)).toEqual([])
  })

  it('requires unique names and a role that signs', () => {
    const [tenant] = start.signers
    expect(getErrors([tenant!, { ...tenant!, name: 'TENANT ' }])).toEqual(['signers.1.name'])
    expect(getErrors([{ ...tenant!, name: ' ' }])).toEqual(['signers.0.name'])
    expect(getErrors([{ ...tenant!, role: 'cc' }])).toEqual(['signers'])
  })
})

it('summarizes a template and its usage', () => {
  expect(describeTemplate(lease, t)).toBe('1 document · Tenant, Landlord, HR')
  expect(describeTemplate({ documents: [], roles: [] }, t)).toBe('0 documents')
  expect([0, 1, 1200].map((count) => t('usage', { count }))).toEqual([
    'not used yet',
    'used once',
    'used 1,200 times',
  ])
})

it('keeps the people of earlier input for the roles that a template still has', () => {
  const roles = [
    {
      name: 'Landlord',
      order: 1,
      type: 'sequential' as const,
      role: 'signer' as const,
      otp: null,
      signature_level: 'simple' as const,
    },
    {
      name: 'Tenant',
      order: 2,
      type: 'sequential' as const,
      role: 'signer' as const,
      otp: null,
      signature_level: 'simple' as const,
    },
  ]
  const tenant = { role: 'Tenant', name: 'Iris Quist', email: 'iris@example.com' }
  const broker = { role: 'Broker', name: 'Ben Lys', email: 'ben@example.com' }
  expect(toSigners(roles, { signers: [broker, tenant] })).toEqual([
    { role: 'Landlord', name: '', email: '' },
    tenant,
  ])
})
