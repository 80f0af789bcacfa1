import { beforeAll, describe, expect, it } from 'vitest'
import { fieldTypes } from '#lib/pdf/zones'
import type { FieldRecord, ProcessRecord } from '#lib/processes/schema'
import { addDocument, addDraft, addSent } from '#lib/testing/records/records'
import { loadEvents } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeSchemaValidator } from '#lib/testing/service/json-schema'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { reference } from '../reference.ts'
import * as fieldsRoute from './[id]/fields/route.ts'
import * as processRoute from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'

type FieldsResponse = { data: FieldRecord[] }

let tenant: TestTenant
let foreignProcess: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignProcess = await addDraft(await makeTenant())
})
const recordOfOtherTenant = async () => ({ id: foreignProcess.id })

itIsGuarded('/signature-processes/{id}/fields', fieldsRoute, {
  idsOfOtherTenant: recordOfOtherTenant,
  bodyByMethod: { POST: { fields: [] }, PUT: { fields: [] } },
})

const getField = (draft: ProcessRecord, members: object = {}) => ({
  document_id: draft.documents[0]!.id,
  signer_id: draft.signers[0]!.id,
  type: 'signature',
  page: 1,
  x: 50,
  y: 60,
  width: 120,
  height: 30,
  required: true,
  ...members,
})
const post = <B = FieldsResponse>({ id }: ProcessRecord, body: unknown) =>
  call<B>(fieldsRoute.POST, { params: { id }, body, as: tenant })
const put = (process: ProcessRecord, body: unknown, ifMatch?: string) =>
  call<FieldsResponse & { error: { code: string } }>(fieldsRoute.PUT, {
    method: 'PUT',
    params: { id: process.id },
    body,
    as: tenant,
    headers: ifMatch ? { 'if-match': ifMatch } : {},
  })

describe('POST …/fields', () => {
  it('200 with all fields, and the default of each member that was not sent', async () => {
    const draft = await addDraft(tenant)
    await post(draft, { fields: [getField(draft)] })
    const dropdown = {
      type: 'dropdown',
      page: 1,
      required: false,
      label: 'Colour',
      placeholder: 'Choose',
      value: 'red',
      options: ['red', 'blue'],
      validation: { min_length: 1 },
    }
    const { status, body } = await post(draft, { fields: [getField(draft, { ...dropdown, y: 200 })] })
    expect(status).toBe(200)
    const { document_id, signer_id } = getField(draft)
    const box = { document_id, signer_id, page: 1, x: 50, width: 120, height: 30 }
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        ...box,
        type: 'signature',
        y: 60,
        required: true,
        label: null,
        placeholder: null,
        value: null,
        options: [],
        read_only: false,
        auto: false,
        imported: false,
        condition: null,
        formula: null,
        editable: false,
        layout: {},
        validation: {},
      },
      {
        id: expect.any(Number),
        ...box,
        ...dropdown,
        y: 200,
        read_only: false,
        auto: false,
        imported: false,
        condition: null,
        formula: null,
        editable: false,
        layout: {},
        validation: { min_length: 1 },
      },
    ])
  })

  it('200 with a layout, valid by the schema of the document', async () => {
    const draft = await addDraft(tenant)
    const place = { page: 1, dx: 0, dy: 40, width: 120, height: 30 }
    const layout = { align: 'right', font_size: 9, color: '#1f5f4a', widgets: [place] }
    const { body } = await post(draft, { fields: [getField(draft, { type: 'text', y: 200, layout })] })
    expect(body.data[0]!.layout).toEqual(layout)
    const path = ['paths', '/api/v1/signature-processes/{id}/fields', 'post', 'responses', '200']
    const findErrors = makeSchemaValidator(await reference())
    expect(findErrors([...path, 'content', 'application/json', 'schema'], body)).toEqual([])
  })

  it('200 without duplicates for repeated and concurrent requests', async () => {
    const draft = await addDraft(tenant)
    const body = { fields: [getField(draft), getField(draft), getField(draft, { page: 1, y: 300 })] }
    await Promise.all(Array.from({ length: 5 }, () => post(draft, body)))
    const { data } = (await post(draft, body)).body
    expect(data.map(({ y }) => y).sort()).toEqual([300, 60])
  })

  it('200 for every type', async () => {
    const draft = await addDraft(tenant)
    const inputs = fieldTypes.map((type, index) =>
      getField(draft, {
        type,
        y: 40 * index,
        options: ['radio', 'dropdown'].includes(type) ? ['a', 'b'] : [],
      }),
    )
    const { data } = (await post(draft, { fields: inputs })).body
    expect(data.map(({ type }) => type)).toEqual([...fieldTypes])
  })

  it('200 for a field in percent of the page as displayed', async () => {
    const document = await addDocument(tenant, { pages: [{ mediaBox: [0, 0, 400, 200], rotate: 90 }] })
    const draft = await addDraft(tenant, { documents: [{ id: document.id }] })
    const half = { unit: 'percent', x: 50, y: 50, width: 50, height: 50 }
    const { data } = (await post(draft, { fields: [getField(draft, half)] })).body
    expect(data[0]).toMatchObject({ x: 100, y: 200, width: 100, height: 200 })
  })

  it('400 with all errors at once, and nothing is added', async () => {
    const draft = await addDraft(tenant)
    const errorResponse = await call(fieldsRoute.POST, {
      params: { id: draft.id },
      as: tenant,
      body: {
        fields: [
          getField(draft),
          getField(draft, { page: 2 }),
          getField(draft, { x: 600 }),
          getField(draft, {
            document_id: foreignProcess.documents[0]!.id,
            signer_id: foreignProcess.signers[0]!.id,
          }),
        ],
      },
    })
    expect(errorResponse.status).toBe(400)
    expect(Object.keys(errorResponse.body.error.errors)).toEqual([
      'fields.1.page',
      'fields.2.width',
      'fields.3.document_id',
      'fields.3.signer_id',
    ])
    const listed = await call<FieldsResponse>(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })
    expect(listed.body.data).toEqual([])
  })

  it.each<[{ fields?: string | object[] }, string]>([
    [{}, 'fields'],
    [{ fields: 'many' }, 'fields'],
    [{ fields: [{ type: 'stamp' }] }, 'fields.0.type'],
    [{ fields: [{ x: '50' }] }, 'fields.0.x'],
    [{ fields: [{ width: 0 }] }, 'fields.0.width'],
    [{ fields: [{ page: 0 }] }, 'fields.0.page'],
    [{ fields: [{ validation: { pattern: '(' } }] }, 'fields.0.validation.pattern'],
  ])('400 for %j', async (body, path) => {
    const draft = await addDraft(tenant)
    const input = Array.isArray(body.fields)
      ? { fields: body.fields.map((members) => getField(draft, members)) }
      : body
    const errorResponse = await call(fieldsRoute.POST, { params: { id: draft.id }, as: tenant, body: input })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, [path]])
  })

  it('200 up to the limit of fields, 400 beyond', async () => {
    const draft = await addDraft(tenant)
    const fields = Array.from({ length: 5000 }, (_, index) => getField(draft, { x: index / 100 }))
    expect((await post(draft, { fields })).body.data).toHaveLength(5000)
    expect((await post(draft, { fields: [getField(draft, { y: 500 })] })).status).toBe(400)
  })

  it('400 for patterns that cannot be matched in linear time, and for too many different ones', async () => {
    const draft = await addDraft(tenant)
    const patternField = (pattern: string, x = 0) =>
      getField(draft, { x, type: 'text', validation: { pattern } })
    const errorResponse = await call(fieldsRoute.POST, {
      params: { id: draft.id },
      as: tenant,
      body: {
        fields: [
          patternField('[A-Z]+'),
          patternField('(a)\\1'),
          patternField('('),
          getField(draft, { page: 2 }),
        ],
      },
    })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors).sort()]).toEqual([
      400,
      ['fields.1.validation.pattern', 'fields.2.validation.pattern', 'fields.3.page'],
    ])
    const fields = Array.from({ length: 500 }, (_, index) => patternField(`${index}`, index / 100))
    expect((await post(draft, { fields })).status).toBe(200)
    expect((await post(draft, { fields: [patternField('499', 100)] })).status).toBe(200)
    expect((await post(draft, { fields: [patternField('500')] })).status).toBe(400)
  })

  it('409 after sending', async () => {
    const sentProcess = await addSent(tenant)
    for (const [method, handler] of [
      ['POST', fieldsRoute.POST],
      ['PUT', fieldsRoute.PUT],
    ] as const) {
      const errorResponse = await call(handler, {
        method,
        params: { id: sentProcess.id },
        body: { fields: [getField(sentProcess)] },
        as: tenant,
      })
      expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'sent'])
    }
  })
})

describe('PUT …/fields', () => {
  it('200 replaces all fields', async () => {
    const draft = await addDraft(tenant)
    await post(draft, { fields: [getField(draft), getField(draft, { y: 300 })] })
    const { status, body } = await put(draft, { fields: [getField(draft, { y: 400 })] })
    expect([status, body.data.map(({ y }) => y)]).toEqual([200, [400]])
    expect((await put(draft, { fields: [] })).body.data).toEqual([])
  })

  it('412 for an outdated version, and nothing is replaced', async () => {
    const draft = await addDraft(tenant)
    const initial = await call<FieldsResponse>(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })
    const version = initial.headers.get('etag')!
    const firstPut = await put(draft, { fields: [getField(draft)] }, version)
    expect([firstPut.status, firstPut.headers.get('etag')]).toEqual([200, '"1"'])

    const secondPut = await put(draft, { fields: [] }, version)
    expect([secondPut.status, secondPut.body.error.code]).toEqual([412, 'precondition_failed'])
    const latest = await call<FieldsResponse>(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })
    expect(latest.body.data).toHaveLength(1)
    expect(latest.headers.get('etag')).toBe(firstPut.headers.get('etag'))
    expect((await put(draft, { fields: [] }, latest.headers.get('etag')!)).status).toBe(200)
  })

  it('412 for all but one of several concurrent changes of the same version', async () => {
    const draft = await addDraft(tenant)
    const { headers } = await call<FieldsResponse>(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })
    const changes = [10, 20, 30].map((y) =>
      put(draft, { fields: [getField(draft, { y })] }, headers.get('etag')!),
    )
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412, 412])
  })
})

describe('the ids of fields', () => {
  const draftWith = async (...members: object[]) => {
    const draft = await addDraft(tenant)
    const { body } = await put(draft, { fields: members.map((part) => getField(draft, part)) })
    return { draft, fields: body.data }
  }

  it('stay through ten saves of the records as they were read', async () => {
    const { draft, fields } = await draftWith({ y: 60 }, { y: 160, label: 'Second' })
    let saved = fields
    for (let round = 1; round <= 10; round++) {
      const moved = saved.map((field) => ({ ...field, x: field.x + 1 }))
      saved = (await put(draft, { fields: moved })).body.data
    }
    expect(saved.map(({ id, x }) => [id, x])).toEqual(fields.map(({ id, x }) => [id, x + 10]))
  })

  it('change one field, add one without id and remove an absent one', async () => {
    const { draft, fields } = await draftWith({ y: 60 }, { y: 160 }, { y: 260 })
    const [first, second] = fields
    const { body } = await put(draft, {
      fields: [{ ...second, width: 200 }, first, getField(draft, { y: 360 })],
    })
    expect(body.data.map(({ id, y, width }) => [id === first!.id, id === second!.id, y, width])).toEqual([
      [true, false, 60, 120],
      [false, true, 160, 200],
      [false, false, 360, 120],
    ])
  })

  it('stay for equal fields without ids, and nothing is recorded when nothing changes', async () => {
    const { draft, fields } = await draftWith({ y: 60 }, { y: 160 })
    const countChanges = async () =>
      (await loadEvents(tenant, draft.id)).filter(({ type }) => type === 'process.fields_changed').length
    const before = await countChanges()
    const again = fields.map(({ id: _, ...field }) => field)
    expect((await put(draft, { fields: again })).body.data.map(({ id }) => id)).toEqual(
      fields.map(({ id }) => id),
    )
    expect(await countChanges()).toBe(before)
  })

  it('400 for an id of another process, and for one that appears twice', async () => {
    const { draft, fields } = await draftWith({ y: 60 })
    const { fields: foreign } = await draftWith({ y: 60 })
    const [field] = fields
    const { status, body } = await put(draft, { fields: [field, { ...field, id: foreign[0]!.id }, field] })
    expect([status, body.error]).toMatchObject([
      400,
      {
        errors: {
          'fields.1.id': [`The field ${foreign[0]!.id} is not in this process.`],
          'fields.2.id': [`The field ${field!.id} appears twice.`],
        },
      },
    ])
    expect((await put(draft, { fields })).body.data).toEqual(fields)
  })
})

describe('a draft that was changed since it was shown', () => {
  it('412: it is not sent; it is once the sender has seen the change', async () => {
    const draft = await addDraft(tenant)
    const getShown = async () => {
      const fields = await call(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })
      const process = await call(processRoute.GET, { params: { id: draft.id }, as: tenant })
      return { process: process.headers.get('etag'), fields: fields.headers.get('etag') }
    }
    const sendShown = async (shown: object) =>
      (await call(sendRoute.POST, { method: 'POST', params: { id: draft.id }, body: { shown }, as: tenant }))
        .status
    const first = await getShown()
    await put(draft, { fields: [getField(draft)] })
    expect(await sendShown(first)).toBe(412)
    const second = await getShown()
    expect(await sendShown({ ...second, process: '"earlier"' })).toBe(412)
    expect(await sendShown(second)).toBe(200)
  })
})

describe('GET …/fields', () => {
  it('200', async () => {
    const draft = await addDraft(tenant)
    const { data } = (await post(draft, { fields: [getField(draft)] })).body
    const listed = await call<FieldsResponse>(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })
    expect([listed.status, listed.body]).toEqual([200, { data }])
  })
})

describe('the version of fields with a layout', () => {
  it('is that of the stored fields after they were saved', async () => {
    const draft = await addDraft(tenant)
    const widget = { page: 1, dx: 40, dy: 0, width: 14, height: 14 }
    const layout = {
      widgets: [
        { ...widget, option: 'Yes' },
        { ...widget, dx: 0, option: 'No' },
      ],
      squares: true,
    }
    const choice = getField(draft, { type: 'radio', options: ['Yes', 'No'], layout })
    const saved = await put(draft, { fields: [choice] })
    expect(saved.body.data[0]!.layout).toEqual(layout)
    const again = await put(draft, { fields: [choice] }, saved.headers.get('etag')!)
    expect([again.status, again.body.data.length]).toEqual([200, 1])
  })
})
