import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { JobWithMetadata } from 'pg-boss'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect, database } from '#db/connection/client'
import { events } from '#db/schema/audit'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { documents } from '#db/schema/documents'
import { apiKeys, tenants, users } from '#db/schema/identity'
import { jobRuns } from '#db/schema/jobs'
import { fields, processes, signers } from '#db/schema/processes'
import { templateDocuments, templates } from '#db/schema/templates'
import { read, write } from '#db/tenancy/tenant'
import { flushReads } from '#lib/audit/reads'
import { findTrail } from '#lib/audit/trail'
import { cancelBulkSend, resumeBulkSend } from '#lib/bulk/control'
import { BULK_QUEUE, createBulkSend } from '#lib/bulk/create'
import { type CsvRows, parseCsv } from '#lib/bulk/csv'
import { bulkJobs } from '#lib/bulk/jobs'
import { getBulkSend } from '#lib/bulk/list'
import { runBulkSend } from '#lib/bulk/run'
import type { BulkSendRecord } from '#lib/bulk/schema'
import { readStoredRow } from '#lib/bulk/stored-row'
import { moveClock } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { createFolder } from '#lib/folders/create'
import { deleteJob, findJob } from '#lib/jobs/boss-internals'
import { beginRun } from '#lib/jobs/runs'
import { englishMessage } from '#lib/messages/english'
import { discardJob } from '#lib/operator/jobs'
import { requestErasure } from '#lib/privacy/request'
import { runRequest } from '#lib/privacy/run'
import { cancelProcess } from '#lib/processes/cancel'
import { checkedBefore } from '#lib/processes/fields/presets'
import { getProcess } from '#lib/processes/get'
import { sendProcess } from '#lib/processes/send'
import { isAccessCode } from '#lib/processes/signers/access-code'
import { updateProcess } from '#lib/processes/update'
import { deleteTemplate } from '#lib/templates/delete'
import { getTemplate } from '#lib/templates/get'
import { UpdateTemplate } from '#lib/templates/input'
import { lockTemplate } from '#lib/templates/load'
import { moveTemplate } from '#lib/templates/move'
import type { TemplateRecord } from '#lib/templates/schema'
import { updateTemplate } from '#lib/templates/update'
import { createDraft } from '#lib/templates/use'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { loadEvents } from '#lib/testing/records/signing-session'
import { openSmsServer } from '#lib/testing/servers/sms-server'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as processesRoute from '../signature-processes/route.ts'
import * as cancelRoute from './[id]/cancel/route.ts'
import * as pauseRoute from './[id]/pause/route.ts'
import * as resultRoute from './[id]/result/route.ts'
import * as resumeRoute from './[id]/resume/route.ts'
import * as bulkSendRoute from './[id]/route.ts'
import * as bulkSendsRoute from './route.ts'

type ItemBody = { data: BulkSendRecord }
type ErrorBody = { error: { code: string; errors: Record<string, string[]> } }

let tenant: TestTenant
let template: TemplateRecord
let bulkSendOfOtherTenant: BulkSendRecord
beforeAll(async () => {
  tenant = await makeTenant()
  template = await addLease(tenant)
  const otherTenant = await makeTenant()
  bulkSendOfOtherTenant = (
    await create({ template_id: (await addLease(otherTenant)).id, rows: [ada] }, otherTenant)
  ).body.data
})
itIsGuarded('/bulk-sends', bulkSendsRoute)
itIsGuarded('/bulk-sends/{id}', bulkSendRoute, {
  idsOfOtherTenant: async () => ({ id: bulkSendOfOtherTenant.id }),
})
itIsGuarded('/bulk-sends/{id}/pause', pauseRoute, {
  idsOfOtherTenant: async () => ({ id: bulkSendOfOtherTenant.id }),
})
itIsGuarded('/bulk-sends/{id}/resume', resumeRoute, {
  idsOfOtherTenant: async () => ({ id: bulkSendOfOtherTenant.id }),
})
itIsGuarded('/bulk-sends/{id}/cancel', cancelRoute, {
  idsOfOtherTenant: async () => ({ id: bulkSendOfOtherTenant.id }),
})
itIsGuarded('/bulk-sends/{id}/result', resultRoute, {
  idsOfOtherTenant: async () => ({ id: bulkSendOfOtherTenant.id }),
})

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', Rent: '1200' }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', Rent: '900' }

/** A template with one role, a signature and a number. */
async function addLease(
  caller: TestTenant,
  options = {},
  roles: { name: string; otp?: 'access_code' | 'sms' }[] = [{ name: 'Client' }],
): Promise<TemplateRecord> {
  const document = await addDocument(caller)
  const box = { document_id: document.id, role: 'Client', page: 1, x: 72, width: 160, height: 40 }
  return addTemplate(caller, {
    options,
    roles,
    documents: [{ id: document.id }],
    fields: [
      { ...box, y: 72, type: 'signature' },
      { ...box, y: 172, type: 'number', label: 'Rent' },
    ],
  })
}

function create<B = ItemBody>(body: object, caller: { token: string } = tenant) {
  return call<B>(bulkSendsRoute.POST, { method: 'POST', body, as: caller })
}
const change = <B = ItemBody>(route: { POST: typeof pauseRoute.POST }, id: number) =>
  call<B>(route.POST, { method: 'POST', params: { id }, as: tenant })
const get = async (id: number) =>
  (await call<ItemBody>(bulkSendRoute.GET, { params: { id }, as: tenant })).body.data
const run = (bulkSendId: number, caller: TestTenant = tenant) =>
  runBulkSend({ tenantId: caller.ctx.tenantId, bulkSendId })
const sentProcesses = (caller: TestTenant = tenant) =>
  read(caller.ctx, (reader) =>
    reader.select().from(processes).where(eq(processes.status, 'sent')).orderBy(processes.id),
  )

async function getResult(id: number, caller: TestTenant = tenant): Promise<Record<string, string>[]> {
  const response = await call(resultRoute.GET, { params: { id }, as: caller })
  expect(response.status).toBe(200)
  return (parseCsv(new TextDecoder().decode(response.bytes)) as CsvRows).rows
}

describe('POST /bulk-sends', () => {
  it('201 for a CSV with numbers as the language of the template writes them, and JSON rows with a decimal point', async () => {
    const german = await addLease(tenant, { locale: 'de' })
    const stored = async (list: object) => {
      const { body } = await create({ template_id: german.id, ...list })
      const rows = await read(tenant.ctx, (reader) =>
        reader.select().from(bulkSendRows).where(eq(bulkSendRows.bulkSendId, body.data.id)),
      )
      return rows.map(({ cells, input }) => [
        cells.Rent,
        (input as { values: Record<string, string> }).values.Rent,
      ])
    }
    const csv = 'name;email;Rent\nAda;ada@example.com;1.250,50\nGrace;grace@example.com;1.250\n'
    expect(await stored({ csv })).toEqual([
      ['1.250,50', '1250.50'],
      ['1.250', '1250'],
    ])
    expect(
      await stored({
        rows: [
          { ...ada, Rent: 1250.5 },
          { ...ada, Rent: '1.250' },
        ],
      }),
    ).toEqual([
      ['1250.5', '1250.5'],
      ['1.250', '1.250'],
    ])
    const refused = await create<ErrorBody>({
      template_id: german.id,
      csv: csv.replace('1.250,50', '1,250.50'),
    })
    expect([refused.status, refused.body.error.errors]).toEqual([
      400,
      { 'rows.0.Rent': ['Must be a number such as 12.345,67.'] },
    ])
  })

  it('201 for a CSV in another language than the template; 400 with JSON rows', async () => {
    const spanish = await addLease(tenant, { locale: 'es' })
    const list = { template_id: spanish.id, csv_locale: 'es-MX' }
    const csv = 'name,email,Rent\nAda,ada@example.com,"1,250"\n'
    for (const member of [{ csv }, { csv_base64: Buffer.from(csv).toString('base64') }]) {
      const { status, body } = await create({ ...list, ...member })
      const [row] = await read(tenant.ctx, (reader) =>
        reader.select().from(bulkSendRows).where(eq(bulkSendRows.bulkSendId, body.data.id)),
      )
      expect([status, row!.cells.Rent, row!.input]).toEqual([
        201,
        '1,250',
        expect.objectContaining({ values: { Rent: '1250' } }),
      ])
    }
    const find = async (input: object) => {
      const { status, body } = await create<ErrorBody>({ ...list, ...input })
      return [status, body.error.errors]
    }
    const withRows =
      'Only with `csv` or `csv_base64`: in `rows`, a number has a decimal point and a date is like 2026-12-31.'
    expect(await find({ rows: [ada] })).toEqual([400, { csv_locale: [withRows] }])
    const notATag = { csv_locale: ['Must be a language tag such as "fr".'] }
    expect(await find({ csv, csv_locale: 'Mexico!' })).toEqual([400, notATag])
    expect(await find({ csv: csv.replace('1,250', '1.250,50') })).toEqual([
      400,
      { 'rows.0.Rent': ['Must be a number such as 12,345.67.'] },
    ])
  })

  it('400 for numbers in no known language, such as a code of a country', async () => {
    const csv = 'name,email,Rent\nAda,ada@example.com,1.250\n'
    const refused = [400, { csv_locale: ['Must be a language tag such as "fr".'] }]
    const send = async (templateId: number, list: object) => {
      const { status, body } = await create<ErrorBody>({ template_id: templateId, ...list })
      return [status, body.error?.errors]
    }
    const german = await addLease(tenant, { locale: 'de' })
    for (const tag of ['dk', 'cz', 'gb', 'xx', 'de-12'])
      expect(await send(german.id, { csv, csv_locale: tag }), tag).toEqual(refused)
    const unknown = await addLease(tenant, { locale: 'dk' })
    expect(await send(unknown.id, { csv })).toEqual(refused)
    const accepted = [201, undefined]
    expect(await send(unknown.id, { csv, csv_locale: 'da' })).toEqual(accepted)
    expect(await send(unknown.id, { csv: csv.replace('1.250', '') })).toEqual(accepted)
    expect(await send(unknown.id, { rows: [ada] })).toEqual(accepted)
  })

  it('201, then one process is sent for each row', async () => {
    const countBefore = (await sentProcesses()).length
    const { status, headers, body } = await create({
      template_id: template.id,
      rows: [
        { ...ada, external_id: 'crm-1' },
        { ...grace, message: 'Please sign.' },
      ],
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toContain(`/api/v1/bulk-sends/${body.data.id}`)
    expect(body.data).toMatchObject({ status: 'running', progress: { total: 2, sent: 0, remaining: 2 } })
    await run(body.data.id)
    expect(await get(body.data.id)).toMatchObject({
      status: 'completed',
      progress: { total: 2, sent: 2, failed: 0, remaining: 0 },
      ended_at: expect.any(String),
    })
    const processes = await sentProcesses()
    expect(processes.length - countBefore).toBe(2)
    expect(processes.map(({ externalId }) => externalId)).toContain('crm-1')
    const rows = await getResult(body.data.id)
    expect(rows.map((row) => [row.status, row.name, row.Rent])).toEqual([
      ['sent', 'Ada Lovelace', '1200'],
      ['sent', 'Grace Hopper', '900'],
    ])
  })

  it('201 for access codes, of which only hashes are stored; 400 for a person without one', async () => {
    const { id } = await addLease(tenant, {}, [{ name: 'Client', otp: 'access_code' }])
    const csv =
      'name,email,Rent,access_code\nAda,ada@example.com,1,Blue Heron\nGrace,grace@example.com,2,Red Kite\n'
    const { status, body } = await create({ template_id: id, csv })
    expect(status).toBe(201)
    const rows = () =>
      read(tenant.ctx, (reader) =>
        reader.select().from(bulkSendRows).where(eq(bulkSendRows.bulkSendId, body.data.id)),
      )
    expect(JSON.stringify(await rows())).not.toMatch(/heron|kite/i)
    await run(body.data.id)
    expect((await get(body.data.id)).progress).toMatchObject({ sent: 2, failed: 0 })
    const processIds = (await rows()).map((row) => row.processId!)
    const people = await read(tenant.ctx, (reader) =>
      reader.select().from(signers).where(inArray(signers.processId, processIds)),
    )
    const codes = people.map(({ name, otp, accessCodeHash }) => [
      name,
      otp,
      isAccessCode(name === 'Ada' ? 'blue heron' : 'red kite', accessCodeHash!),
    ])
    expect(codes.toSorted()).toEqual([
      ['Ada', 'access_code', true],
      ['Grace', 'access_code', true],
    ])
    expect((await getResult(body.data.id)).map((row) => row.access_code)).toEqual(['', ''])
    const refused = await create<ErrorBody>({ template_id: id, csv: csv.replace('Red Kite', '') })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['rows.1.access_code']])
  })

  it('201 for a CSV with semicolons and a BOM', async () => {
    const csv = '\ufeffClient.name;Client.email;Rent\r\nAda;ada@example.com;"1.5"\r\n'
    const { status, body } = await create({ template_id: template.id, csv })
    expect([status, body.data.progress.total]).toEqual([201, 1])
  })

  it('400 with every error by row and column, and nothing is created', async () => {
    const { body: list } = await call<{ meta: { total: number } }>(bulkSendsRoute.GET, { as: tenant })
    const { status, body } = await create<ErrorBody>({
      template_id: template.id,
      rows: [
        ada,
        { ...ada, email: 'nobody' },
        { name: '', Rent: 'much', Deposit: '3' },
        { ...grace, locale: '?' },
      ],
    })
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(body.error.errors).sort()).toEqual([
      'rows.1.email',
      'rows.2.Deposit',
      'rows.2.Rent',
      'rows.2.email',
      'rows.2.name',
      'rows.3.locale',
    ])
    const after = await call<{ meta: { total: number } }>(bulkSendsRoute.GET, { as: tenant })
    expect(after.body.meta.total).toBe(list.meta.total)
  })

  it.each<[string, object, string]>([
    ['a missing list', {}, 'rows'],
    ['two lists', { rows: [ada], csv: 'name\nAda' }, 'rows'],
    ['an empty list', { rows: [] }, 'rows'],
    ['an empty CSV', { csv: 'name,email\n' }, 'csv'],
    ['a damaged CSV', { csv: 'name\n"Ada' }, 'csv'],
  ])('400 for %s', async (_, list, path) => {
    const { status, body } = await create<ErrorBody>({ template_id: template.id, ...list })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [path]])
  })

  it.each<[string, object, string[]]>([
    ['two columns of one name', { csv: 'name,email,Name\nAda,ada@example.com,Eve' }, ['csv']],
    ['the same in JSON', { rows: [{ ...ada, NAME: 'Eve' }] }, ['rows']],
    ['a column constructor', { rows: [{ ...ada, constructor: 'x' }] }, ['rows']],
    ['a column __proto__', { csv: 'name,email,__proto__\nAda,ada@example.com,x' }, ['csv']],
    ['U+FFFD', { rows: [ada, { ...grace, name: 'Gr\ufffdce' }] }, ['rows.1.name']],
    [
      'the same people twice, if that is refused',
      { rows: [ada, grace, { ...ada, email: 'ADA@example.com' }], repeated_people: 'refuse' },
      ['repeated_people'],
    ],
  ])('400 for %s', async (_, list, paths) => {
    const { status, body } = await create<ErrorBody>({ template_id: template.id, ...list })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, paths])
  })

  it('400 for a member __proto__, which is not dropped in silence', async () => {
    const text = `{"template_id":${template.id},"rows":[{"name":"Ada","email":"ada@example.com","__proto__":"x"}]}`
    const { status, body } = await call<ErrorBody>(bulkSendsRoute.POST, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
      as: tenant,
    })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['rows.0.__proto__', 'rows.0']])
  })

  it('201 for the bytes of a file in Windows-1252, with a warning for the same people', async () => {
    const csv =
      'NAME;Email;rent\r\nJ\xfcrgen Bo\xdf;j@b\xfccher.example;1\r\nJ\xfcrgen;J@b\xfccher.example;2\r\n'
    const { status, body } = await create({
      template_id: template.id,
      csv_base64: Buffer.from(csv, 'latin1').toString('base64'),
    })
    expect([status, body.data.warnings]).toEqual([201, ['Row 2 has the same people as row 1.']])
    await run(body.data.id)
    const people = (await sentProcesses()).length
    expect(people).toBeGreaterThan(0)
    expect((await getResult(body.data.id)).map(({ name, email, Rent }) => [name, email, Rent])).toEqual([
      ['Jürgen Boß', 'j@bücher.example', '1'],
      ['Jürgen', 'J@bücher.example', '2'],
    ])
  })

  it.each([
    ['of Excel or LibreOffice', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
    ['of Excel 2003', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
  ])('400 that says to save a workbook %s as CSV', async (_, bytes) => {
    const base64 = Buffer.from(bytes).toString('base64')
    const { status, body } = await create<ErrorBody>({ template_id: template.id, csv_base64: base64 })
    expect([status, body.error.errors]).toEqual([
      400,
      { csv_base64: ['The list is a workbook. Save it as CSV in your spreadsheet program.'] },
    ])
  })

  it('counts the empty rows of a file in errors, warnings and the result', async () => {
    const rows = ['name,email', 'Ada,ada@example.com', ',', '', 'Grace,wrong', 'Ada,ada@example.com']
    const refused = await create<ErrorBody>({ template_id: template.id, csv: rows.join('\n') })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['rows.3.email']])
    const { body } = await create({
      template_id: template.id,
      csv: rows.join('\n').replace('wrong', 'grace@example.com'),
    })
    expect(body.data.warnings).toEqual(['Row 5 has the same people as row 1.'])
    expect((await getResult(body.data.id)).map(({ row, name }) => [row, name])).toEqual([
      ['1', 'Ada'],
      ['4', 'Grace'],
      ['5', 'Ada'],
    ])
  })

  it('400 under csv for a text that is longer than a body can be', async () => {
    const csv = `name,email\n${'x'.repeat(5_000_000)}`
    const { status, body } = await create<ErrorBody>({ template_id: template.id, csv })
    expect([status, body.error.code, Object.keys(body.error.errors)]).toEqual([
      400,
      'validation_error',
      ['csv'],
    ])
  })

  it('400 for a template of another tenant', async () => {
    const otherTenant = await makeTenant()
    const { status, body } = await create<ErrorBody>({ template_id: template.id, rows: [ada] }, otherTenant)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['template_id']])
  })

  it('400 for a template of which no row could be sent, with all reasons', async () => {
    const { id, fields } = await addLease(tenant)
    const rent = fields.find(({ label }) => label === 'Rent')!
    const dependent = {
      ...rent,
      id: undefined,
      y: 300,
      label: 'Tax',
      condition: { field: 'Rent', equals: '1' },
    }
    await updateTemplate(tenant.ctx, id, UpdateTemplate.parse({ fields: [...fields, dependent] }), null)
    await write(tenant.ctx, async (tx) => {
      const { fields, roles } = await lockTemplate(tx, tenant.ctx, id)
      await tx.delete(templateDocuments).where(eq(templateDocuments.templateId, id))
      await tx
        .update(templates)
        .set({
          fields: fields.filter(({ label }) => label !== 'Rent'),
          roles: roles.map((role) => ({ ...role, role: 'viewer' as const })),
        })
        .where(eq(templates.id, id))
    })
    const rows = [{ name: ada.name, email: ada.email }]
    const { status, body } = await create<ErrorBody>({ template_id: id, rows })
    expect([status, body.error.errors]).toEqual([
      400,
      {
        template_id: [
          'A process needs a document before it is sent.',
          'A process needs a signer or approver before it is sent.',
          'The condition of the stored field “Tax”: No field of this signer has the label “Rent”.',
        ],
      },
    ])
  })

  it('400 for a value of the template that is no longer valid, where a row leaves it', async () => {
    const { id } = await addLease(tenant)
    await write(tenant.ctx, async (tx) => {
      const { fields } = await lockTemplate(tx, tenant.ctx, id)
      const changed = fields.map((field) =>
        field.label === 'Rent' ? { ...field, value: '5', validation: { min: 10 } } : field,
      )
      await tx.update(templates).set({ fields: changed }).where(eq(templates.id, id))
    })
    const rows = (...rents: string[]) => rents.map((Rent) => ({ ...ada, Rent }))
    const refused = await create<ErrorBody>({ template_id: id, rows: rows('20', '') })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['template_id']])
    expect((await create({ template_id: id, rows: rows('20', '30') })).status).toBe(201)
  })

  it('403 for a key without the scope of templates', async () => {
    const key = await tenant.addKey({ scopes: ['processes:write'] })
    expect((await create({ template_id: template.id, rows: [ada] }, key)).status).toBe(403)
  })
})

describe('pause, resume, cancel', () => {
  it('200 for each: a paused list waits, a resumed one continues, a cancelled one ends', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada, grace] })).body.data
    expect((await change(pauseRoute, id)).body.data.status).toBe('paused')
    await run(id)
    expect((await get(id)).progress.sent).toBe(0)
    expect((await change(pauseRoute, id)).status).toBe(200)
    expect((await change(resumeRoute, id)).body.data.status).toBe('running')
    await run(id)
    expect((await get(id)).status).toBe('completed')
    for (const route of [pauseRoute, resumeRoute, cancelRoute])
      expect((await change<ErrorBody>(route, id)).status).toBe(409)

    const other = (await create({ template_id: template.id, rows: [ada] })).body.data.id
    expect((await change(cancelRoute, other)).body.data).toMatchObject({ status: 'cancelled' })
    await run(other)
    expect((await get(other)).progress).toMatchObject({ sent: 0, remaining: 1 })
    expect(await getResult(other)).toMatchObject([{ row: '1', status: 'not_sent', process_id: '' }])
    expect((await change(cancelRoute, other)).status).toBe(200)
    expect((await change<ErrorBody>(resumeRoute, other)).status).toBe(409)
  })
})

describe('a list whose template has changed since it was checked', () => {
  const csv = 'name;email;Rent\nAda;ada@example.com;1.250,50\n'
  async function createPaused(list: object): Promise<[lease: TemplateRecord, id: number]> {
    const lease = await addLease(tenant, { locale: 'de' })
    const { id } = (await create({ template_id: lease.id, ...list })).body.data
    await change(pauseRoute, id)
    return [lease, id]
  }
  const changeRent = (lease: TemplateRecord, rent: object, options = {}) => {
    const [signature, field] = lease.fields
    const input = UpdateTemplate.parse({ fields: [signature, { ...field, ...rent }], options })
    return updateTemplate(tenant.ctx, lease.id, input, null)
  }
  async function resume(id: number) {
    await change(resumeRoute, id)
    await run(id)
    return get(id)
  }
  async function findRent(id: number) {
    const [{ process_id: processId }] = (await getResult(id)) as [Record<string, string>]
    return read(tenant.ctx, (reader) =>
      reader
        .select({ value: fields.value })
        .from(fields)
        .where(and(eq(fields.processId, Number(processId)), eq(fields.label, 'Rent'))),
    )
  }

  it.each<[string, object, object, string]>([
    ['a text as the list has it', { csv }, { type: 'text' }, '1.250,50'],
    ['a number of the same language', { csv }, { name: 'x' }, '1250.50'],
    [
      'a number of the language of the list',
      { csv: csv.replace('1.250,50', '1,250.50'), csv_locale: 'en' },
      { name: 'x' },
      '1250.50',
    ],
    ['a text of JSON rows', { rows: [{ ...ada, Rent: '1250.5' }] }, { type: 'text' }, '1250.5'],
  ])('sends %s', async (_, list, rent, value) => {
    const [lease, id] = await createPaused(list)
    await changeRent(lease, rent, { locale: 'en' })
    expect(await resume(id)).toMatchObject({ status: 'completed', progress: { sent: 1 } })
    expect(await findRent(id)).toEqual([{ value }])
  })

  it.each<[string, object, object, string]>([
    ['type', { csv }, { type: 'date' }, 'Must be a date'],
    ['type, of JSON rows', { rows: [ada] }, { type: 'date' }, 'Must be a date'],
    ['limit', { csv }, { validation: { max: 1000 } }, 'Must be at most 1000'],
    ['pattern', { csv }, { type: 'text', validation: { pattern: '\\d+' } }, 'pattern'],
    ['size', { csv }, { width: 10, height: 10 }, 'does not fit'],
    ['size, of JSON rows', { rows: [ada] }, { type: 'text', width: 5, height: 5 }, 'does not fit'],
  ])(
    'pauses for another %s that does not fit, and continues when it fits again',
    async (_, list, rent, reason) => {
      const [lease, id] = await createPaused(list)
      await changeRent(lease, rent)
      const paused = await resume(id)
      expect(paused).toMatchObject({ status: 'paused', progress: { failed: 0, remaining: 1 } })
      expect(paused.pause_reason).toContain(reason)
      await changeRent(lease, {})
      expect(await resume(id)).toMatchObject({ status: 'completed', progress: { sent: 1 } })
    },
  )
})

describe('the job of a bulk send', () => {
  const limitSignatures = (ctx: TestTenant['ctx'], signaturesLimit: number) =>
    write(ctx, (tx) => tx.update(tenants).set({ signaturesLimit }).where(eq(tenants.id, ctx.tenantId)))

  /** A bulk send of two rows that has paused after the first, as the quota of its tenant was used up; it is raised now. */
  async function addPaused() {
    const otherTenant = await makeTenant()
    const { ctx } = otherTenant
    const { id: templateId } = await addLease(otherTenant)
    await limitSignatures(ctx, 1)
    const { id } = (await create({ template_id: templateId, rows: [ada, grace] }, otherTenant)).body.data
    await run(id, otherTenant)
    await limitSignatures(ctx, 10)
    return { otherTenant, id, templateId }
  }

  /** As `addPaused`, with the draft of the second row: its job was killed before it sent it. */
  async function addPausedWithDraft() {
    const paused = await addPaused()
    const ctx = { ...paused.otherTenant.ctx, now: new Date() }
    const draftId = await write(ctx, async (tx) => {
      const template = await lockTemplate(tx, ctx, paused.templateId)
      const isNext = and(eq(bulkSendRows.bulkSendId, paused.id), eq(bulkSendRows.status, 'pending'))
      const [row] = await tx.select().from(bulkSendRows).where(isNext)
      const processId = await createDraft(tx, ctx, template.id, readStoredRow(row!, template), checkedBefore)
      await tx.update(bulkSendRows).set({ processId }).where(isNext)
      return processId
    })
    return { ...paused, draftId }
  }
  const countDrafts = ({ ctx }: TestTenant) =>
    read(ctx, (reader) => reader.$count(processes, eq(processes.status, 'draft')))

  const findJobs = (bulkSendId: number) =>
    database().execute<{ id: string }>(sql`
      select id from pgboss.job where name = ${BULK_QUEUE} and data ->> 'bulkSendId' = ${String(bulkSendId)}`)

  const whereEvent = (type: string, bulkSendId: number) =>
    and(eq(events.type, type), sql`${events.data} ->> 'bulk_send_id' = ${bulkSendId}::text`)
  const countResumptions = (id: number) =>
    read(tenant.ctx, (reader) => reader.$count(events, whereEvent('bulk_send.resumed', id)))

  const park = (bulkSendId: number, { tenantId } = tenant) =>
    bulkJobs[BULK_QUEUE]!.onParked!({ tenantId, bulkSendId })

  it('pauses it with the reason when the operator discards it, in its mode', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    const setTestMode = (testMode: boolean) =>
      write(tenant.ctx, (tx) => tx.update(bulkSends).set({ testMode }).where(eq(bulkSends.id, id)))
    await setTestMode(true)
    const [job] = await findJobs(id)
    expect(await discardJob(job!.id)).toBe(true)
    await setTestMode(false)
    expect(await get(id)).toMatchObject({
      status: 'paused',
      pause_reason: expect.stringContaining('has discarded the job'),
    })
    const isPause = whereEvent('bulk_send.paused', id)
    const pauses = await read(tenant.ctx, (reader) => reader.select().from(events).where(isPause))
    expect(pauses).toMatchObject([{ actor: { type: 'system', job: 'operator' }, data: { test_mode: true } }])
    expect((await change(resumeRoute, id)).body.data.status).toBe('running')
    expect(await findJobs(id)).toHaveLength(1)
  })

  it('is there again once a list that runs is resumed', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    const [job] = await findJobs(id)
    await deleteJob(job!.id)
    expect((await change(resumeRoute, id)).status).toBe(200)
    expect(await findJobs(id)).toHaveLength(1)
  })

  it('is the only one of a list that runs, however often it is resumed, which records nothing', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    const [job] = await findJobs(id)
    for (let count = 0; count < 2; count++) expect((await change(resumeRoute, id)).status).toBe(200)
    expect(await findJobs(id)).toEqual([job])
    expect(await countResumptions(id)).toBe(0)
    await deleteJob(job!.id)
    await change(resumeRoute, id)
    expect(await countResumptions(id)).toBe(1)
  })

  it('is the same one after it was parked, so that it runs alone, and runs at once', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    const [job] = await findJobs(id)
    await park(id)
    await database().execute(
      sql`update pgboss.job_common set start_after = now() + interval '1 hour' where id = ${job!.id}`,
    )
    expect((await change(resumeRoute, id)).body.data.status).toBe('running')
    expect(await findJobs(id)).toHaveLength(1)
    expect(await findJob(job!.id)).toMatchObject({ state: 'waiting' })
  })

  it('pauses it with the reason when it is parked', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    await park(id)
    expect(await get(id)).toMatchObject({
      status: 'paused',
      pause_reason: expect.stringContaining('more memory'),
    })
  })

  it('sends the rest when it is repeated after it was parked, but not where a user has paused the list', async () => {
    const pause = (id: number) => change(pauseRoute, id)
    for (const { steps, attempt, status } of [
      { steps: [park], attempt: 1, status: 'completed' },
      { steps: [park], attempt: 0, status: 'paused' },
      { steps: [pause], attempt: 1, status: 'paused' },
      { steps: [park, pause], attempt: 1, status: 'paused' },
    ]) {
      const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
      for (const step of steps) await step(id)
      const [job] = await findJobs(id)
      const { signal } = new AbortController()
      const data = { tenantId: tenant.tenantId, bulkSendId: id }
      await bulkJobs[BULK_QUEUE]!.handle(data, { id: job!.id, attempt, signal })
      expect([steps.length, attempt, (await get(id)).status]).toEqual([steps.length, attempt, status])
    }
  })

  it('is not repeated once the operator discards it after it was parked: the reason says so', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    await park(id)
    const [job] = await findJobs(id)
    expect(await discardJob(job!.id)).toBe(true)
    expect(await get(id)).toMatchObject({
      status: 'paused',
      pause_reason: expect.stringContaining('has discarded the job'),
    })
  })

  it('is discarded by the operator while its sender resumes the list, without a deadlock', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    await park(id)
    const [job] = await findJobs(id)
    const changes = await write(tenant.ctx, async (tx) => {
      await lockTemplate(tx, tenant.ctx, template.id)
      const resumed = resumeBulkSend(tenant.ctx, id)
      await untilOtherWaits(tx)
      const discarded = discardJob(job!.id)
      const bothWait = sql`select from pg_locks one join pg_locks other
        on one.pid = any(pg_blocking_pids(other.pid)) and pg_backend_pid() = any(pg_blocking_pids(one.pid))
        where not one.granted and not other.granted`
      await expect.poll(() => tx.execute(bothWait), { timeout: 10_000 }).not.toEqual([])
      return { ended: Promise.allSettled([resumed, discarded]) }
    })
    expect((await changes.ended).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })

  it('counts the processes that end during it for all jobs of the list, and for no other list', async () => {
    const [id, otherId] = [
      (await create({ template_id: template.id, rows: [ada] })).body.data.id,
      (await create({ template_id: template.id, rows: [ada] })).body.data.id,
    ]
    const begin = (bulkSendId: number) => {
      const data = { tenantId: tenant.tenantId, bulkSendId, traceparent: randomUUID() }
      const job = { id: randomUUID(), name: BULK_QUEUE, singletonKey: null, data }
      return beginRun(job as object as JobWithMetadata<object>, bulkJobs[BULK_QUEUE]!)
    }
    expect((await begin(id)).deaths).toBe(0)
    const isRun = eq(jobRuns.key, `${BULK_QUEUE} ${id}`)
    expect(await database().update(jobRuns).set({ process: 'ended' }).where(isRun).returning()).toHaveLength(
      1,
    )
    expect([(await begin(id)).deaths, (await begin(otherId)).deaths]).toEqual([1, 0])
  })

  it('enqueues the next one after its time, unless there is a later one already', async () => {
    const rows = [ada, grace, { ...ada, email: 'augusta@example.com' }]
    const { id } = (await create({ template_id: template.id, rows })).body.data
    const [job] = await findJobs(id)
    for (const sentCount of [1, 2]) {
      const { signal } = new AbortController()
      const data = { tenantId: tenant.tenantId, bulkSendId: id }
      const turn = bulkJobs[BULK_QUEUE]!.handle(data, { id: job!.id, attempt: 0, signal })
      moveClock(21_000)
      await turn.finally(() => moveClock(-21_000))
      expect((await get(id)).progress.sent).toBe(sentCount)
      expect(await findJobs(id)).toHaveLength(2)
    }
  })

  it('fails a row whose draft was moved to a folder that its sender has no access to', async () => {
    const { otherTenant, id, draftId } = await addPausedWithDraft()
    const { ctx } = otherTenant
    const { id: folderId } = await createFolder(ctx, { name: 'Hidden', access: [] })
    await updateProcess(ctx, draftId, { folder_id: folderId })
    const { actor } = (await otherTenant.addMember('user')).ctx
    await call(resumeRoute.POST, { method: 'POST', params: { id }, as: otherTenant })
    await write(ctx, (tx) =>
      tx
        .update(bulkSends)
        .set({ actor } as object)
        .where(eq(bulkSends.id, id)),
    )
    await run(id, otherTenant)
    expect(await getBulkSend(ctx, id)).toMatchObject({
      status: 'completed',
      progress: { sent: 1, failed: 1, remaining: 0 },
    })
    expect(await countDrafts(otherTenant)).toBe(0)
  })

  it('goes on where its draft was deleted while it was sending it', async () => {
    const { otherTenant, id, draftId } = await addPausedWithDraft()
    await call(resumeRoute.POST, { method: 'POST', params: { id }, as: otherTenant })
    const { promise } = await write(otherTenant.ctx, async (tx) => {
      await tx.select().from(processes).where(eq(processes.id, draftId)).for('update')
      const promise = run(id, otherTenant)
      promise.catch(() => {})
      await untilOtherWaits(tx)
      await tx.delete(processes).where(eq(processes.id, draftId))
      return { promise }
    })
    await promise
    expect(await getBulkSend(otherTenant.ctx, id)).toMatchObject({
      status: 'completed',
      progress: { sent: 2 },
    })
  })

  it('leaves no draft of a row that waits when its person is erased', async () => {
    const { otherTenant, templateId } = await addPausedWithDraft()
    const countUses = async () => (await getTemplate(otherTenant.ctx, templateId)).usage_count
    expect(await countUses()).toBe(2)
    const { id: requestId } = await requestErasure(otherTenant.ctx, { email: grace.email })
    await runRequest({ tenantId: otherTenant.tenantId, requestId })
    expect([await countDrafts(otherTenant), await countUses()]).toEqual([0, 1])
  })

  it('discloses no link to the key that has started it: nobody gets a response', async () => {
    const key = await tenant.addKey()
    const { id } = (await create({ template_id: template.id, rows: [ada] }, key)).body.data
    await run(id)
    const inList = eq(bulkSendRows.bulkSendId, id)
    const [row] = await read(tenant.ctx, (reader) => reader.select().from(bulkSendRows).where(inList))
    const types = (await loadEvents(tenant, row!.processId!)).map(({ type }) => type)
    expect(types).toContain('signature.invited')
    expect(types).not.toContain('signature.link_disclosed')
  })

  it('pauses at the end of the quota also for a key that may not read processes', async () => {
    const otherTenant = await makeTenant()
    const key = await otherTenant.addKey({ scopes: ['processes:write', 'templates:read'] })
    const { id: templateId } = await addLease(otherTenant)
    await limitSignatures(otherTenant.ctx, 1)
    const { id } = (await create({ template_id: templateId, rows: [ada, grace] }, key)).body.data
    await run(id, otherTenant)
    expect(await getBulkSend(otherTenant.ctx, id)).toMatchObject({
      status: 'paused',
      progress: { sent: 1, remaining: 1 },
    })
  })

  it('sends nothing twice: it continues with the draft of a killed job', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada, grace] })).body.data
    const countBefore = (await sentProcesses()).length
    await run(id)
    // The state after a worker died between sending the process and updating the row.
    await write(tenant.ctx, (tx) =>
      tx.update(bulkSendRows).set({ status: 'pending' }).where(eq(bulkSendRows.bulkSendId, id)),
    )
    await write(tenant.ctx, async (tx) => {
      await tx.update(bulkSends).set({ status: 'running' }).where(eq(bulkSends.id, id))
    })
    await run(id)
    expect((await sentProcesses()).length - countBefore).toBe(2)
    expect((await get(id)).progress).toMatchObject({ sent: 2, remaining: 0 })
  })

  it('sends each row once although several jobs run at the same time', async () => {
    const countBefore = (await sentProcesses()).length
    const rows = Array.from({ length: 6 }, (_, index) => ({ ...ada, email: `a${index}@example.com` }))
    const { id } = (await create({ template_id: template.id, rows })).body.data
    await Promise.all([run(id), run(id), run(id)])
    await run(id)
    expect((await sentProcesses()).length - countBefore).toBe(6)
    expect((await get(id)).progress).toMatchObject({ sent: 6, failed: 0 })
  })

  it('a row whose draft was cancelled while it was paused has failed, not been sent', async () => {
    const { otherTenant, id, draftId } = await addPausedWithDraft()
    await cancelProcess(otherTenant.ctx, draftId, {})
    await call(resumeRoute.POST, { method: 'POST', params: { id }, as: otherTenant })
    await run(id, otherTenant)
    expect(
      (await call<ItemBody>(bulkSendRoute.GET, { params: { id }, as: otherTenant })).body.data,
    ).toMatchObject({ status: 'completed', progress: { sent: 1, failed: 1 } })
  })

  it('a row whose draft a user has sent while it was paused is sent when it is cancelled', async () => {
    const { otherTenant, id, draftId } = await addPausedWithDraft()
    await sendProcess(otherTenant.ctx, draftId)
    expect(await cancelBulkSend(otherTenant.ctx, id)).toMatchObject({ progress: { sent: 2, remaining: 0 } })
    expect(await getResult(id, otherTenant)).toMatchObject([
      { status: 'sent' },
      { status: 'sent', process_id: String(draftId) },
    ])
  })

  it('a row whose draft is being sent while it is paused is sent when it is cancelled', async () => {
    const { otherTenant, id, draftId } = await addPausedWithDraft()
    const { promise } = await write(otherTenant.ctx, async (tx) => {
      const sent = { status: 'sent', sentAt: new Date() } as const
      await tx.update(processes).set(sent).where(eq(processes.id, draftId))
      const promise = cancelBulkSend(otherTenant.ctx, id)
      promise.catch(() => {})
      await untilOtherWaits(tx)
      return { promise }
    })
    expect(await promise).toMatchObject({ status: 'cancelled', progress: { sent: 2, remaining: 0 } })
  })

  it('the download of its result is recorded, but not for HEAD', async () => {
    const { id: templateId } = await addLease(tenant)
    const { id } = (await create({ template_id: templateId, rows: [ada] })).body.data
    const findDownloads = async () => {
      await flushReads()
      const trail = await read(tenant.ctx, (reader) =>
        findTrail(reader, tenant.ctx, { template: templateId }),
      )
      return trail.filter(({ type }) => type === 'bulk_send.downloaded')
    }
    await call(resultRoute.GET, { method: 'HEAD', params: { id }, as: tenant })
    expect(await findDownloads()).toEqual([])
    await getResult(id)
    const range = { range: 'bytes=3-7' }
    const part = await call(resultRoute.GET, { params: { id }, as: tenant, headers: range })
    expect([part.status, new TextDecoder().decode(part.bytes)]).toEqual([206, '"row"'])
    expect(await findDownloads()).toMatchObject([
      { actor: { id: tenant.user.id }, data: { bulk_send_id: id, template_id: templateId, rows: 1 } },
    ])
  })

  it('a row that a killed job has sent is sent when it is cancelled before the job is repeated', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    await run(id)
    await write(tenant.ctx, async (tx) => {
      await tx.update(bulkSendRows).set({ status: 'pending' }).where(eq(bulkSendRows.bulkSendId, id))
      await tx.update(bulkSends).set({ status: 'running' }).where(eq(bulkSends.id, id))
    })
    await cancelBulkSend(tenant.ctx, id)
    await run(id)
    expect(await get(id)).toMatchObject({ status: 'cancelled', progress: { sent: 1, remaining: 0 } })
  })

  it('pauses when the quota is used up, and continues when it is raised', async () => {
    const { otherTenant, id } = await addPaused()
    const paused = (await call<ItemBody>(bulkSendRoute.GET, { params: { id }, as: otherTenant })).body.data
    expect(paused).toMatchObject({
      status: 'paused',
      pause_reason: expect.stringContaining('signatures'),
      progress: { sent: 1, remaining: 1 },
    })
    expect(await countDrafts(otherTenant)).toBe(0)
    await call(resumeRoute.POST, { method: 'POST', params: { id }, as: otherTenant })
    await run(id, otherTenant)
    expect(
      (await call<ItemBody>(bulkSendRoute.GET, { params: { id }, as: otherTenant })).body.data.progress.sent,
    ).toBe(2)
  })

  it.each([
    ['at which it has paused', addPaused],
    ['whose draft a killed job has left', addPausedWithDraft],
  ])('sends the row %s as its template is after a correction', async (_, add) => {
    const { otherTenant, id, templateId } = await add()
    const { ctx } = otherTenant
    await updateTemplate(ctx, templateId, UpdateTemplate.parse({ name: 'Lease, corrected' }), null)
    await call(resumeRoute.POST, { method: 'POST', params: { id }, as: otherTenant })
    await run(id, otherTenant)
    const versions = (await sentProcesses(otherTenant)).map(({ name, templateVersion }) => [
      name,
      templateVersion,
    ])
    expect(versions).toEqual([
      [expect.any(String), 1],
      ['Lease, corrected', 2],
    ])
    expect([await countDrafts(otherTenant), (await getTemplate(ctx, templateId)).usage_count]).toEqual([0, 2])
  })

  it.each([
    [
      'a role',
      { roles: [{ name: 'Tenant', type: 'sequential', role: 'signer' }] },
      'The template has no role “Client”.',
    ],
    ['the documents', { documents: [] }, 'The preset value of the field “Rent”: No field has this label.'],
    ['a label', { fields: [] }, 'The preset value of the field “Rent”: No field has this label.'],
    [
      'the code of a role, now by SMS,',
      { roles: [{ name: 'Client', otp: 'sms' }] },
      'A code by SMS needs a phone number with its country code, such as +49 170 1234589.',
    ],
    [
      'the code of a role, now an access code,',
      { roles: [{ name: 'Client', otp: 'access_code' }] },
      'Enter the access code that you have agreed on with this person.',
    ],
  ])(
    'pauses where %s of the template changed, and continues when it is corrected',
    async (_, members, reason) => {
      const sms = await openSmsServer()
      onTestFinished(() => sms.close())
      const { id: templateId, documents: templateDocuments, roles, fields } = await addLease(tenant)
      const { id } = (await create({ template_id: templateId, rows: [ada, grace] })).body.data
      const update = (changed: object) =>
        updateTemplate(tenant.ctx, templateId, UpdateTemplate.parse(changed), null)
      await update(members)
      await run(id)
      expect(await get(id)).toMatchObject({
        status: 'paused',
        pause_reason: reason,
        progress: { sent: 0, failed: 0, remaining: 2 },
      })
      const corrected = { roles, documents: templateDocuments.map(({ id }) => ({ id })), fields }
      await update({ ...corrected, fields: fields.map((field) => ({ ...field, id: undefined })) })
      await change(resumeRoute, id)
      await run(id)
      expect(await get(id)).toMatchObject({ status: 'completed', progress: { sent: 2, failed: 0 } })
    },
  )

  it('pauses when the SMS provider is removed, and continues when there is one again', async () => {
    const sms = await openSmsServer()
    const { id: templateId } = await addLease(tenant, {}, [{ name: 'Client', otp: 'sms' }])
    const rows = [{ ...ada, phone: '+49 170 1234589' }]
    const { id } = (await create({ template_id: templateId, rows })).body.data
    await sms.close()
    await run(id)
    expect(await get(id)).toMatchObject({ status: 'paused', progress: { failed: 0, remaining: 1 } })
    const restored = await openSmsServer()
    await change(resumeRoute, id)
    await run(id)
    await restored.close()
    expect(await get(id)).toMatchObject({ status: 'completed', progress: { sent: 1 } })
  })

  describe('leaves no draft, copy or use of the template where it is cancelled', () => {
    type Paused = Awaited<ReturnType<typeof addPausedWithDraft>>
    const setRunning = ({ otherTenant, id }: Paused) =>
      write(otherTenant.ctx, async (tx) => {
        await tx.update(bulkSends).set({ status: 'running' }).where(eq(bulkSends.id, id))
      })
    const cancel = async ({ otherTenant, id }: Paused) => {
      const cancelled = await cancelBulkSend(otherTenant.ctx, id)
      expect(cancelled).toMatchObject({ status: 'cancelled', progress: { sent: 1, remaining: 1 } })
    }
    const findKept = ({ otherTenant, templateId }: Paused) =>
      read(otherTenant.ctx, async (reader) => ({
        drafts: await reader.$count(processes, eq(processes.status, 'draft')),
        documents: await reader.$count(documents, isNull(documents.deletedAt)),
        uses: await reader
          .select({ count: templates.usageCount })
          .from(templates)
          .where(eq(templates.id, templateId)),
      }))
    // The document of the template, and its copy in the process that was sent.
    const expected = { drafts: 0, documents: 2, uses: [{ count: 1 }] }

    it('while it is paused', async () => {
      const paused = await addPausedWithDraft()
      await cancel(paused)
      expect(await findKept(paused)).toEqual(expected)
    })

    it('but the documents that a user has added, and the copies that are in use elsewhere', async () => {
      const paused = await addPausedWithDraft()
      const { otherTenant, draftId } = paused
      const terms = await addDocument(otherTenant)
      const { documents: copies } = await getProcess(otherTenant.ctx, draftId)
      const ids = [copies[0]!.id, terms.id]
      await updateProcess(otherTenant.ctx, draftId, { documents: ids.map((id) => ({ id })) })
      const useElsewhere = { name: 'Other', documents: [{ id: copies[0]!.id }], signers: [] }
      expect(
        (await call(processesRoute.POST, { method: 'POST', body: useElsewhere, as: otherTenant })).status,
      ).toBe(201)
      await cancel(paused)
      const kept = await read(otherTenant.ctx, (reader) =>
        reader
          .select({ id: documents.id })
          .from(documents)
          .where(and(inArray(documents.id, ids), isNull(documents.deletedAt))),
      )
      expect(kept.map(({ id }) => id).sort()).toEqual([...ids].sort())
      expect(await findKept(paused)).toMatchObject({ drafts: 1, uses: [{ count: 1 }] })
    })

    it('while its draft is in a folder that who cancels it has no access to', async () => {
      const paused = await addPausedWithDraft()
      const { ctx } = paused.otherTenant
      const { id: folderId } = await createFolder(ctx, { name: 'Hidden', access: [] })
      await updateProcess(ctx, paused.draftId, { folder_id: folderId })
      const { ctx: memberCtx } = await paused.otherTenant.addMember('user')
      await cancelBulkSend(memberCtx, paused.id)
      expect(await findKept(paused)).toEqual(expected)
    })

    it('while it is paused as its template was deleted', async () => {
      const paused = await addPausedWithDraft()
      await deleteTemplate(paused.otherTenant.ctx, paused.templateId)
      await cancel(paused)
      expect(await findKept(paused)).toEqual({ ...expected, uses: [] })
    })

    it('while its job was lost, also where that is noticed later', async () => {
      for (const cancelFirst of [false, true]) {
        const paused = await addPausedWithDraft()
        await setRunning(paused)
        if (cancelFirst) await cancel(paused)
        for (const { id } of await findJobs(paused.id)) await deleteJob(id)
        await cancel(paused)
        expect(await findKept(paused)).toEqual(expected)
      }
    })

    it('while its job, which created a draft, waits for being repeated', async () => {
      const paused = await addPausedWithDraft()
      await setRunning(paused)
      await cancel(paused)
      const getStatuses = async () =>
        (await getResult(paused.id, paused.otherTenant)).map(({ status }) => status)
      expect(await getStatuses()).toEqual(['sent', 'pending'])
      await run(paused.id, paused.otherTenant)
      expect(await findKept(paused)).toEqual(expected)
      expect(await getStatuses()).toEqual(['sent', 'not_sent'])
    })

    it('while its job is refused the sending of a draft', async () => {
      const paused = await addPausedWithDraft()
      const { ctx } = paused.otherTenant
      await limitSignatures(ctx, 1)
      await setRunning(paused)
      const { promise } = await write(ctx, async (tx) => {
        await tx.select().from(processes).where(eq(processes.status, 'draft')).for('update')
        const promise = run(paused.id, paused.otherTenant)
        promise.catch(() => {})
        await untilOtherWaits(tx)
        await cancel(paused)
        return { promise }
      })
      await promise
      expect(await findKept(paused)).toEqual(expected)
    })
  })

  it('waits for a concurrent move of its template without a deadlock', async () => {
    const paused = await addPaused()
    const { ctx } = paused.otherTenant
    const { id: templateId } = await addLease(paused.otherTenant)
    const running = await createBulkSend(ctx, { template_id: templateId, rows: [ada] })
    const { id: folderId } = await createFolder(ctx, { name: 'Contracts', access: 'everyone' })
    for (const { of, change } of [
      { of: paused.templateId, change: () => cancelBulkSend(ctx, paused.id) },
      { of: templateId, change: () => run(running.id, paused.otherTenant) },
    ]) {
      const changed = await write(ctx, async (tx) => {
        const locked = await lockTemplate(tx, ctx, of)
        const promise = change()
        promise.catch(() => {})
        await untilOtherWaits(tx)
        await moveTemplate(tx, ctx, locked, folderId, documentReferences)
        return { promise }
      })
      await changed.promise
    }
    const rows = await read(ctx, (reader) => reader.select().from(bulkSends).orderBy(bulkSends.id))
    expect(rows).toMatchObject([
      { status: 'cancelled', folderId },
      { status: 'completed', folderId },
    ])
  })

  it('stores the error of a row and continues', async () => {
    const { id } = (await create({ template_id: template.id, rows: [ada, grace] })).body.data
    await write(tenant.ctx, (tx) =>
      tx
        .update(bulkSendRows)
        .set({
          input: {
            signers: [{ role: 'Client', name: 'X', email: 'x@example.com' }],
            values: { Rent: 'much' },
            send: false,
          },
        })
        .where(eq(bulkSendRows.bulkSendId, id)),
    )
    await run(id)
    expect(await get(id)).toMatchObject({ status: 'completed', progress: { failed: 2, sent: 0 } })
    expect((await getResult(id))[0]!.error).toContain('values.Rent: Must be a number')
  })

  it('stores the refusal of a folder in the row, which is the error of a query within its transaction', async () => {
    const owner = connect(env().databaseUrl!, { max: 1 })
    onTestFinished(async () => {
      await owner`drop function refuse_folder cascade`
      await owner.end()
    })
    await owner`create function refuse_folder() returns trigger language plpgsql as
      $$ begin raise exception 'in another folder' using errcode = 'PF001', detail = '1'; end $$`
    const { id } = (await create({ template_id: template.id, rows: [ada] })).body.data
    await owner`create trigger refuse_folder before insert on process_documents
      for each row execute function refuse_folder()`
    await run(id)
    expect(await get(id)).toMatchObject({ status: 'completed', progress: { failed: 1, sent: 0 } })
    expect((await getResult(id))[0]!.error).toBe('The document 1 is in another folder.')
  })

  describe('asks again before each row whether its initiator may send', () => {
    const both = [ada, grace]
    const endKey = (caller: TestTenant, change: Partial<typeof apiKeys.$inferInsert> | null) =>
      write(caller.ctx, async (tx) => {
        if (change) await tx.update(apiKeys).set(change)
        else await tx.delete(apiKeys)
      })
    const endUser = (caller: TestTenant, change: Partial<typeof users.$inferInsert>) =>
      write(caller.ctx, async (tx) => {
        await tx.update(users).set(change).where(eq(users.role, 'user'))
      })
    const pausedBulkSend = async (caller: TestTenant, id: number) => {
      await run(id, caller)
      const {
        status,
        pause_reason: reason,
        progress,
      } = (await call<ItemBody>(bulkSendRoute.GET, { params: { id }, as: caller })).body.data
      return [status, reason, progress.sent]
    }

    it.each<[string, (caller: TestTenant) => Promise<void>, string]>([
      ['deleted', (caller) => endKey(caller, null), 'The API key that started it was deleted.'],
      [
        'expired',
        (caller) => endKey(caller, { expiresAt: new Date(1) }),
        'The API key that started it has expired.',
      ],
      [
        'limited to other scopes',
        (caller) => endKey(caller, { scopes: ['templates:read'] }),
        'The API key that started it lacks the scope processes:write.',
      ],
      [
        'limited to other IP addresses',
        (caller) => endKey(caller, { allowedIps: ['192.0.2.0/24'] }),
        'The API key that started it is not allowed from the IP address it was started from.',
      ],
      [
        'of a user who became a viewer',
        (caller) => endUser(caller, { role: 'viewer' }),
        'The role of the user who started it does not allow this any more.',
      ],
      [
        'of a user who was deleted',
        (caller) => endUser(caller, { deletedAt: new Date(), email: null }),
        'The user who started it was deleted.',
      ],
    ])('a key that is %s', async (_, end, reason) => {
      const newTenant = await makeTenant()
      const key = await newTenant.addKey({ creator: await newTenant.addMember('user') })
      const { id: templateId } = await addLease(newTenant)
      const { id } = (await create({ template_id: templateId, rows: both }, key)).body.data
      await end(newTenant)
      expect(await pausedBulkSend(newTenant, id)).toEqual(['paused', reason, 0])
      // An administrator continues in their own name.
      await call(resumeRoute.POST, { method: 'POST', params: { id }, as: newTenant })
      expect(await pausedBulkSend(newTenant, id)).toEqual(['completed', null, 2])
    })

    it.each<[string, (caller: TestTenant) => Promise<void>, string]>([
      [
        'became a viewer',
        (caller) => endUser(caller, { role: 'viewer' }),
        'The role of the user who started it does not allow this any more.',
      ],
      [
        'was deleted',
        (caller) => endUser(caller, { deletedAt: new Date(), email: null }),
        'The user who started it was deleted.',
      ],
      [
        'lacks a second factor that is required now',
        (caller) =>
          write(caller.ctx, async (tx) => {
            await tx.update(tenants).set({ requireSecondFactor: true })
          }),
        'The user who started it must set up a second factor first.',
      ],
    ])('a user who %s', async (_, end, reason) => {
      const newTenant = await makeTenant()
      const { id: templateId } = await addLease(newTenant)
      const { id } = (
        await create({ template_id: templateId, rows: both }, await newTenant.addMember('user'))
      ).body.data
      await end(newTenant)
      await run(id, newTenant)
      const [row] = await read(newTenant.ctx, (reader) => reader.select().from(bulkSends))
      expect([row!.status, englishMessage(row!.pauseReason!)]).toEqual(['paused', reason])
    })
  })
})
