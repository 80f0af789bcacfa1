import { beforeAll, describe, expect, it } from 'vitest'
import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { addDays } from '#lib/core/clock'
import type { DocumentRecord } from '#lib/documents/schema'
import { findUsage } from '#lib/identity/account/quotas'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { expireDue } from '#lib/processes/scheduled'
import { addDocument, addDraft, addSent } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as downloadRoute from './[id]/download/route.ts'
import * as duplicateRoute from './[id]/duplicate/route.ts'
import * as documentRoute from './[id]/route.ts'

type ItemBody = { data: DocumentRecord }
type ErrorBody = { error: { code: string; current_status: string; errors: Record<string, string[]> } }

let tenant: TestTenant
let foreignDocument: DocumentRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignDocument = await addDocument(await makeTenant())
})
const recordOfOtherTenant = async () => ({ id: foreignDocument.id })

const patch = <B = ItemBody>(id: number, body: unknown) =>
  call<B>(documentRoute.PATCH, { method: 'PATCH', params: { id }, body, as: tenant })
const duplicate = (id: number) =>
  call<ItemBody>(duplicateRoute.POST, { method: 'POST', params: { id }, as: tenant })
const remove = (id: number) => call(documentRoute.DELETE, { method: 'DELETE', params: { id }, as: tenant })
const getEvents = (id: number) =>
  read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { document: id }))

itIsGuarded('/documents/{id}/duplicate', duplicateRoute, { idsOfOtherTenant: recordOfOtherTenant })

describe('PATCH /documents/{id} with a name', () => {
  it('200 renames the document with an event; the same name changes nothing', async () => {
    const { id } = await addDocument(tenant, { name: 'Draft', filename: 'draft.pdf' })
    for (const name of ['  Lease  ', 'Lease']) {
      const { status, body } = await patch(id, { name })
      expect([status, body.data.name, body.data.original_filename]).toEqual([200, 'Lease', 'draft.pdf'])
    }
    const renamings = (await getEvents(id)).filter(({ type }) => type === 'document.renamed')
    expect(renamings.map(({ data }) => data)).toMatchObject([{ name: 'Lease', previous_name: 'Draft' }])
  })

  it('200 renames a document of a draft, which shows the new name', async () => {
    const { id, documents } = await addDraft(tenant)
    expect((await patch(documents[0]!.id, { name: 'Annex' })).status).toBe(200)
    expect((await getProcess(tenant.ctx, id)).documents).toMatchObject([{ name: 'Annex' }])
  })

  it('400 for an empty name, one of several lines, and one over 255 characters', async () => {
    const { id } = await addDocument(tenant)
    for (const name of ['', '  ', 'a\nb', 'x'.repeat(256)]) {
      const { status, body } = await patch<ErrorBody>(id, { name })
      expect([status, Object.keys(body.error.errors)]).toEqual([400, ['name']])
    }
  })

  it('409 for a document of a sent process', async () => {
    const { documents } = await addSent(tenant)
    const { status, body } = await patch<ErrorBody>(documents[0]!.id, { name: 'Other' })
    expect([status, body.error.code, body.error.current_status]).toEqual([409, 'invalid_state', 'in_process'])
  })

  it('409 also once that process has ended unsigned, which may be extended; its copy is renamed', async () => {
    const { documents } = await addSent(tenant, { options: { expires_in_days: 1 } })
    const { id } = documents[0]!
    await expireDue(addDays(tenant.ctx.now, 2))
    const { status, body } = await patch<ErrorBody>(id, { name: 'Other' })
    expect([status, body.error.code, body.error.current_status]).toEqual([409, 'invalid_state', 'uploaded'])
    expect((await patch((await duplicate(id)).body.data.id, { name: 'Other' })).status).toBe(200)
  })

  it('200 renames the document of a draft that was cancelled', async () => {
    const { id, documents } = await addDraft(tenant)
    await cancelProcess(tenant.ctx, id, {})
    expect((await patch(documents[0]!.id, { name: 'Annex' })).status).toBe(200)
  })
})

describe('POST /documents/{id}/duplicate', () => {
  it('201 with the same file and no use of the quota', async () => {
    const original = await addDocument(tenant, { name: 'Lease' })
    const used = () => read(tenant.ctx, (reader) => findUsage(reader, tenant.tenantId, tenant.ctx.now))
    const usedBefore = (await used()).documents.used
    const { status, body, headers } = await duplicate(original.id)
    const { id } = body.data
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/documents/${id}`)
    expect(body.data).toEqual({
      ...original,
      id: expect.any(Number),
      name: 'Lease (copy)',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      download_url: `http://localhost:3000/api/v1/documents/${id}/download`,
    })
    expect(id).not.toBe(original.id)
    expect((await used()).documents.used).toBe(usedBefore)
    expect(await getEvents(id)).toMatchObject([{ type: 'document.copied', data: { copy_of: original.id } }])
  })

  it('201 for a document of a sent process: the copy is ready to be sent', async () => {
    const { documents } = await addSent(tenant)
    expect((await duplicate(documents[0]!.id)).body.data.status).toBe('uploaded')
  })

  it('keeps the file of the copy after the original was deleted', async () => {
    const original = await addDocument(tenant)
    const copy = (await duplicate(original.id)).body.data
    expect((await remove(original.id)).status).toBe(204)
    const downloaded = await call(downloadRoute.GET, { params: { id: copy.id }, as: tenant })
    expect(downloaded.status).toBe(200)
  })

  it('404 for a deleted document', async () => {
    const { id } = await addDocument(tenant)
    await remove(id)
    expect((await duplicate(id)).status).toBe(404)
  })
})
