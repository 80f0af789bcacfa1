import { beforeAll, expect, it } from 'vitest'
import { read } from '#db/tenancy/tenant'
import type { Subject } from '#lib/audit/events'
import { endVisit } from '#lib/audit/record'
import { findTrail } from '#lib/audit/trail'
import type { ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord, TemplateVersionRecord } from '#lib/templates/schema'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as documentRoute from '../documents/[id]/route.ts'
import * as processRoute from '../signature-processes/[id]/route.ts'
import * as templateRoute from './[id]/route.ts'
import * as useRoute from './[id]/use/route.ts'
import * as restoreRoute from './[id]/versions/[version]/restore/route.ts'
import * as versionRoute from './[id]/versions/[version]/route.ts'
import * as versionsRoute from './[id]/versions/route.ts'

let tenant: TestTenant
let templateOfOtherTenant: TemplateRecord
beforeAll(async () => {
  tenant = await makeTenant()
  templateOfOtherTenant = await addTemplate(await makeTenant())
})
const idsOfOtherTenant = async () => ({ id: templateOfOtherTenant.id, version: 1 })
itIsGuarded('/templates/{id}/versions', versionsRoute, { idsOfOtherTenant })
itIsGuarded('/templates/{id}/versions/{version}', versionRoute, { idsOfOtherTenant })
itIsGuarded('/templates/{id}/versions/{version}/restore', restoreRoute, { idsOfOtherTenant })

const patch = (id: number, body: object) =>
  call<{ data: TemplateRecord }>(templateRoute.PATCH, { method: 'PATCH', params: { id }, body, as: tenant })
const createProcess = async (id: number) => {
  const signers = [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }]
  const created = await call<{ data: ProcessRecord }>(useRoute.POST, {
    params: { id },
    body: { signers },
    as: tenant,
  })
  return created.body.data
}
const listVersions = (id: number, query = '') =>
  call<{ data: TemplateVersionRecord[]; meta: { total: number } }>(versionsRoute.GET, {
    params: { id },
    path: `/templates/${id}/versions${query}`,
    as: tenant,
  })
const restore = (id: number, version: number, headers: Record<string, string> = {}) =>
  call<{ data: TemplateRecord }>(restoreRoute.POST, {
    method: 'POST',
    params: { id, version },
    headers,
    as: tenant,
  })
const remove = (id: number, version: number) =>
  call(versionRoute.DELETE, { method: 'DELETE', params: { id, version }, as: tenant })
const deleteDocument = (id: number) =>
  call(documentRoute.DELETE, { method: 'DELETE', params: { id }, as: tenant })
const getProcess = async (id: number) =>
  (await call<{ data: ProcessRecord }>(processRoute.GET, { params: { id }, as: tenant })).body.data

it('200 keeps the version that a process came from, and changes an unused one in place', async () => {
  const template = await addTemplate(tenant)
  expect((await patch(template.id, { name: 'Unused' })).body.data.version).toBe(1)
  const process = await createProcess(template.id)
  expect(process.template).toEqual({ id: template.id, version: 1 })
  expect((await patch(template.id, { name: 'Second', fields: [] })).body.data.version).toBe(2)
  expect((await patch(template.id, { description: 'Still the second' })).body.data.version).toBe(2)
  expect((await createProcess(template.id)).template?.version).toBe(2)
  expect((await patch(template.id, { name: 'Third' })).body.data.version).toBe(3)
  expect((await getProcess(process.id)).template).toEqual({ id: template.id, version: 1 })

  const { status, body } = await listVersions(template.id)
  expect(status).toBe(200)
  expect(
    body.data.map(({ version, current, name, usage_count }) => [version, current, name, usage_count]),
  ).toEqual([
    [3, true, 'Third', 0],
    [2, false, 'Second', 1],
    [1, false, 'Unused', 1],
  ])
  expect(body.data[2]).toMatchObject({ fields: template.fields, documents: template.documents })
  for (const [page, versions] of [
    [1, [3, 2]],
    [2, [1]],
    [3, []],
  ] as const) {
    const { data, meta } = (await listVersions(template.id, `?per_page=2&page=${page}`)).body
    expect([data.map(({ version }) => version), meta.total]).toEqual([versions, 3])
  }
})

it('200 without a difference: no version, no event, and the same ETag', async () => {
  const template = await addTemplate(tenant)
  await createProcess(template.id)
  const { name, description, roles, fields, options, documents } = template
  const read = await call<{ data: TemplateRecord }>(templateRoute.GET, {
    params: { id: template.id },
    as: tenant,
  })
  for (const body of [{}, { name, description }, { roles, fields }, { documents, options }, read.body.data]) {
    const unchanged = await patch(template.id, body)
    expect([unchanged.body.data, unchanged.headers.get('etag')]).toEqual([
      read.body.data,
      read.headers.get('etag'),
    ])
  }
  expect((await trail({ template: template.id })).map(({ type }) => type)).toEqual([
    'template.created',
    'template.used',
  ])
  await patch(template.id, { ...read.body.data, description: 'For tenants' })
  expect((await trail({ template: template.id })).at(-1)!.data).toMatchObject({
    changed: ['description'],
    version: 2,
  })
})

it('200 restores a version as a new one, with its documents, and loses nothing', async () => {
  const template = await addTemplate(tenant)
  await createProcess(template.id)
  const other = await addDocument(tenant)
  await patch(template.id, { name: 'Other', documents: [{ id: other.id }], roles: [{ name: 'Buyer' }] })
  const key = { 'idempotency-key': 'restore' }
  const restored = await restore(template.id, 1, key)
  expect(restored.status).toBe(200)
  const etag = restored.headers.get('etag')
  const replayed = await restore(template.id, 1, key)
  expect(etag).toMatch(/^"\w+"$/)
  expect([replayed.headers.get('idempotent-replayed'), replayed.headers.get('etag')]).toEqual(['true', etag])
  const { name, documents, roles, fields } = template
  expect(restored.body.data).toMatchObject({ version: 3, name, documents, roles, fields })
  const { data: versions } = (await listVersions(template.id)).body
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
  expect(versions[1]).toMatchObject({ name: 'Other', documents: [{ id: other.id }] })
  expect((await createProcess(template.id)).template?.version).toBe(3)
  const events = await trail({ template: template.id })
  expect(events.find(({ type }) => type === 'template.restored')?.data).toMatchObject({
    version: 3,
    restored_version: 1,
  })
})

it('404 for the current version and unknown ones; 412 for another ETag', async () => {
  const template = await addTemplate(tenant)
  await createProcess(template.id)
  const { headers } = await patch(template.id, { name: 'Second' })
  for (const version of [2, 9, Number.MAX_SAFE_INTEGER]) {
    expect((await restore(template.id, version)).status).toBe(404)
    expect((await remove(template.id, version)).status).toBe(404)
  }
  const etag = headers.get('etag')!
  expect((await restore(template.id, 1, { 'if-match': '"1"' })).status).toBe(412)
  const restored = await restore(template.id, 1, { 'if-match': etag })
  expect(restored.status).toBe(200)
  expect(restored.headers.get('etag')).not.toBe(etag)
})

it('keeps the documents of an earlier version until it or the template is deleted', async () => {
  const template = await addTemplate(tenant)
  const process = await createProcess(template.id)
  const { id } = template.documents[0]!
  await patch(template.id, { documents: [] })
  const refused = await deleteDocument(id)
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'Version 1 of the template “Lease” uses this document. Delete that version first.',
  ])
  expect((await remove(template.id, 1)).status).toBe(204)
  expect((await remove(template.id, 1)).status).toBe(404)
  expect((await deleteDocument(id)).status).toBe(204)
  expect((await getProcess(process.id)).template).toEqual({ id: template.id, version: 1 })

  const other = await addTemplate(tenant)
  await createProcess(other.id)
  await patch(other.id, { documents: [] })
  await call(templateRoute.DELETE, { method: 'DELETE', params: { id: other.id }, as: tenant })
  expect((await deleteDocument(other.documents[0]!.id)).status).toBe(204)
})

it('makes one version of two changes at once', async () => {
  const template = await addTemplate(tenant)
  await createProcess(template.id)
  const changes = await Promise.all(['A', 'B'].map((name) => patch(template.id, { name })))
  expect(changes.map(({ body }) => body.data.version)).toEqual([2, 2])
  expect((await listVersions(template.id)).body.meta.total).toBe(2)
})

it('forgets the template of a process once it is deleted', async () => {
  const template = await addTemplate(tenant)
  const process = await createProcess(template.id)
  await call(templateRoute.DELETE, { method: 'DELETE', params: { id: template.id }, as: tenant })
  expect((await getProcess(process.id)).template).toBeNull()
})

async function trail(subject: Subject) {
  await endVisit(tenant.ctx, subject)
  return read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, subject))
}
