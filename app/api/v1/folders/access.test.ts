import { beforeAll, describe, expect, it } from 'vitest'
import { createBulkSend } from '#lib/bulk/create'
import { env } from '#lib/core/env'
import { createFolder } from '#lib/folders/create'
import { updateFolder } from '#lib/folders/update'
import { dispatcher } from '#lib/http/dispatch'
import type { Endpoint } from '#lib/http/endpoints'
import { type Permission, policy, roleMay } from '#lib/policy'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records/records'
import { loadVaultRows } from '#lib/testing/records/signing-session'
import { addVaultFixture, type Fixtures, fill, makeAllFixtures } from '#lib/testing/service/fixtures'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { reference } from '../reference.ts'
import { allEndpoints, routes } from '../routes.ts'

const dispatch = dispatcher(routes)
const endpoints = await allEndpoints()

/** The ids of the records in the folder, by the first part of their path. */
type Ids = Record<
  'folders' | 'documents' | 'signature-processes' | 'templates' | 'bulk-sends' | 'archives' | 'vault',
  number
> & { draft: number }

let tenant: TestTenant
let member: Member
let viewer: Member
let withoutAccess: Member
let viewerWithoutAccess: Member
let folderId: number
let ids: Ids
let fixtures: Fixtures
beforeAll(async () => {
  Object.assign(env().rateLimits, { principal: 0, address: 0 })
  tenant = await makeTenant()
  ;[member, withoutAccess] = [await tenant.addMember('user'), await tenant.addMember('user')]
  ;[viewer, viewerWithoutAccess] = [await tenant.addMember('viewer'), await tenant.addMember('viewer')]
  const access = [member.user.id, viewer.user.id]
  folderId = (await createFolder(tenant.ctx, { name: 'Human resources', access })).id
  ids = await addRecords(tenant)
  fixtures = await makeAllFixtures(endpoints, tenant, await reference(), await addVaultFixture(tenant))
}, 60_000)
/** Creates one record of every kind in the folder, each with `Secret` in its name. */
async function addRecords(caller: TestTenant): Promise<Ids> {
  const zoe = { name: 'Zoe Secret', email: 'zoe.secret@example.com' }
  const inFolder = { folder_id: folderId, name: 'Secret' }
  const document = await addDocument(caller, { name: 'Secret' })
  const draft = await addDraft(caller, { ...inFolder, documents: [{ id: document.id }], signers: [zoe] })
  const template = await addTemplate(caller, inFolder)
  const bulkSend = await createBulkSend(caller.ctx, {
    template_id: template.id,
    name: 'Secret list',
    rows: [zoe],
  })
  const signedDocument = await addDocument(caller, { name: 'Secret' })
  const completedProcess = await addCompleted(caller, {
    ...inFolder,
    documents: [{ id: signedDocument.id }],
    signers: [zoe],
  })
  const [vaultRow] = await loadVaultRows(caller, completedProcess.id)
  return {
    folders: folderId,
    documents: document.id,
    'signature-processes': completedProcess.id,
    draft: draft.id,
    templates: template.id,
    'bulk-sends': bulkSend.id,
    archives: completedProcess.id,
    vault: vaultRow!.id,
  }
}

interface Answer {
  status: number
  text: string
}

async function send(
  caller: { token: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' }
  const request = new Request(env().appUrl + path, { method, headers, body: JSON.stringify(body) })
  const response = await dispatch(request)
  return { status: response.status, text: await response.text() }
}

const get = (caller: { token: string }, path: string) => send(caller, 'GET', `/api/v1${path}`)
const withoutRequestId = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

/** The endpoints of records that can be in a folder. */
const recordEndpoints = endpoints.filter(({ path }) =>
  /^\/api\/v1\/(folders|documents|signature-processes|templates|bulk-sends|archives|vault\/documents)\/\{id\}/.test(
    path,
  ),
)
const getPath = ({ path }: Endpoint, id: number) => fill(path, { id: String(id), signer: '1' })
const getArea = ({ path }: Endpoint) => path.split('/')[3] as keyof Ids

describe('a record in a folder', () => {
  it('has routes', () => {
    expect(recordEndpoints.length).toBeGreaterThan(30)
  })

  it.each(recordEndpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })))(
    '$name: 404 without access, as for an unknown id',
    async ({ endpoint }) => {
      const body = await fixtures.makeBody(endpoint)
      const { method, declaration } = endpoint
      const key = await tenant.addKey({ creator: withoutAccess })
      const permission = declaration.permission as Permission
      for (const caller of [withoutAccess, viewerWithoutAccess, key]) {
        const response = await send(caller, method, getPath(endpoint, ids[getArea(endpoint)]), body)
        const unknown = await send(caller, method, getPath(endpoint, 987_654_321), body)
        const role = caller === viewerWithoutAccess ? 'viewer' : 'user'
        const isForKeys = policy[permission].scope !== null
        const expected = roleMay(role, permission) && (caller !== key || isForKeys) ? 404 : 403
        expect([response.status, unknown.status]).toEqual([expected, expected])
        expect(withoutRequestId(response.text)).toBe(withoutRequestId(unknown.text))
      }
    },
  )

  it.each(
    recordEndpoints
      .filter(({ method }) => method === 'GET')
      .map((endpoint) => ({ endpoint, name: endpoint.path })),
  )('GET $name: 200 with access', async ({ endpoint }) => {
    const hasUnknownPart = /\{(signer|attachment|link)\}/.test(endpoint.path)
    const path = getPath(endpoint, ids[getArea(endpoint)])
    const keys = [await tenant.addKey(), await tenant.addKey({ creator: member })]
    for (const caller of [tenant, member, viewer, ...keys])
      expect([path, (await send(caller, 'GET', path)).status]).toEqual([path, hasUnknownPart ? 404 : 200])
  })
})

/** Every list and search in which the records of the folder could appear. */
const lists = [
  '/folders',
  '/documents?search=secret',
  '/documents?status=uploaded,in_process,completed',
  '/signature-processes?search=secret',
  '/signature-processes?search=zoe.secret',
  '/signature-processes?date_from=2020-01-01',
  '/templates?search=secret',
  '/templates?sort=name',
  '/bulk-sends?per_page=100',
  '/contacts?search=zoe',
  '/vault/documents?search=secret',
  '/vault/documents?tags=payroll',
  '/vault/documents?status=active',
  '/archives?search=secret',
  '/archives?date_from=2020-01-01',
]

describe('lists', () => {
  beforeAll(async () => {
    await send(tenant, 'PUT', `/api/v1/vault/documents/${ids.vault}/tags`, { tags: ['payroll'] })
  })

  it.each(lists)('GET %s has the records of the folder only with access', async (path) => {
    const namesOfRecords = /Secret|Human resources/
    for (const caller of [tenant, member, viewer, await tenant.addKey({ creator: member })])
      expect([path, namesOfRecords.test((await get(caller, path)).text)]).toEqual([path, true])
    for (const caller of [
      withoutAccess,
      viewerWithoutAccess,
      await tenant.addKey({ creator: withoutAccess }),
    ]) {
      const { status, text } = await get(caller, path)
      expect([status, namesOfRecords.test(text)]).toEqual([200, false])
      const { data, meta } = JSON.parse(text)
      if (meta) expect(meta.total).toBe(data.length)
    }
  })

  it.each(['documents', 'signature-processes', 'templates', 'vault/documents', 'archives'])(
    'GET /%s?folder_id filters, counts, and is empty without access',
    async (path) => {
      const totals = async (caller: { token: string }) => {
        const folders = [String(folderId), 'none', '987654321']
        return Promise.all(
          folders.map(async (folder) => {
            const { data, meta } = JSON.parse((await get(caller, `/${path}?folder_id=${folder}`)).text)
            expect(meta.total).toBe(data.length)
            for (const record of data)
              expect(record.folder_id).toBe(folder === 'none' ? null : Number(folder))
            return meta.total
          }),
        )
      }
      const [inside, outside, unknown] = await totals(tenant)
      expect([inside > 0, outside > 0, unknown]).toEqual([true, true, 0])
      expect(await totals(member)).toEqual([inside, outside, 0])
      expect(await totals(withoutAccess)).toEqual([0, outside, 0])
    },
  )

  it('400 for a folder that is neither an id nor none', async () => {
    for (const path of ['documents', 'signature-processes', 'templates', 'vault/documents', 'archives'])
      for (const folder of ['all', '0', '-1', '1.5', ''])
        expect((await get(tenant, `/${path}?folder_id=${folder}`)).status).toBe(400)
  })

  it('vault statistics and usage count only what is visible', async () => {
    const getStatistics = async (caller: { token: string }) =>
      JSON.parse((await get(caller, '/vault/statistics')).text).data
    const [withAccess, without] = [await getStatistics(member), await getStatistics(withoutAccess)]
    expect(withAccess.total_documents - without.total_documents).toBe(1)
    expect(withAccess.top_tags).toEqual([{ tag: 'payroll', count: 1 }])
    expect(without.top_tags).toEqual([])
    const getUsage = async (caller: { token: string }) =>
      JSON.parse((await get(caller, '/account/usage')).text).data
    const [all, visible, hidden] = [
      await getUsage(tenant),
      await getUsage(member),
      await getUsage(withoutAccess),
    ]
    expect([visible.processes, visible.storage_bytes]).toEqual([all.processes, all.storage_bytes])
    expect(all.processes.completed - hidden.processes.completed).toBe(1)
    expect(all.processes.draft).toBeGreaterThan(hidden.processes.draft)
    expect(all.storage_bytes).toBeGreaterThan(hidden.storage_bytes)
    // The quota is one of the whole tenant.
    expect(hidden.documents).toEqual(all.documents)
  })
})

describe('a request that refers to records in a folder', () => {
  const getDraft = (caller: { token: string }, body: object) =>
    send(caller, 'POST', '/api/v1/signature-processes', { name: 'Lease', ...body })

  it('400 for a document, a template or a folder without access, as for an unknown one', async () => {
    const expectRefusal = async (path: string, body: (id: number) => object, id: number) => {
      const [hiddenResponse, unknown] = [
        await send(withoutAccess, 'POST', `/api/v1${path}`, body(id)),
        await send(withoutAccess, 'POST', `/api/v1${path}`, body(987_654_321)),
      ]
      expect([hiddenResponse.status, unknown.status]).toEqual([400, 400])
      const text = hiddenResponse.text.replaceAll(String(id), '987654321')
      expect(withoutRequestId(text)).toBe(withoutRequestId(unknown.text))
    }
    await expectRefusal('/signature-processes', (id) => ({ name: 'A', documents: [{ id }] }), ids.documents)
    await expectRefusal('/templates', (id) => ({ name: 'A', documents: [{ id }] }), ids.documents)
    await expectRefusal('/signature-processes', (folder_id) => ({ name: 'A', folder_id }), folderId)
    await expectRefusal('/templates', (folder_id) => ({ name: 'A', folder_id }), folderId)
    const rows = [{ name: 'Ada', email: 'ada@example.com' }]
    await expectRefusal('/bulk-sends', (template_id) => ({ template_id, rows }), ids.templates)
    for (const path of ['documents', 'signature-processes', 'templates']) {
      const ownId = await addOwnRecord(path)
      const response = await send(withoutAccess, 'PATCH', `/api/v1/${path}/${ownId}`, { folder_id: folderId })
      expect([path, response.status, JSON.parse(response.text).error.errors]).toEqual([
        path,
        400,
        { folder_id: [`The folder ${folderId} does not exist.`] },
      ])
    }
  })

  async function addOwnRecord(path: string): Promise<number> {
    if (path === 'documents') return (await addDocument(withoutAccess)).id
    return (path === 'templates' ? await addTemplate(withoutAccess) : await addDraft(withoutAccess)).id
  }

  it('201 and 204 with access', async () => {
    const created = await getDraft(member, { folder_id: folderId })
    expect([created.status, JSON.parse(created.text).data.folder_id]).toEqual([201, folderId])
    const { id } = JSON.parse(created.text).data
    expect((await get(withoutAccess, `/signature-processes/${id}`)).status).toBe(404)
    expect((await send(member, 'DELETE', `/api/v1/signature-processes/${id}`)).status).toBe(204)
  })

  it('gets a different response as soon as the access changes', async () => {
    const path = `/vault/documents/${ids.vault}`
    await updateFolder(tenant.ctx, folderId, { access: 'everyone' })
    expect((await get(withoutAccess, path)).status).toBe(200)
    await updateFolder(tenant.ctx, folderId, { access: [viewer.user.id] })
    expect([(await get(withoutAccess, path)).status, (await get(member, path)).status]).toEqual([404, 404])
    await updateFolder(tenant.ctx, folderId, { access: [member.user.id, viewer.user.id] })
    expect((await get(member, path)).status).toBe(200)
  })

  it('gets 404 when its administrator has become a user', async () => {
    const admin = await tenant.addMember('tenant_admin')
    const key = await tenant.addKey({ creator: admin })
    const path = `/signature-processes/${ids.draft}`
    expect([(await get(admin, path)).status, (await get(key, path)).status]).toEqual([200, 200])
    const demoted = await send(tenant, 'PUT', `/api/v1/users/${admin.user.id}`, { role: 'user' })
    expect(demoted.status).toBe(200)
    expect((await get(key, path)).status).toBe(404)
  })
})
