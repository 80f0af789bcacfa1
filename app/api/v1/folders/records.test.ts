import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { documents } from '#db/schema/documents'
import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { cancelBulkSend } from '#lib/bulk/control'
import { createBulkSend } from '#lib/bulk/create'
import { getBulkSend } from '#lib/bulk/list'
import { downloadBulkResult } from '#lib/bulk/result'
import { runBulkSend } from '#lib/bulk/run'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { getDocument } from '#lib/documents/get'
import { createFolder } from '#lib/folders/create'
import { updateFolder } from '#lib/folders/update'
import { findSenders } from '#lib/notices/senders'
import { verifyPdf } from '#lib/pades/verify'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { findProcess } from '#lib/processes/load'
import { expireDue } from '#lib/processes/scheduled'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import type { TemplateRecord } from '#lib/templates/schema'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addField, addTemplate } from '#lib/testing/records/records'
import {
  addSentProcess,
  findToken,
  loadFiles,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call, type Handler } from '#lib/testing/service/call'
import { uploadForm } from '#lib/testing/service/fixtures'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as documentRoute from '../documents/[id]/route.ts'
import * as documentsRoute from '../documents/route.ts'
import * as processRoute from '../signature-processes/[id]/route.ts'
import * as processesRoute from '../signature-processes/route.ts'
import * as signRoute from '../signing/[token]/sign/route.ts'
import * as duplicateRoute from '../templates/[id]/duplicate/route.ts'
import * as templateRoute from '../templates/[id]/route.ts'
import * as useRoute from '../templates/[id]/use/route.ts'
import * as templatesRoute from '../templates/route.ts'
import * as folderRoute from './[id]/route.ts'

type ErrorBody = { error: { code: string; current_status: string; errors: Record<string, string[]> } }
type Process = { data: ProcessRecord }

let tenant: TestTenant
let member: Member
let salesId: number
let legalId: number
beforeAll(async () => {
  tenant = await makeTenant()
  member = await tenant.addMember('user')
  salesId = (await createFolder(tenant.ctx, { name: 'Sales', access: [member.user.id] })).id
  legalId = (await createFolder(tenant.ctx, { name: 'Legal', access: 'everyone' })).id
})
const post = <B>(handler: Handler, body: unknown, id = 0) =>
  call<B>(handler, { as: tenant, body, params: { id } })
const patch = <B>(
  { PATCH }: { PATCH: Handler },
  id: number,
  body: unknown,
  caller: { token: string } = tenant,
) => call<B>(PATCH, { method: 'PATCH', as: caller, params: { id }, body })
const move = <B = Process>(routes: { PATCH: Handler }, id: number, folder_id: number | null) =>
  patch<B>(routes, id, { folder_id })

async function getFolder(documentId: number): Promise<number | null> {
  const [row] = await read(tenant.ctx, (reader) =>
    reader
      .select({ folderId: documents.folderId })
      .from(documents)
      .where(and(eq(documents.tenantId, tenant.tenantId), eq(documents.id, documentId))),
  )
  return row!.folderId
}

async function upload(folder?: string) {
  const form = uploadForm()
  if (folder !== undefined) form.set('folder_id', folder)
  return call<{ data: { id: number; folder_id: number | null } } & ErrorBody>(documentsRoute.POST, {
    as: tenant,
    body: form,
  })
}

describe('a document', () => {
  it('201 in a folder, or in none', async () => {
    expect((await upload(String(salesId))).body.data.folder_id).toBe(salesId)
    for (const none of [undefined, '']) expect((await upload(none)).body.data.folder_id).toBeNull()
  })

  it('400 for a folder that does not exist, also one of test mode', async () => {
    const key = await tenant.addKey({ testMode: true })
    const test = await createFolder(key.ctx, { name: 'Test', access: 'everyone' })
    for (const folder of ['987654321', 'sales', '-1', String(test.id)]) {
      const { status, body } = await upload(folder)
      expect([folder, status, Object.keys(body.error.errors)]).toEqual([folder, 400, ['folder_id']])
    }
  })

  it('200 moves it with an event; the same folder or an absent member changes nothing', async () => {
    const { id } = await addDocument(tenant)
    for (const [folder_id, expected] of [
      [salesId, salesId],
      [salesId, salesId],
      [undefined, salesId],
      [legalId, legalId],
      [null, null],
    ]) {
      const moveResponse = await patch<{ data: { folder_id: number } }>(documentRoute, id, { folder_id })
      expect([moveResponse.status, moveResponse.body.data.folder_id]).toEqual([200, expected])
    }
    const events = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { document: id }))
    expect(events.filter(({ type }) => type === 'document.moved').map(({ data }) => data)).toMatchObject([
      { folder_id: salesId, previous_folder_id: null },
      { folder_id: legalId, previous_folder_id: salesId },
      { folder_id: null, previous_folder_id: legalId },
    ])
  })

  it('409 while a process or template has it', async () => {
    const draft = await addDraft(tenant)
    const lease = await addTemplate(tenant)
    for (const { id } of [draft.documents[0]!, lease.documents[0]!]) {
      const errorResponse = await move<ErrorBody>(documentRoute, id, salesId)
      expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'shared'])
      expect(await getFolder(id)).toBeNull()
    }
  })
})

describe('a process', () => {
  const create = <B = Process>(body: object) => post<B>(processesRoute.POST, { name: 'Lease', ...body })

  it('201 in the given folder, with its documents', async () => {
    const { id } = await addDocument(tenant)
    const { status, body } = await create({ folder_id: salesId, documents: [{ id }] })
    expect([status, body.data.folder_id, await getFolder(id)]).toEqual([201, salesId, salesId])
  })

  it('201 by default in the folder of its documents; documents in no folder move there', async () => {
    const inSales = await addDocument(tenant)
    await move(documentRoute, inSales.id, salesId)
    const other = await addDocument(tenant)
    const { body } = await create({ documents: [{ id: other.id }, { id: inSales.id }] })
    expect([body.data.folder_id, await getFolder(other.id)]).toEqual([salesId, salesId])
    expect((await create({})).body.data.folder_id).toBeNull()
  })

  it('400 for a document in another folder', async () => {
    const { id } = await addDocument(tenant)
    await move(documentRoute, id, salesId)
    for (const folder_id of [legalId, null]) {
      const { status, body } = await create<ErrorBody>({ folder_id, documents: [{ id }] })
      expect([status, body.error.errors]).toEqual([
        400,
        { 'documents.0.id': [`The document ${id} is in another folder.`] },
      ])
    }
    const draft = await addDraft(tenant, { folder_id: legalId })
    const { status } = await patch(processRoute, draft.id, { documents: [{ id }] })
    expect(status).toBe(400)
  })

  it('409 for a document that another draft in no folder uses', async () => {
    const { id } = await addDocument(tenant)
    await addDraft(tenant, { documents: [{ id }] })
    const errorResponse = await create<ErrorBody>({ folder_id: salesId, documents: [{ id }] })
    expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'shared'])
    expect(await getFolder(id)).toBeNull()
  })

  it('200 moves a draft together with other changes', async () => {
    const draft = await addDraft(tenant)
    const added = await addDocument(tenant)
    await move(documentRoute, added.id, salesId)
    const documentIds = [draft.documents[0]!.id, added.id]
    const { body } = await patch<Process>(processRoute, draft.id, {
      name: 'Moved',
      folder_id: salesId,
      documents: documentIds.map((id) => ({ id })),
    })
    expect(body.data).toMatchObject({ name: 'Moved', folder_id: salesId })
    expect(await Promise.all(documentIds.map(getFolder))).toEqual([salesId, salesId])
  })

  it('200 moves a sent process, and a completed one with its vault documents; recorded in the trail', async () => {
    const sentProcess = await addSentProcess(tenant)
    expect((await move(processRoute, sentProcess.id, salesId)).body.data).toMatchObject({
      status: 'sent',
      folder_id: salesId,
    })
    const completedProcess = await addCompleted(tenant, { folder_id: legalId })
    expect((await loadVaultRows(tenant, completedProcess.id)).map(({ folderId }) => folderId)).toEqual([
      legalId,
    ])
    expect((await move(processRoute, completedProcess.id, salesId)).body.data.folder_id).toBe(salesId)
    expect((await loadVaultRows(tenant, completedProcess.id)).map(({ folderId }) => folderId)).toEqual([
      salesId,
    ])
    expect(await getFolder(completedProcess.documents[0]!.id)).toBe(salesId)
    const events = await read(tenant.ctx, (reader) =>
      findTrail(reader, tenant.ctx, { process: completedProcess.id }),
    )
    expect(events.at(-1)).toMatchObject({
      type: 'process.moved',
      data: { folder_id: salesId, previous_folder_id: legalId },
    })
  })

  it('409 for other changes of a completed process, which is not moved', async () => {
    const completedProcess = await addCompleted(tenant)
    const errorResponse = await patch<ErrorBody>(processRoute, completedProcess.id, {
      folder_id: salesId,
      name: 'Other',
    })
    expect(errorResponse.status).toBe(409)
    expect((await loadVaultRows(tenant, completedProcess.id))[0]!.folderId).toBeNull()
  })

  it('200 moves it with its documents: a template that shares one gets a copy with its fields', async () => {
    const completedProcess = await addCompleted(tenant)
    const { id } = completedProcess.documents[0]!
    const lease = await addTemplate(tenant, { documents: [{ id }] })
    expect((await move(processRoute, completedProcess.id, salesId)).body.data.documents[0]!.id).toBe(id)
    const { body } = await call<{ data: TemplateRecord }>(templateRoute.GET, {
      as: tenant,
      params: { id: lease.id },
    })
    const copy = body.data.documents[0]!
    expect([body.data.folder_id, copy.id === id, copy.name]).toEqual([null, false, lease.documents[0]!.name])
    expect(body.data.updated_at > lease.updated_at).toBe(true)
    expect(body.data.fields).toEqual(lease.fields.map((field) => ({ ...field, document_id: copy.id })))
    expect([await getFolder(id), await getFolder(copy.id)]).toEqual([salesId, null])
  })

  it('200 moves one of two drafts with the same document: the other gets a copy and can be sent', async () => {
    const { id } = await addDocument(tenant)
    const [moved, other] = [
      await addDraft(tenant, { documents: [{ id }] }),
      await addDraft(tenant, { documents: [{ id }] }),
    ]
    await addField(tenant, other)
    const before = await getDocument(tenant.ctx, id)
    expect((await move(processRoute, moved.id, salesId)).status).toBe(200)
    expect((await getDocument(tenant.ctx, id)).updated_at > before.updated_at).toBe(true)
    const changed = await getProcess(tenant.ctx, other.id)
    expect(changed.updated_at > other.updated_at).toBe(true)
    const sentProcess = await sendProcess(tenant.ctx, other.id)
    expect([sentProcess.status, sentProcess.folder_id, sentProcess.documents[0]!.id === id]).toEqual([
      'sent',
      null,
      false,
    ])
    expect(sentProcess.fields[0]!.document_id).toBe(sentProcess.documents[0]!.id)
    expect((await sendProcess(tenant.ctx, moved.id)).documents[0]!.id).toBe(id)
  })

  it.each([
    ['a completed process', 'completed'],
    ['the cancelled one before it', 'cancelled'],
  ])('200 moves %s, and both keep the same document: the cancelled one has a copy', async (_what, status) => {
    const { id } = await addDocument(tenant)
    const cancelled = await addSentProcess(tenant, { documents: [{ id }] })
    await cancelProcess(tenant.ctx, cancelled.id, {})
    const completed = await addCompleted(tenant, { documents: [{ id }] })
    const moved = status === 'completed' ? completed : cancelled
    expect((await move(processRoute, moved.id, salesId)).status).toBe(200)
    const [before, after] = await Promise.all(
      [cancelled, completed].map((each) => getProcess(tenant.ctx, each.id)),
    )
    const copy = before!.documents[0]!
    expect([copy.id === id, copy.name, after!.documents[0]!.id]).toEqual([
      false,
      after!.documents[0]!.name,
      id,
    ])
    expect(before!.fields.map(({ document_id }) => document_id)).toEqual([copy.id])
    const folders = status === 'completed' ? [null, salesId] : [salesId, null]
    expect([before!.folder_id, after!.folder_id]).toEqual(folders)
    expect([await getFolder(copy.id), await getFolder(id)]).toEqual(folders)
    const events = await read(tenant.ctx, (reader) =>
      findTrail(reader, tenant.ctx, { process: cancelled.id }),
    )
    const copied = events.filter(({ type }) => type === 'document.copied')
    expect(copied.map(({ data }) => data)).toMatchObject([{ document_id: copy.id, copy_of: id }])
    expect(before!.updated_at > cancelled.updated_at).toBe(true)
  })

  it('200 moves a completed process out of the folder of an expired one, which goes on with the copy', async () => {
    const { id } = await addDocument(tenant)
    const expired = await addSentProcess(tenant, { documents: [{ id }], options: { expires_in_days: 1 } })
    await runRevisions(tenant, expired)
    await expireDue(addDays(tenant.ctx.now, 2))
    const completed = await addCompleted(tenant, { documents: [{ id }] })
    expect((await move(processRoute, completed.id, salesId)).status).toBe(200)
    const extended = await patch<Process>(processRoute, expired.id, { options: { expires_in_days: 9 } })
    expect(extended.status).toBe(200)
    await openLink(tenant, expired.signers[0]!.id)
    const params = { token: await findToken(tenant, expired.signers[0]!.id) }
    expect((await call(signRoute.POST, { params, body: typedSignature() })).status).toBe(200)
    await runRevisions(tenant, expired)
    expect((await getProcess(tenant.ctx, expired.id)).status).toBe('completed')
    const [file] = await loadFiles(tenant, expired.id)
    expect((await verifyPdf(file!)).valid).toBe(true)
  })

  it('409 for moving a draft with a document that a sent process in another folder has', async () => {
    const { id } = await addDocument(tenant)
    const draft = await addDraft(tenant, { documents: [{ id }] })
    await addSentProcess(tenant, { documents: [{ id }] })
    expect((await move<ErrorBody>(processRoute, draft.id, salesId)).body.error.current_status).toBe('shared')
    expect(await getFolder(id)).toBeNull()
  })

  it('400 for a folder that does not exist', async () => {
    const draft = await addDraft(tenant)
    const { status, body } = await move<ErrorBody>(processRoute, draft.id, 987_654_321)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['folder_id']])
  })

  it('moves with others that share its documents at the same time, while one is deleted', async () => {
    for (let round = 0; round < 3; round++) {
      const [first, second, third] = [
        { id: (await addDocument(tenant)).id },
        { id: (await addDocument(tenant)).id },
        { id: (await addDocument(tenant)).id },
      ]
      const drafts = []
      for (const shared of [[first, second], [second, third], [third, first], [first]])
        drafts.push(await addDraft(tenant, { documents: shared }))
      const lease = await addTemplate(tenant, { documents: [second] })
      const responses = await Promise.all([
        ...drafts.map(({ id }, index) => move(processRoute, id, index % 2 ? salesId : legalId)),
        move(templateRoute, lease.id, salesId),
        call(documentRoute.DELETE, { as: tenant, method: 'DELETE', params: { id: first.id } }),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 204])
    }
  })

  it('sends its emails to the administrators while its sender has no access', async () => {
    const { id } = await addSentProcess(member, { folder_id: salesId })
    const recipients = () =>
      read(tenant.ctx, async (reader) => {
        const process = await findProcess(reader, tenant.ctx, id)
        return (await findSenders(reader, tenant.ctx, process)).map(({ email }) => email)
      })
    expect(await recipients()).toEqual([member.user.email])
    await updateFolder(tenant.ctx, salesId, { access: [] })
    expect(await recipients()).toEqual([tenant.user.email])
    await updateFolder(tenant.ctx, salesId, { access: [member.user.id] })
  })
})

describe('a template', () => {
  const signers = [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }]
  const startFrom = (id: number, body: object = {}) => post<Process>(useRoute.POST, { signers, ...body }, id)

  it('201 in a folder with its documents; moves with them; a duplicate is in the same folder', async () => {
    const { id } = await addDocument(tenant)
    const createResponse = await post<{ data: TemplateRecord }>(templatesRoute.POST, {
      name: 'Lease',
      folder_id: salesId,
      documents: [{ id }],
    })
    const lease = createResponse.body.data
    expect([lease.folder_id, await getFolder(id)]).toEqual([salesId, salesId])
    const duplicated = await post<{ data: TemplateRecord }>(duplicateRoute.POST, {}, lease.id)
    expect(duplicated.body.data.folder_id).toBe(salesId)
    expect((await move(templateRoute, lease.id, legalId)).body.data.folder_id).toBe(legalId)
    expect(await getFolder(id)).toBe(legalId)
    const copy = await call<{ data: TemplateRecord }>(templateRoute.GET, {
      as: tenant,
      params: { id: duplicated.body.data.id },
    })
    expect([copy.body.data.folder_id, await getFolder(copy.body.data.documents[0]!.id)]).toEqual([
      salesId,
      salesId,
    ])
  })

  it('creates processes in its folder, or in the given one', async () => {
    const lease = await addTemplate(tenant, { folder_id: salesId })
    for (const [folderId, expected] of [
      [undefined, salesId],
      [legalId, legalId],
      [null, null],
    ]) {
      const { body } = await startFrom(lease.id, { folder_id: folderId })
      expect([body.data.folder_id, await getFolder(body.data.documents[0]!.id)]).toEqual([expected, expected])
    }
    expect((await startFrom(lease.id, { folder_id: 987_654_321 })).status).toBe(400)
    expect((await startFrom(lease.id, { send: true })).body.data).toMatchObject({
      status: 'sent',
      folder_id: salesId,
    })
  })

  it('200 keeps the version, 204 ends the link of a process in a folder that the user has no access to', async () => {
    const hidden = await createFolder(tenant.ctx, { name: 'Human resources', access: [] })
    const lease = await addTemplate(tenant)
    const { id } = (await startFrom(lease.id, { folder_id: hidden.id })).body.data
    const getTemplate = async () => (await getProcess(tenant.ctx, id)).template
    const changed = await patch<{ data: TemplateRecord }>(templateRoute, lease.id, { name: 'Other' }, member)
    expect([changed.body.data.version, await getTemplate()]).toEqual([2, { id: lease.id, version: 1 }])
    await call(templateRoute.DELETE, { method: 'DELETE', as: member, params: { id: lease.id } })
    expect(await getTemplate()).toBeNull()
  })
})

describe('a bulk send', () => {
  const rows = [{ name: 'Ada', email: 'ada@example.com' }]
  const job = (bulkSendId: number) => ({ tenantId: tenant.tenantId, bulkSendId })
  const getFolderId = async (id: number) => {
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select({ folderId: bulkSends.folderId }).from(bulkSends).where(eq(bulkSends.id, id)),
    )
    return row!.folderId
  }

  it('is in the folder of its template until it ends, then stays with its processes', async () => {
    const lease = await addTemplate(tenant, { folder_id: salesId })
    const { id } = await createBulkSend(tenant.ctx, { template_id: lease.id, rows })
    await runBulkSend(job(id))
    const documentRows = await read(tenant.ctx, (reader) =>
      reader.select({ folderId: documents.folderId }).from(documents).where(eq(documents.folderId, salesId)),
    )
    expect([await getFolderId(id), documentRows.length > 1]).toEqual([salesId, true])
    const running = await createBulkSend(tenant.ctx, { template_id: lease.id, rows })
    const cancelled = await createBulkSend(tenant.ctx, { template_id: lease.id, rows })
    await cancelBulkSend(tenant.ctx, cancelled.id)
    await move(templateRoute, lease.id, legalId)
    const folderIds = await Promise.all([id, cancelled.id, running.id].map(getFolderId))
    expect(folderIds).toEqual([salesId, salesId, legalId])
  })

  it('gives nobody the values of rows whose process was moved to a folder that they have no access to', async () => {
    const lease = await addTemplate(tenant)
    const grace = { name: 'Grace', email: 'grace@example.com' }
    const { id } = await createBulkSend(tenant.ctx, { template_id: lease.id, rows: [...rows, grace] })
    await runBulkSend(job(id))
    const [first] = await read(tenant.ctx, (reader) =>
      reader.select().from(bulkSendRows).where(eq(bulkSendRows.bulkSendId, id)).orderBy(bulkSendRows.number),
    )
    const hidden = await createFolder(tenant.ctx, { name: 'Employees', access: [] })
    await move(processRoute, first!.processId!, hidden.id)
    const getNames = async ({ ctx }: { ctx: Ctx }) =>
      (await downloadBulkResult(ctx, id)).body.toString().match(/Ada|Grace/g)
    expect(await getNames(member)).toEqual(['Grace'])
    expect(await getNames(tenant)).toEqual(['Ada', 'Grace'])
  })

  it('pauses when the user who started it loses access to the template', async () => {
    const lease = await addTemplate(tenant, { folder_id: salesId })
    const { id } = await createBulkSend(member.ctx, { template_id: lease.id, rows })
    await updateFolder(tenant.ctx, salesId, { access: [] })
    await runBulkSend(job(id))
    expect(await getBulkSend(tenant.ctx, id)).toMatchObject({
      status: 'paused',
      pause_reason: 'The user who started it has no access to the folder of the template.',
      progress: { remaining: 1 },
    })
    await updateFolder(tenant.ctx, salesId, { access: [member.user.id] })
  })

  it('is visible only to administrators after its folder was deleted', async () => {
    const oldFolder = await createFolder(tenant.ctx, { name: 'Old', access: 'everyone' })
    const lease = await addTemplate(tenant, { folder_id: oldFolder.id })
    const { id } = await createBulkSend(tenant.ctx, { template_id: lease.id, rows })
    await call(templateRoute.DELETE, { method: 'DELETE', as: tenant, params: { id: lease.id } })
    await move(documentRoute, lease.documents[0]!.id, null)
    const deleteResponse = await call(folderRoute.DELETE, {
      method: 'DELETE',
      as: tenant,
      params: { id: oldFolder.id },
    })
    expect(deleteResponse.status).toBe(204)
    expect((await getBulkSend(tenant.ctx, id)).id).toBe(id)
    await expect(getBulkSend(member.ctx, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
