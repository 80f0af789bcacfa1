import { beforeAll, describe, expect, it } from 'vitest'
import type { TemplateRecord } from '#lib/templates/schema'
import { addDocument } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as route from './import/route.ts'

type ErrorBody = { error: { code: string; errors: Record<string, string[]> } }

let tenant: TestTenant
let documentIds: { id: number }[]
beforeAll(async () => {
  tenant = await makeTenant()
  const page = { mediaBox: [0, 0, 600, 800] }
  documentIds = [
    { id: (await addDocument(tenant, { pages: [page, { mediaBox: [0, 0, 500, 400] }] })).id },
    { id: (await addDocument(tenant, { pages: [page] })).id },
  ]
})

itIsGuarded('/templates/import', route)

const post = <B = { data: TemplateRecord }>(body: object) =>
  call<B>(route.POST, { method: 'POST', body, as: tenant })
const area = (overrides: object = {}) => ({
  x: 0.1,
  y: 0.5,
  w: 0.2,
  h: 0.05,
  page: 0,
  attachment_uuid: 'a',
  ...overrides,
})

/** A template as DocuSeal's API returns it, with members that the import ignores. */
const docuseal = (fields: object[], overrides: object = {}) => ({
  format: 'docuseal',
  documents: documentIds,
  template: {
    id: 1,
    slug: 'x',
    name: 'Lease',
    submitters: [
      { name: 'Tenant', uuid: 's1' },
      { name: 'Landlord', uuid: 's2' },
    ],
    schema: [
      { attachment_uuid: 'a', name: 'lease' },
      { attachment_uuid: 'b', name: 'rules' },
    ],
    documents: [{ uuid: 'a', url: 'https://example.com/a.pdf' }],
    fields: fields.map((field) => ({
      uuid: 'f',
      submitter_uuid: 's1',
      type: 'text',
      areas: [area()],
      ...field,
    })),
    ...overrides,
  },
})

describe('from DocuSeal', () => {
  it('201 with roles, fields and positions', async () => {
    const { status, headers, body } = await post(
      docuseal([
        { name: 'Signature', type: 'signature', required: true },
        {
          name: 'rent',
          title: 'Rent',
          type: 'number',
          required: false,
          default_value: 1200,
          submitter_uuid: 's2',
        },
        { name: 'Plan', type: 'select', options: [{ value: 'A', uuid: '1' }, { value: 'B' }] },
        { name: 'Pets', type: 'checkbox', areas: [area({ page: 1 }), area({ attachment_uuid: 'b' })] },
        { name: 'Start', type: 'date', areas: [area(), area({ x: 0.5, page: 1, w: 0.3 })] },
        { name: 'Initials', type: 'initials', areas: [area(), area({ page: 1 })] },
        {
          name: 'Floor',
          type: 'radio',
          options: [
            { value: '1', uuid: 'o1' },
            { value: '2', uuid: 'o2' },
          ],
          areas: [area({ option_uuid: 'o2' }), area({ y: 0.6, option_uuid: 'o1' })],
        },
        {
          name: 'Garden',
          type: 'radio',
          options: [{ value: '1' }, { value: '2' }],
          areas: [area({ x: 0.1, option_uuid: 'o1' }), area({ x: 0.4, y: 0.6, option_uuid: 'o2' })],
        },
      ]),
    )
    expect(status).toBe(201)
    expect(headers.get('location')).toContain('/templates/')
    const { data } = body
    expect(data.roles.map(({ name, order }) => [name, order])).toEqual([
      ['Tenant', 1],
      ['Landlord', 2],
    ])
    expect(data.fields).toMatchObject([
      {
        type: 'signature',
        label: 'Signature',
        page: 1,
        x: 60,
        y: 400,
        width: 120,
        height: 40,
        role: 'Tenant',
      },
      { type: 'number', label: 'Rent', value: '1200', required: false, role: 'Landlord' },
      { type: 'dropdown', options: ['A', 'B'] },
      { type: 'checkbox', page: 2, document_id: documentIds[0]!.id },
      { type: 'checkbox', page: 1, document_id: documentIds[1]!.id },
      {
        ...{ type: 'date', page: 1, x: 60, y: 400, width: 120 },
        layout: { widgets: [{ page: 2, dx: 190, dy: -200, width: 150, height: 20 }] },
      },
      { type: 'initials', page: 1, layout: {} },
      { type: 'initials', page: 2, layout: {} },
      {
        ...{ type: 'radio', options: ['1', '2'], x: 60, y: 400, width: 120, height: 120 },
        layout: {
          widgets: [
            { page: 1, dx: 0, dy: 0, width: 120, height: 40, option: '2' },
            { page: 1, dx: 0, dy: 80, width: 120, height: 40, option: '1' },
          ],
        },
      },
      { type: 'radio', options: ['1', '2'], x: 60, y: 400, width: 300, height: 120, layout: {} },
    ])
  })

  it('201 with dates: any day, within limits, and the day of signing', async () => {
    const { status, body } = await post(
      docuseal([
        { name: 'Birth date', type: 'date' },
        { name: 'Start', type: 'date', validation: { max: '2030-01-01' } },
        { name: 'Signed', type: 'date', readonly: true, default_value: '{{date}}' },
      ]),
    )
    expect([status, body.data.fields]).toMatchObject([
      201,
      [
        { auto: false, value: null, validation: { min_date: '1900-01-01' } },
        { auto: false, value: null, validation: { max_date: '2030-01-01' } },
        { auto: true, read_only: false, value: null, validation: {} },
      ],
    ])
  })

  it('400 for unsupported fields, by their path', async () => {
    const { status, body } = await post<ErrorBody>(
      docuseal([
        { name: 'Card', type: 'payment' },
        { submitter_uuid: 's9' },
        { name: 'Plan', type: 'radio', options: [{ value: 'A' }], areas: [] },
        { name: 'Passport', type: 'file', areas: null },
        { name: 'Company', conditions: [{ field_uuid: 'f', action: 'not_empty' }] },
        { name: 'Total', type: 'number', preferences: { formula: '{{a}} + {{b}}', align: 'left' } },
        { name: 'Rooms', type: 'number', validation: { min: 1, step: 1 } },
        { name: 'Rent', type: 'number', preferences: { format: 'usd' } },
        { name: 'Month', type: 'date', preferences: { format: 'MM/YYYY' } },
        { name: 'Time', type: 'date', preferences: { format: 'DD/MM/YYYY HH:mm' } },
        { name: 'Signature', type: 'signature', preferences: { format: 'drawn' } },
      ]),
    )
    expect([status, Object.keys(body.error.errors)]).toEqual([
      400,
      [
        'template.fields.0.type',
        'template.fields.1.submitter_uuid',
        'template.fields.2.areas',
        'template.fields.3.areas',
        'template.fields.4.conditions',
        'template.fields.5.preferences.formula',
        'template.fields.6.validation.step',
        'template.fields.7.preferences.format',
        'template.fields.8.preferences.format',
        'template.fields.9.preferences.format',
        'template.fields.10.preferences.format',
      ],
    ])
  })

  it('201 with the order, the codes and the address of the template, 400 for codes by telephone', async () => {
    const importWith = <B>(preferences: object) => {
      const { template, ...request } = docuseal([
        { type: 'signature', preferences: { format: 'drawn_or_typed' } },
      ])
      return post<B>({ ...request, template: { ...template, preferences } })
    }
    const preferences = {
      submitters_order: 'random',
      completed_redirect_url: 'https://example.com/done',
      require_email_2fa: true,
      request_email_subject: 'Please sign',
    }
    const { body } = await importWith<{ data: TemplateRecord }>(preferences)
    expect(body.data.options).toMatchObject({ redirect_url: 'https://example.com/done', enable_otp: true })
    expect(body.data.roles.map(({ type }) => type)).toEqual(['parallel', 'parallel'])
    const refused = await importWith<ErrorBody>({ require_phone_2fa: true })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([
      400,
      ['template.preferences.require_phone_2fa'],
    ])
    const invalid = await importWith<ErrorBody>({ completed_redirect_url: 'javascript:alert(1)' })
    expect([invalid.status, Object.keys(invalid.body.error.errors)]).toEqual([
      400,
      ['template.preferences.completed_redirect_url'],
    ])
  })

  it('400 for another number of documents, and for a page that does not exist', async () => {
    const oneDocument = await post<ErrorBody>({ ...docuseal([]), documents: documentIds.slice(1) })
    expect([oneDocument.status, Object.keys(oneDocument.body.error.errors)]).toEqual([400, ['documents']])
    const wrongPage = await post<ErrorBody>(docuseal([{ areas: [area({ page: 7 })] }]))
    expect([wrongPage.status, Object.keys(wrongPage.body.error.errors)]).toEqual([
      400,
      ['template.fields.0.areas.0.page'],
    ])
  })

  it('201 with people who sign at once, by their order', async () => {
    const submitters = [
      { name: 'Tenant A', uuid: 's1', order: 0, email: '', is_requester: false, linked_to_uuid: null },
      { name: 'Tenant B', uuid: 's2', order: 0 },
      { name: 'Landlord', uuid: 's3', order: 1 },
      { name: 'Witness', uuid: 's4' },
    ]
    const { status, body } = await post(docuseal([], { submitters }))
    expect([status, body.data.roles.map(({ name, order, type }) => [name, order, type])]).toEqual([
      201,
      [
        ['Tenant A', 1, 'sequential'],
        ['Tenant B', 1, 'sequential'],
        ['Landlord', 2, 'sequential'],
        ['Witness', 4, 'sequential'],
      ],
    ])
  })

  it('400 for what decides who a person is, whether there is one, and which documents there are', async () => {
    const submitters = [
      { name: 'Tenant', uuid: 's1', is_requester: true },
      { name: 'Landlord', uuid: 's2', email: 'boss@example.com' },
      { name: 'Witness', uuid: 's3', optional_invite_by_uuid: 's1' },
      { name: 'Guarantor', uuid: 's4', invite_by_uuid: 's1' },
      { name: 'Tenant again', uuid: 's5', linked_to_uuid: 's1' },
      { name: 'Agent', uuid: 's6', invite_via_field_uuid: 'f' },
    ]
    const schema = [
      { attachment_uuid: 'a', conditions: [] },
      { attachment_uuid: 'b', conditions: [{ field_uuid: 'f', action: 'checked' }] },
    ]
    const { status, body } = await post<ErrorBody>(docuseal([], { submitters, schema }))
    expect([status, Object.keys(body.error.errors)]).toEqual([
      400,
      [
        'template.submitters.0.is_requester',
        'template.submitters.1.email',
        'template.submitters.2.optional_invite_by_uuid',
        'template.submitters.3.invite_by_uuid',
        'template.submitters.4.linked_to_uuid',
        'template.submitters.5.invite_via_field_uuid',
        'template.schema.1.conditions',
      ],
    ])
  })

  it('400 for variables in values, and for a value that is masked in the document', async () => {
    const { status, body } = await post<ErrorBody>(
      docuseal([
        { default_value: '{{name}}', readonly: true },
        { default_value: 'Berlin, {{date}}' },
        { default_value: 'Dear {name}' },
        { default_value: '{{date}}' },
        { preferences: { mask: true } },
        { default_value: '{{rent}} {x}', preferences: { mask: false } },
      ]),
    )
    expect([status, Object.keys(body.error.errors)]).toEqual([
      400,
      [
        'template.fields.0.default_value',
        'template.fields.1.default_value',
        'template.fields.2.default_value',
        'template.fields.3.default_value',
        'template.fields.4.preferences.mask',
      ],
    ])
  })

  it('400 for a preset number that JSON may have rounded; others become plain text', async () => {
    const presets = (values: unknown[]) => docuseal(values.map((default_value) => ({ default_value })))
    const { status, body } = await post<ErrorBody>(presets([2 ** 53, '12345678901234567890', 1e21]))
    expect([status, Object.keys(body.error.errors)]).toEqual([
      400,
      ['template.fields.0.default_value', 'template.fields.2.default_value'],
    ])
    const { data } = (await post(presets([1e-7, 1234567.89 * 1.19, '12345678901234567890', true, '']))).body
    expect(data.fields.map(({ value }) => value)).toEqual([
      '0.0000001',
      '1469135.7890999997',
      '12345678901234567890',
      'true',
      '',
    ])
  })

  it('201 with options without a text, called after their position', async () => {
    const options = [{ value: '', uuid: 'o1' }, { value: 'Garden' }, { value: '' }]
    const { status, body } = await post(docuseal([{ type: 'select', options }]))
    expect([status, body.data.fields]).toMatchObject([201, [{ options: ['Option 1', 'Garden', 'Option 3'] }]])
  })

  it('400 with the paths of the request where one field becomes several, or has another name there', async () => {
    const { status, body } = await post<ErrorBody>(
      docuseal([
        { type: 'initials', areas: [area(), area({ page: 1 }), area({ page: 7 })] },
        { validation: { pattern: '(?=x)y' } },
      ]),
    )
    expect([status, Object.keys(body.error.errors)]).toEqual([
      400,
      ['template.fields.1.validation.pattern', 'template.fields.0.areas.2.page'],
    ])
    const invalid = await post<ErrorBody>(
      docuseal(
        [
          { type: 'initials', areas: [area(), area()] },
          { name: 'x'.repeat(300), default_value: 'y'.repeat(10_001) },
          { title: 'x'.repeat(300), areas: [area({ attachment_uuid: 'c' })] },
        ],
        {
          submitters: [
            { name: 'Tenant', uuid: 's1' },
            { name: 'tenant', uuid: 's2' },
          ],
        },
      ),
    )
    expect([invalid.status, Object.keys(invalid.body.error.errors)]).toEqual([
      400,
      [
        'template.submitters.1.name',
        'template.fields.1.name',
        'template.fields.1.default_value',
        'template.fields.2.areas.0.attachment_uuid',
        'template.fields.2.title',
      ],
    ])
  })
})

/** A template as Documenso's API returns it. */
const documenso = (fields: object[], overrides: object = {}) => ({
  format: 'documenso',
  documents: documentIds.slice(0, 1),
  template: {
    id: 3,
    title: 'Offer',
    envelopeItems: [{ id: 'item_1' }],
    recipients: [
      { id: 10, name: 'Client', email: 'client@example.com', role: 'SIGNER', signingOrder: 2 },
      { id: 11, name: '', email: 'boss@example.com', role: 'APPROVER', signingOrder: 1 },
    ],
    fields: fields.map((field) => ({
      envelopeItemId: 'item_1',
      recipientId: 10,
      page: 1,
      positionX: '10',
      positionY: '50.5',
      width: '20',
      height: '5',
      fieldMeta: null,
      ...field,
    })),
    ...overrides,
  },
})

it('from DocuSeal: 201 with the limits of fields, 400 for a limit that is none here', async () => {
  const limited = [
    { name: 'Rent', type: 'number', validation: { min: '1', max: 5000.5 }, preferences: { format: 'comma' } },
    {
      name: 'From',
      type: 'date',
      validation: { min: '2026-01-31', max: '' },
      preferences: { format: 'DD/MM/YYYY' },
    },
    { name: 'Zip', validation: { pattern: '^[0-9]{5}$', message: 'Five digits' }, conditions: [] },
    { name: 'Signature', type: 'signature', validation: {} },
  ]
  const { body } = await post(docuseal(limited))
  expect(body.data.fields.map(({ validation }) => validation)).toMatchObject([
    { min: 1, max: 5000.5 },
    { min_date: '2026-01-31' },
    { pattern: '^[0-9]{5}$' },
    {},
  ])
  const refused = await post<ErrorBody>(docuseal([{ type: 'date', validation: { min: '{{date}}' } }]))
  expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([
    400,
    ['template.fields.0.validation.min'],
  ])
})

describe('from Documenso', () => {
  it('400 with the paths of the request', async () => {
    const { status, body } = await post<ErrorBody>(
      documenso([{ type: 'TEXT', fieldMeta: { label: 'x'.repeat(300), characterLimit: -1 } }], {
        recipients: [
          { id: 10, name: 'Ada', email: 'ada@example.com', role: 'SIGNER' },
          { id: 11, name: 'Ada', email: 'eve@example.com', role: 'SIGNER' },
        ],
      }),
    )
    expect([status, Object.keys(body.error.errors)]).toEqual([
      400,
      [
        'template.recipients.1.name',
        'template.fields.0.fieldMeta.label',
        'template.fields.0.fieldMeta.characterLimit',
      ],
    ])
    const outside = await post<ErrorBody>(
      documenso([
        { type: 'NAME', page: 7 },
        { type: 'NAME', positionX: -5 },
      ]),
    )
    expect([outside.status, Object.keys(outside.body.error.errors)]).toEqual([
      400,
      ['template.fields.0.page', 'template.fields.1.positionX'],
    ])
  })

  it('201 with the fields required that are required there, and with their limits', async () => {
    const types = ['TEXT', 'NUMBER', 'RADIO', 'CHECKBOX', 'DROPDOWN', 'SIGNATURE', 'NAME', 'DATE']
    const values = [{ value: 'a' }]
    const boxes = [{ value: 'empty-value-1' }]
    const { body } = await post(
      documenso([
        ...types.map((type) => ({ type, fieldMeta: { values: type === 'CHECKBOX' ? boxes : values } })),
        { type: 'TEXT', fieldMeta: null, positionX: 50 },
        { type: 'TEXT', fieldMeta: { required: true, characterLimit: 40 } },
        { type: 'NUMBER', fieldMeta: { required: true, minValue: 1, maxValue: null } },
        { type: 'NUMBER', positionX: 70, fieldMeta: { minValue: 0, maxValue: 0 } },
      ]),
    )
    expect(body.data.fields.map(({ required }) => required)).toEqual([
      ...[false, false, false, false, false, true, true, true],
      ...[false, true, true, false],
    ])
    expect(body.data.fields.slice(-3)).toMatchObject([
      { validation: { max_length: 40 } },
      { validation: { min: 1 } },
      { validation: {} },
    ])
    expect(body.data.fields.at(-1)!.validation).toEqual({})
  })

  it('201 with roles, fields and positions', async () => {
    const { status, body } = await post(
      documenso([
        { type: 'SIGNATURE' },
        {
          type: 'TEXT',
          fieldMeta: { type: 'text', label: 'City', placeholder: 'Bern', required: false, text: 'Basel' },
        },
        { type: 'DROPDOWN', fieldMeta: { values: [{ value: 'A' }, { value: 'B' }], defaultValue: 'B' } },
        { type: 'CHECKBOX', recipientId: 11, fieldMeta: { values: [{ id: 1, value: '', checked: true }] } },
        { type: 'NAME' },
        { type: 'DATE' },
        { type: 'DATE', fieldMeta: { readOnly: true, text: '2026-01-31' } },
      ]),
    )
    expect(status).toBe(201)
    expect(body.data.roles).toMatchObject([
      { name: 'boss@example.com', order: 1, role: 'approver' },
      { name: 'Client', order: 2, role: 'signer' },
    ])
    expect(body.data.fields).toMatchObject([
      { type: 'signature', x: 60, y: 404, width: 120, height: 40, required: true, role: 'Client' },
      { type: 'text', label: 'City', placeholder: 'Bern', value: 'Basel', required: false },
      { type: 'dropdown', options: ['A', 'B'], value: 'B' },
      { type: 'checkbox', value: 'true', role: 'boss@example.com' },
      { type: 'name', auto: false },
      { type: 'date', auto: true },
      { type: 'date', auto: false, value: '2026-01-31' },
    ])
  })

  it.each([
    [{ signingOrder: 'SEQUENTIAL' }, 'sequential'],
    [{ signingOrder: 'PARALLEL' }, 'parallel'],
    [null, 'parallel'],
  ])('201 with the signing order of %j: %s', async (templateMeta, type) => {
    const { body } = await post(documenso([], { templateMeta }))
    expect(body.data.roles.map((role) => role.type)).toEqual([type, type])
  })

  it('201 with the message, language and other options of the template', async () => {
    const templateMeta = {
      subject: 'Please sign',
      message: 'Please sign by {date}.',
      redirectUrl: 'https://example.com/done',
      language: 'pt-BR',
      distributionMethod: 'NONE',
      drawSignatureEnabled: true,
      typedSignatureEnabled: false,
      uploadSignatureEnabled: true,
    }
    const authOptions = { globalAccessAuth: [], globalActionAuth: null }
    const recipient = { id: 1, name: 'A', email: 'a@b.c', role: 'SIGNER' }
    const recipients = [{ ...recipient, authOptions: { accessAuth: [], actionAuth: ['EXPLICIT_NONE'] } }]
    const { body } = await post(documenso([], { templateMeta, authOptions, recipients }))
    expect(body.data.options).toMatchObject({
      message: 'Please sign by {date}.',
      redirect_url: 'https://example.com/done',
      locale: 'pt',
      signature_kinds: ['drawn', 'uploaded'],
      enable_notifications: false,
    })
  })

  it('201 with the options of the organisation where the template has none', async () => {
    const empty = { message: '', redirectUrl: null, distributionMethod: 'EMAIL', language: null }
    const { body } = await post(documenso([], { templateMeta: empty }))
    expect(body.data.options).toMatchObject({
      message: null,
      redirect_url: null,
      locale: 'en',
      enable_notifications: true,
    })
  })

  it.each<[string, object[], object, string]>([
    ['a type', [{ type: 'STAMP' }], {}, 'template.fields.0.type'],
    [
      'several boxes',
      [{ type: 'CHECKBOX', fieldMeta: { values: [{ value: 'a' }, { value: 'b' }] } }],
      {},
      'template.fields.0.type',
    ],
    [
      'a number of checked boxes',
      [{ type: 'CHECKBOX', fieldMeta: { validationRule: '>=', values: [{ value: 'a' }] } }],
      {},
      'template.fields.0.fieldMeta.validationRule',
    ],
    [
      'the text of a box',
      [{ type: 'CHECKBOX', fieldMeta: { values: [{ value: 'I waive my right of withdrawal' }] } }],
      {},
      'template.fields.0.fieldMeta.values.0.value',
    ],
    [
      'a second factor to sign',
      [],
      { authOptions: { globalAccessAuth: [], globalActionAuth: ['TWO_FACTOR_AUTH'] } },
      'template.authOptions.globalActionAuth',
    ],
    [
      'a login of a recipient, in the older form',
      [],
      {
        recipients: [
          { id: 1, name: 'A', email: 'a@b.c', role: 'SIGNER', authOptions: { accessAuth: 'ACCOUNT' } },
        ],
      },
      'template.recipients.0.authOptions.accessAuth',
    ],
    [
      'a signer who names the next one',
      [],
      { templateMeta: { allowDictateNextSigner: true } },
      'template.templateMeta.allowDictateNextSigner',
    ],
    [
      'a message with a name in it',
      [],
      { templateMeta: { message: 'Dear {signer.name}, please sign.' } },
      'template.templateMeta.message',
    ],
    [
      'a long message',
      [],
      { templateMeta: { message: 'a'.repeat(100_000) } },
      'template.templateMeta.message',
    ],
    ['an address', [], { templateMeta: { redirectUrl: 'example.com' } }, 'template.templateMeta.redirectUrl'],
    ['a long name', [], { title: 'a'.repeat(10_000) }, 'template.title'],
    ['a language', [], { templateMeta: { language: 'ko' } }, 'template.templateMeta.language'],
    ['a recipient', [{ type: 'TEXT', recipientId: 99 }], {}, 'template.fields.0.recipientId'],
    [
      'a role',
      [],
      { recipients: [{ id: 1, name: 'A', email: 'a@b.c', role: 'ASSISTANT' }] },
      'template.recipients.0.role',
    ],
  ])('400 for %s that is not supported', async (_, fields, overrides, path) => {
    const { status, body } = await post<ErrorBody>(documenso(fields, overrides))
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [path]])
  })
})

it('400 for an unknown format, or an invalid template', async () => {
  expect((await post<ErrorBody>({ format: 'word', documents: [], template: {} })).status).toBe(400)
  expect((await post<ErrorBody>({ format: 'docuseal', documents: [], template: { name: 'X' } })).status).toBe(
    400,
  )
})
