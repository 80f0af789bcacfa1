import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkSendRows } from '#db/schema/bulk'
import { read } from '#db/tenancy/tenant'
import { runBulkSend } from '#lib/bulk/run'
import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import type { TemplateRecord } from '#lib/templates/schema'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { addLink, openLink, runRevisions, typedSignature } from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as bulkSendsRoute from '../bulk-sends/route.ts'
import * as processDuplicateRoute from '../signature-processes/[id]/duplicate/route.ts'
import * as processesRoute from '../signature-processes/route.ts'
import * as duplicateRoute from '../templates/[id]/duplicate/route.ts'
import * as useRoute from '../templates/[id]/use/route.ts'
import * as importRoute from '../templates/import/route.ts'
import * as attachmentRoute from './[token]/attachments/[field]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
let template: TemplateRecord
beforeAll(async () => {
  tenant = await makeTenant()
  const { id } = await addDocument(tenant)
  const box = { document_id: id, role: 'Client', page: 1, x: 72, width: 160, height: 40 }
  template = await addTemplate(tenant, {
    documents: [{ id }],
    roles: [{ name: 'Client' }],
    fields: [
      { ...box, y: 72, type: 'signature' },
      { ...box, y: 172, type: 'attachment', label: 'Passport' },
    ],
  })
})
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
type ErrorBody = { error: { errors: Record<string, string[]> } }

function post<B = { data: ProcessRecord }>(
  handler: Parameters<typeof call>[0],
  body: object,
  params: Record<string, number> = {},
) {
  return call<B>(handler, { method: 'POST', body, params, as: tenant })
}

/** Expects the field to be one that its signer must add a file to, before they can sign. */
async function expectAsked(process: Pick<ProcessRecord, 'id' | 'signers' | 'fields'>) {
  const field = process.fields.find(({ type }) => type === 'attachment')!
  expect(field).toMatchObject({ label: 'Passport', required: true, value: null })
  await runRevisions(tenant, process)
  const token = await openLink(tenant, process.signers[0]!.id)
  const sign = () => call(signRoute.POST, { params: { token }, body: typedSignature() })
  expect((await sign()).status).toBe(400)
  const body = new FormData()
  body.append('file', new File([buildPdf() as BlobPart], 'passport.pdf'))
  expect((await call(attachmentRoute.POST, { params: { token, field: field.id }, body })).status).toBe(201)
  expect((await sign()).status).toBe(200)
  const signed = await getProcess(tenant.ctx, process.id)
  expect(signed.fields.find(({ id }) => id === field.id)!.attachment).toMatchObject({ name: 'passport.pdf' })
}

describe('an attachment is asked of the signer of', () => {
  it('a template, and of its copy', async () => {
    const copy = await post<{ data: TemplateRecord }>(duplicateRoute.POST, {}, { id: template.id })
    for (const { id } of [template, copy.body.data]) {
      const { status, body } = await post(useRoute.POST, { signers: { Client: ada }, send: true }, { id })
      expect([status, body.data.status]).toEqual([201, 'sent'])
      await expectAsked(body.data)
    }
  })

  it('each row of a bulk send', async () => {
    const rows = [ada, { name: 'Grace Hopper', email: 'grace@example.com' }]
    const { body } = await post<{ data: { id: number } }>(bulkSendsRoute.POST, {
      template_id: template.id,
      rows,
    })
    await runBulkSend({ tenantId: tenant.ctx.tenantId, bulkSendId: body.data.id })
    const sent = await read(tenant.ctx, (reader) =>
      reader.select().from(bulkSendRows).where(eq(bulkSendRows.bulkSendId, body.data.id)),
    )
    expect(sent.map(({ status }) => status)).toEqual(['sent', 'sent'])
    for (const { processId } of sent) await expectAsked(await getProcess(tenant.ctx, processId!))
  })

  it('a text tag, as wide as a button', async () => {
    const tag = 'BT /F1 12 Tf 72 700 Td ({{Passport;type=attachment}} {{S;type=signature}}) Tj ET'
    const { id } = await addDocument(tenant, { bytes: buildPdf({ objects: { 1002: stream(tag) } }) })
    const { status, body } = await post(processesRoute.POST, {
      ...{ name: 'Lease', documents: [{ id }], signers: [ada], import_fields: true, send: true },
    })
    expect([status, body.data.status]).toEqual([201, 'sent'])
    expect(body.data.fields.find(({ type }) => type === 'attachment')).toMatchObject({
      ...{ width: 170, height: 28 },
    })
    await expectAsked(body.data)
  })

  it('a file field of a template of DocuSeal', async () => {
    const { id } = await addDocument(tenant)
    const area = { x: 0.1, y: 0.8, w: 0.3, h: 0.05, page: 0, attachment_uuid: 'a' }
    const field = (name: string, type: string, areas: number[]) => ({
      ...{ name, type, submitter_uuid: 's', required: true, areas: areas.map((y) => ({ ...area, y })) },
    })
    const { status, body } = await post<{ data: TemplateRecord }>(importRoute.POST, {
      format: 'docuseal',
      documents: [{ id }],
      template: {
        name: 'Lease',
        schema: [{ attachment_uuid: 'a' }],
        submitters: [{ name: 'Client', uuid: 's' }],
        fields: [field('Passport', 'file', [0.2, 0.6]), field('Sign', 'signature', [0.4])],
      },
    })
    expect([status, body.data.fields?.map(({ type }) => type)]).toEqual([201, ['attachment', 'signature']])
    const used = await post(useRoute.POST, { signers: { Client: ada }, send: true }, { id: body.data.id })
    await expectAsked(used.body.data)
  })

  it('a copy of a process, without the file that was added', async () => {
    const { process } = await addLink(tenant, {
      signers: [ada],
      zones: [{ type: 'attachment', label: 'Passport' }],
    })
    await expectAsked(process)
    const { body } = await post(processDuplicateRoute.POST, {}, { id: process.id })
    expect(body.data.fields.find(({ type }) => type === 'attachment')!.attachment).toBeNull()
    await expectAsked(await sendProcess(tenant.ctx, body.data.id))
  })
})

describe('an attachment is never preset: 400', () => {
  it('for a value of a template', async () => {
    const { status, body } = await post<ErrorBody>(
      useRoute.POST,
      { signers: { Client: ada }, values: { Passport: 'passport.pdf' } },
      { id: template.id },
    )
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['values.Passport']])
  })

  it('for a column of a bulk send', async () => {
    const { status, body } = await post<ErrorBody>(bulkSendsRoute.POST, {
      template_id: template.id,
      csv: 'name,email,Passport\nAda,ada@example.com,passport.pdf',
    })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['rows.0.Passport']])
  })

  it.each(['default=passport.pdf', 'readonly=true'])('for a text tag with %s', async (setting) => {
    const tag = `BT /F1 12 Tf 72 700 Td ({{Passport;type=attachment;${setting}}}) Tj ET`
    const { id } = await addDocument(tenant, { bytes: buildPdf({ objects: { 1002: stream(tag) } }) })
    const { status, body } = await post<ErrorBody>(processesRoute.POST, {
      ...{ name: 'Lease', documents: [{ id }], signers: [ada], import_fields: true },
    })
    expect([status, Object.keys(body.error.errors)]).toMatchObject([
      400,
      [expect.stringMatching(/^fields\.0\./)],
    ])
  })
})
