import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { createFolder } from '#lib/folders/create'
import { MAX_FOLDERS } from '#lib/folders/rules'
import type { FolderRecord } from '#lib/folders/schema'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as documentsRoute from '../documents/route.ts'
import * as folderRoute from './[id]/route.ts'
import * as foldersRoute from './route.ts'

type ItemBody = { data: FolderRecord }
type Page = { data: FolderRecord[]; meta: { total: number } }

let tenant: TestTenant
let member: Member
let folderOfOtherTenant: FolderRecord
beforeAll(async () => {
  tenant = await makeTenant()
  member = await tenant.addMember('user')
  folderOfOtherTenant = await createFolder((await makeTenant()).ctx, { name: 'Foreign', access: 'everyone' })
})

itIsGuarded('/folders', foldersRoute, { bodyByMethod: { POST: { name: 'Sales' } } })
itIsGuarded('/folders/{id}', folderRoute, {
  bodyByMethod: { PATCH: {} },
  idsOfOtherTenant: async () => ({ id: folderOfOtherTenant.id }),
})

const create = <B = ItemBody>(body: object, caller: { token: string } = tenant) =>
  call<B>(foldersRoute.POST, { as: caller, body })
const add = async (body: object, caller: { token: string } = tenant) => (await create(body, caller)).body.data
const list = async (caller: { token: string }, query = '') =>
  (await call<Page>(foldersRoute.GET, { as: caller, path: `/api/v1/folders?${query}` })).body
const get = (id: number, caller: { token: string } = tenant) =>
  call<ItemBody>(folderRoute.GET, { as: caller, params: { id } })
const change = <B = ItemBody>(id: number, body: object, caller: { token: string } = tenant) =>
  call<B>(folderRoute.PATCH, { method: 'PATCH', as: caller, params: { id }, body })
const remove = (id: number, caller: { token: string } = tenant) =>
  call(folderRoute.DELETE, { method: 'DELETE', as: caller, params: { id } })
const getEvents = async (id: number) =>
  (await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { folder: id }))).map(({ type }) => type)

/** Inserts folders `Folder 1`, `Folder 2`, … */
const addMany = ({ ctx: { tenantId, now } }: TestTenant, count: number) =>
  write({ tenantId }, (tx) =>
    tx.execute(sql`
      insert into folders (tenant_id, name, access, test_mode, created_by_name, created_at, updated_at)
      select ${tenantId}, 'Folder ' || n, 'everyone', false, 'Ada', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from generate_series(1, ${count}) n`),
  )

describe('POST /folders', () => {
  it('201 with the record, its URL and an event', async () => {
    const { status, headers, body } = await create({ name: ' Human resources ', access: [member.user.id] })
    expect([status, headers.get('location')]).toEqual([
      201,
      expect.stringMatching(`/api/v1/folders/${body.data.id}$`),
    ])
    expect(body.data).toMatchObject({
      name: 'Human resources',
      access: [member.user.id],
      documents_count: 0,
      processes_count: 0,
      templates_count: 0,
      test_mode: false,
      created_by: { id: tenant.user.id, name: tenant.user.name },
    })
    expect(await getEvents(body.data.id)).toEqual(['folder.created'])
  })

  it('201 with access for everyone by default and for administrators only with an empty list; users are listed once', async () => {
    expect((await add({ name: 'Default' })).access).toBe('everyone')
    expect((await add({ name: 'Nobody', access: [] })).access).toEqual([])
    const { id } = member.user
    expect((await add({ name: 'Twice', access: [id, id] })).access).toEqual([id])
  })

  it('400 for a name that is taken, whatever its case; test mode has names of its own', async () => {
    await add({ name: 'Été' })
    const errorResponse = await create<{ error: { errors: object } }>({ name: 'ÉTÉ' })
    expect([errorResponse.status, errorResponse.body.error.errors]).toEqual([
      400,
      { name: ['There is a folder “ÉTÉ” already.'] },
    ])
    const key = await tenant.addKey({ testMode: true })
    expect((await create({ name: 'Été' }, key)).body.data.test_mode).toBe(true)
  })

  it('400 for concurrent requests with one name, except the first', async () => {
    const statuses = await Promise.all([1, 2, 3].map(async () => (await create({ name: 'Race' })).status))
    expect(statuses.sort()).toEqual([201, 400, 400])
  })

  it('400 for users that do not exist or are of another tenant, and for invalid members', async () => {
    const stranger = await makeTenant()
    for (const [body, errors] of [
      [{ name: 'A', access: [member.user.id, stranger.user.id, 987_654_321] }, ['access.1', 'access.2']],
      [{ name: 'A', access: 'admins' }, ['access']],
      [{ name: '' }, ['name']],
      [{}, ['name']],
      [{ name: 'x'.repeat(101) }, ['name']],
    ] as const) {
      const errorResponse = await create<{ error: { errors: object } }>(body)
      expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, [...errors]])
    }
  })

  it('409 beyond the limit', async () => {
    const fullTenant = await makeTenant()
    await addMany(fullTenant, MAX_FOLDERS)
    const errorResponse = await create<{ error: object }>({ name: 'One more' }, fullTenant)
    expect([errorResponse.status, errorResponse.body.error]).toMatchObject([
      409,
      { code: 'invalid_state', current_status: 'full' },
    ])
  })

  it('403 for a user', async () => {
    expect((await create({ name: 'Mine' }, member)).status).toBe(403)
  })
})

describe('GET /folders', () => {
  it('200 with pages of 1,000 folders, each once, and with those that a search finds', async () => {
    const fullTenant = await makeTenant()
    await addMany(fullTenant, 1000)
    await change((await list(fullTenant, 'sort=name&per_page=1')).data[0]!.id, { name: 'Bücher' }, fullTenant)
    const names = new Set<string>()
    for (let page = 1; page <= 10; page++)
      for (const { name } of (await list(fullTenant, `sort=name&per_page=100&page=${page}`)).data)
        names.add(name)
    expect(names.size).toBe(1000)
    const found = await list(fullTenant, 'search=folder%2099&per_page=100&sort=name')
    expect([found.meta.total, found.data.length]).toEqual([11, 11])
    expect((await list(fullTenant, 'search=BUCH')).data.map(({ name }) => name)).toEqual(['Bücher'])
    const member = await fullTenant.addMember('user')
    await addDocument(member)
    expect((await call(documentsRoute.GET, { as: member })).status).toBe(200)
  })

  it('200 with the folders that the caller has access to, sorted as requested', async () => {
    const newTenant = await makeTenant()
    const user = await newTenant.addMember('user')
    const viewer = await newTenant.addMember('viewer')
    await add({ name: 'B everyone' }, newTenant)
    await add({ name: 'A users', access: [user.user.id] }, newTenant)
    await add({ name: 'C both', access: [user.user.id, viewer.user.id] }, newTenant)
    await add({ name: 'D admins', access: [] }, newTenant)
    const getInitials = async (caller: { token: string }) => {
      const { data, meta } = await list(caller, 'sort=name')
      expect(meta.total).toBe(data.length)
      return data.map(({ name }) => name[0]).join('')
    }
    expect(await getInitials(newTenant)).toBe('ABCD')
    expect(await getInitials(user)).toBe('ABC')
    expect(await getInitials(viewer)).toBe('BC')
    expect(await getInitials(await newTenant.addKey())).toBe('ABCD')
    expect(await getInitials(await newTenant.addKey({ creator: user }))).toBe('ABC')
    expect(await getInitials(await newTenant.addKey({ testMode: true }))).toBe('')
    expect((await list(newTenant)).data.map(({ name }) => name[0]).join('')).toBe('DCAB')
  })

  it('200 with the number of records in each', async () => {
    const { id } = await add({ name: 'Counted' })
    await addDraft(tenant, { folder_id: id })
    await addTemplate(tenant, { folder_id: id })
    await addDocument(tenant)
    const foundFolder = (await list(tenant, 'per_page=100')).data.find((folder) => folder.id === id)
    expect(foundFolder).toMatchObject({ documents_count: 2, processes_count: 1, templates_count: 1 })
  })
})

describe('GET /folders/{id}', () => {
  it('404 without access, as for an unknown one', async () => {
    const { id } = await add({ name: 'Hidden', access: [] })
    expect((await get(id)).status).toBe(200)
    const [hiddenResponse, unknown] = [await get(id, member), await get(987_654_321, member)]
    expect([hiddenResponse.status, unknown.status]).toEqual([404, 404])
  })
})

describe('PATCH /folders/{id}', () => {
  it('200 replaces the given members only, with an event for each change', async () => {
    const { id } = await add({ name: 'Before', access: [member.user.id] })
    expect((await change(id, { name: 'After' })).body.data).toMatchObject({
      name: 'After',
      access: [member.user.id],
    })
    expect((await change(id, { access: 'everyone' })).body.data).toMatchObject({
      name: 'After',
      access: 'everyone',
    })
    expect((await change(id, { access: [] })).body.data.access).toEqual([])
    expect((await change(id, { name: 'AFTER' })).body.data.name).toBe('AFTER')
    for (const same of [{}, { name: 'AFTER' }, { access: [] }])
      expect((await change(id, same)).status).toBe(200)
    expect(await getEvents(id)).toEqual(['folder.created', ...Array(4).fill('folder.updated')])
  })

  it('changes access immediately', async () => {
    const { id } = await add({ name: 'Opened', access: [] })
    const { id: documentId } = await addDraft(tenant, { folder_id: id })
    expect(documentId).toBeGreaterThan(0)
    expect((await get(id, member)).status).toBe(404)
    await change(id, { access: [member.user.id] })
    expect((await get(id, member)).status).toBe(200)
    await change(id, { access: [] })
    expect((await get(id, member)).status).toBe(404)
  })

  it('400 for the name of another folder', async () => {
    const { id } = await add({ name: 'Left' })
    await add({ name: 'Right' })
    const errorResponse = await change<{ error: { errors: object } }>(id, { name: 'right' })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['name']])
  })
})

describe('DELETE /folders/{id}', () => {
  it('204 for an empty folder, then 404', async () => {
    const { id } = await add({ name: 'Empty', access: [member.user.id] })
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
    expect(await getEvents(id)).toEqual(['folder.created', 'folder.deleted'])
  })

  it('409 for a folder with records, and nothing is deleted', async () => {
    const { id } = await add({ name: 'Full' })
    await addDraft(tenant, { folder_id: id })
    const errorResponse = await remove(id)
    expect([errorResponse.status, errorResponse.body.error]).toMatchObject([
      409,
      {
        code: 'invalid_state',
        current_status: 'not_empty',
        message: 'The folder is not empty (documents: 1, processes: 1). Move its records first.',
      },
    ])
    expect((await get(id)).status).toBe(200)
  })
})
