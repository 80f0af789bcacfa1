import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { fields as fieldsTable } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { buildPdf } from '#lib/pdf/fixtures/build'
import type { ProcessRecord } from '#lib/processes/schema'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as bulkSendsRoute from '../bulk-sends/route.ts'
import * as useRoute from '../templates/[id]/use/route.ts'
import * as templatesRoute from '../templates/route.ts'
import * as fieldsRoute from './[id]/fields/route.ts'
import * as sendRoute from './[id]/send/route.ts'
import * as processesRoute from './route.ts'

type Answer = { data: ProcessRecord; error: { errors: Record<string, string[]> } }

let tenant: TestTenant
let documentId: number
beforeAll(async () => {
  tenant = await makeTenant()
  documentId = (await addDocument(tenant)).id
})
const long = 'The quick brown fox jumps over the lazy dog. '.repeat(14).slice(0, 600)
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const reason = { page: 1, x: 72, y: 72, width: 160, height: 20, type: 'text', label: 'Reason' }
const documents = () => [{ id: documentId }]

const post = (route: { POST: typeof processesRoute.POST }, body: object, id?: number) =>
  call<Answer>(route.POST, { method: 'POST', body, as: tenant, params: id === undefined ? {} : { id } })
const create = (fields: object[], members: object = {}) =>
  post(processesRoute, { name: 'Lease', documents: documents(), signers: [ada], fields, ...members })
const refusal = ({ status, body }: { status: number; body: Answer }) => [
  status,
  Object.keys(body.error.errors),
]

describe('a preset text that does not fit into its field', () => {
  it('400 in a new process, by its field and by its label, also in percent of the page', async () => {
    expect(refusal(await create([{ ...reason, value: long }]))).toEqual([400, ['fields.0.value']])
    expect(refusal(await create([reason], { values: { Reason: long } }))).toEqual([400, ['values.Reason']])
    const inPercent = { ...reason, unit: 'percent', x: 10, y: 10, width: 25, height: 2.5 }
    expect(refusal(await create([{ ...inPercent, value: long }]))).toEqual([400, ['fields.0.value']])
    const tall = { ...reason, height: 200, value: long }
    expect((await create([tall])).status).toBe(201)
  })

  it('400 when the fields of a draft are replaced; an older draft can be sent', async () => {
    const { id, fields, signers } = (await create([reason])).body.data
    const field = { ...reason, document_id: documentId, signer_id: signers[0]!.id }
    const put = (value: string) =>
      call<Answer>(fieldsRoute.PUT, {
        method: 'PUT',
        params: { id },
        body: { fields: [{ ...field, value }] },
        as: tenant,
      })
    expect(refusal(await put(long))).toEqual([400, ['fields.0.value']])
    expect((await put('Short')).status).toBe(200)
    await write(tenant.ctx, (tx) =>
      tx.update(fieldsTable).set({ value: long }).where(eq(fieldsTable.id, fields[0]!.id)),
    )
    expect((await post(sendRoute, {}, id)).status).toBe(200)
  })

  it('400 in a template, in its use and in the rows of a list', async () => {
    const roles = [{ name: 'Client' }]
    const field = { ...reason, document_id: documentId, role: 'Client' }
    const body = { name: 'Lease', roles, documents: documents(), fields: [{ ...field, value: long }] }
    expect(refusal(await post(templatesRoute, body))).toEqual([400, ['fields.0.value']])
    const template = await addTemplate(tenant, { roles, documents: documents(), fields: [field] } as object)
    const signers = [{ ...ada, role: 'Client' }]
    const inUse = await post(useRoute, { signers, values: { Reason: long } }, template.id)
    expect(refusal(inUse)).toEqual([400, ['values.Reason']])
    const rows = [
      { ...ada, Reason: 'Short' },
      { ...ada, Reason: long },
    ]
    const inList = await post(bulkSendsRoute, { template_id: template.id, rows })
    expect(refusal(inList)).toEqual([400, ['rows.1.Reason']])
  })

  it('200 for what a form of the file had, until the sender enters another text', async () => {
    const bytes = buildPdf({
      catalog: '/AcroForm << /Fields [20 0 R] >>',
      objects: {
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 1002 0 R
          /Resources << /Font << /F1 3 0 R >> >> /Annots [20 0 R] >>`,
        20: `<< /Type /Annot /Subtype /Widget /Rect [72 600 232 620] /FT /Tx /T (Reason) /V (${long}) >>`,
      },
    })
    const form = { documents: [{ id: (await addDocument(tenant, { bytes })).id }], import_fields: true }
    const created = await create([], form)
    expect(created.status).toBe(201)
    const { id, fields } = created.body.data
    const put = (value: string) =>
      call<Answer>(fieldsRoute.PUT, {
        method: 'PUT',
        params: { id },
        body: { fields: [{ ...fields[0]!, value }] },
        as: tenant,
      })
    expect(refusal(await put(`${long}!`))).toEqual([400, ['fields.0.value']])
    expect((await put(long)).status).toBe(200)
    const withValue = await create([], { ...form, values: { Reason: `${long}!` } })
    expect(refusal(withValue)).toEqual([400, ['values.Reason']])
    expect((await post(sendRoute, {}, id)).status).toBe(200)
  })
})
