import { beforeAll, describe, expect, it } from 'vitest'
import { seenFields } from '#lib/pdf/fixtures/render'
import { duplicateProcess } from '#lib/processes/duplicate'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { addOpenedLink, loadFiles, runRevisions, typedSignature } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

type FieldsResponse = { data: Pick<ProcessRecord, 'fields'> }
type ErrorBody = { error: { errors: Record<string, string[]> } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
/** An opened lease: a tenant who has a pet must name it and pay a fee; the year's rent is calculated. */
async function addOpenedLease() {
  const onlyWithPet = { condition: { field: 'Pet', filled: true } }
  const { process, params } = await addOpenedLink(tenant, {
    zones: [
      { type: 'checkbox', label: 'Pet', width: 24, required: false },
      { type: 'text', label: 'Name of the pet', width: 200, ...onlyWithPet },
      {
        type: 'text',
        label: 'House rules',
        width: 200,
        value: 'On a leash',
        read_only: true,
        ...onlyWithPet,
      },
      { type: 'number', label: 'Fee', width: 200, value: '20', ...onlyWithPet },
      { type: 'radio', label: 'Kind', options: ['cat', 'dog'], value: 'cat', ...onlyWithPet },
      { type: 'dropdown', label: 'Size', options: ['small', 'large'], value: 'large', ...onlyWithPet },
      { type: 'checkbox', label: 'Vaccinated', width: 24, value: 'true', ...onlyWithPet },
      { type: 'number', label: 'Rent', width: 200 },
      { type: 'number', label: 'Year', width: 200, formula: '{{Rent}} * 12' },
      { type: 'number', label: 'With pet', width: 200, formula: '({{Rent}} + {{Fee}}) * 12' },
    ],
  })
  const { body } = await call<FieldsResponse>(signingRoute.GET, { params })
  const getId = (label: string) => body.data.fields.find((field) => field.label === label)!.id
  const post = <Body>(values: Record<string, string | boolean>) =>
    call<Body>(signRoute.POST, {
      method: 'POST',
      params,
      body: typedSignature(
        Object.entries(values).map(([label, value]) => ({ field_id: getId(label), value })),
      ),
    })
  const getPosition = (label: string) => body.data.fields.findIndex((field) => field.label === label)
  return { process, post, getPosition, fields: body.data.fields }
}

async function sealedValues(process: ProcessRecord) {
  await runRevisions(tenant, process)
  const { fields } = await getProcess(tenant.ctx, process.id)
  const [file] = await loadFiles(tenant, process.id)
  const drawnFields = await seenFields(file!, 1)
  return {
    stored: Object.fromEntries(fields.flatMap(({ label, value }) => (label ? [[label, value]] : []))),
    texts: drawnFields.map(({ text }) => text.join('')).filter(Boolean),
    chosen: drawnFields
      .map(({ value }) => value)
      .filter((value) => ['cat', 'large', 'Yes'].includes(String(value))),
  }
}

describe('GET /signing/{token}', () => {
  it('200 with the condition and the formula of each field', async () => {
    const { fields } = await addOpenedLease()
    expect(fields.find(({ label }) => label === 'Fee')).toMatchObject({
      condition: { field: 'Pet', filled: true },
      formula: null,
      editable: false,
      layout: {},
    })
    expect(fields.find(({ label }) => label === 'Year')).toMatchObject({
      condition: null,
      formula: '{{Rent}} * 12',
    })
  })
})

describe('POST …/sign', () => {
  it('200 without the values of hidden fields, which stay empty in the sealed file', async () => {
    const { process, post } = await addOpenedLease()
    const { status } = await post({ Rent: '999.99', 'Name of the pet': 'Rex', Fee: 'not even a number' })
    expect(status).toBe(200)
    const { stored, texts, chosen } = await sealedValues(process)
    expect(chosen).toEqual([])
    expect(stored).toEqual({
      Pet: 'false',
      'Name of the pet': null,
      // Read-only: the sender's text, which a copy of the process needs.
      'House rules': 'On a leash',
      Fee: null,
      Kind: null,
      Size: null,
      Vaccinated: null,
      Rent: '999.99',
      Year: '11999.88',
      'With pet': null,
    })
    expect(texts).toContain('11,999.88')
    expect(texts.join(' ')).not.toMatch(/Rex|leash/)
  })

  it('keeps the fixed text of a hidden field for a copy of the process, whose signer may see it', async () => {
    const { process, post } = await addOpenedLease()
    await post({ Rent: '1000' })
    await runRevisions(tenant, process)
    const { fields } = await duplicateProcess(tenant.ctx, process.id)
    const values = Object.fromEntries(fields.map(({ label, value }) => [label, value]))
    expect(values).toMatchObject({ 'House rules': 'On a leash', Fee: null, Rent: null })
  })

  it('200 with the values of fields whose condition holds', async () => {
    const { process, post } = await addOpenedLease()
    expect((await post({ Pet: true, Rent: '1000', 'Name of the pet': 'Rex' })).status).toBe(200)
    const { stored, texts, chosen } = await sealedValues(process)
    expect(chosen).toHaveLength(4)
    expect(stored).toMatchObject({ Pet: 'true', 'House rules': 'On a leash', Fee: '20', 'With pet': '12240' })
    expect(texts).toEqual(expect.arrayContaining(['Rex', 'On a leash', '20', '12,240']))
  })

  it('200 with calculated values of as many decimals as their rules say, stored and drawn', async () => {
    const number = { type: 'number', width: 200 } as const
    const { process, params } = await addOpenedLink(tenant, {
      zones: [
        { ...number, label: 'Amount', value: '1000', read_only: true },
        { ...number, label: 'Third', formula: '{{Amount}} / 3', validation: { max_decimals: 4 } },
        {
          ...number,
          label: 'Whole',
          formula: '{{Third}} * 3',
          validation: { min_decimals: 2, max_decimals: 2 },
        },
      ],
    })
    const body = typedSignature()
    expect((await call(signRoute.POST, { method: 'POST', params, body })).status).toBe(200)
    const { stored, texts } = await sealedValues(process)
    expect(stored).toMatchObject({ Third: '333.3333', Whole: '1000.00' })
    expect(texts).toEqual(expect.arrayContaining(['333.3333', '1000.00']))
  })

  it('400 for an empty required field that is shown, and for a value of a calculated field', async () => {
    const { post, getPosition } = await addOpenedLease()
    const missing = await post<ErrorBody>({ Pet: true, Rent: '1000' })
    expect([missing.status, missing.body.error.errors]).toEqual([
      400,
      { [`fields.${getPosition('Name of the pet')}`]: ['This field is required.'] },
    ])
    const errorResponse = await post<ErrorBody>({ Rent: '1000', Year: '1' })
    expect([errorResponse.status, errorResponse.body.error.errors]).toEqual([
      400,
      { 'values.1.field_id': ['This field is calculated.'] },
    ])
  })
})
