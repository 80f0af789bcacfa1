import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { read } from '#db/tenancy/tenant'
import { isChainIntact } from '#lib/audit/chain'
import { findTrail } from '#lib/audit/trail'
import { moveClock } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { createFolder } from '#lib/folders/create'
import type { AuditTrail, FieldRecord, ProcessRecord } from '#lib/processes/schema'
import { addDraft } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as trailRoute from './[id]/audit-trail/route.ts'
import * as fieldsRoute from './[id]/fields/route.ts'
import * as processRoute from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'

const SAVES = 10

let tenant: TestTenant
let draft: ProcessRecord
beforeEach(async () => {
  tenant = await makeTenant()
  draft = await addDraft(tenant)
})

type Input = Partial<FieldRecord> & { y: number }
interface Saver {
  as?: { token: string }
  headers?: Record<string, string>
}

const input = (y: number, members: Partial<FieldRecord> = {}): Input => ({
  document_id: draft.documents[0]!.id,
  signer_id: draft.signers[0]!.id,
  type: 'text',
  page: 1,
  x: 50,
  y,
  width: 120,
  height: 20,
  ...members,
})
/** Saves the fields as an editor does. */
async function save(fields: Input[], { as = tenant, headers = {} }: Saver = {}): Promise<FieldRecord[]> {
  const { status, body } = await call<{ data: FieldRecord[] }>(fieldsRoute.PUT, {
    method: 'PUT',
    params: { id: draft.id },
    body: { fields },
    as,
    headers,
  })
  expect(status).toBe(200)
  return body.data
}
const recordedEvents = () =>
  read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { process: draft.id }))
async function readTrail(): Promise<AuditTrail> {
  const response = await call<{ data: AuditTrail }>(trailRoute.GET, { params: { id: draft.id }, as: tenant })
  return response.body.data
}
/** The visits in the trail, each with what it changed. */
async function visits() {
  const trail = await readTrail()
  expect(trail.chain_valid).toBe(true)
  return trail.events
    .filter(({ type }) => type === 'process.fields_changed')
    .map(({ data: { process_id: _, since: _since, ...changes } }) => changes)
}
const getVersion = async () =>
  (await call(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })).headers.get('etag')
/** The transaction that wrote each row last. */
async function writersById() {
  const rows = await read(tenant.ctx, (reader) =>
    reader.execute<{ id: string; xmin: string }>(
      sql`select id, xmin::text from fields where process_id = ${draft.id}`,
    ),
  )
  return new Map(rows.map(({ id, xmin }) => [Number(id), xmin]))
}

const edit = fc.record({ move: fc.nat(), change: fc.nat(), remove: fc.nat(), add: fc.boolean() })

describe('the fields of a draft', () => {
  it('keep their ids through ten saves, in which only what changed is written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: SAVES, maxLength: SAVES }), async (edits) => {
        draft = await addDraft(tenant)
        let fields = await save(Array.from({ length: 6 }, (_, index) => input(20 * index)))
        for (const [round, { move, change, remove, add }] of edits.entries()) {
          const moved = fields[move % fields.length]!.id
          const changed = fields[change % fields.length]!.id
          const removed = fields.length > 3 ? fields[remove % fields.length]!.id : null
          const expected = fields
            .filter(({ id }) => id !== removed)
            .map((field) => ({
              ...field,
              ...(field.id === moved && { x: field.x + 1 }),
              ...(field.id === changed && { label: `Round ${round}` }),
            }))
          const before = await writersById()
          fields = await save([...expected, ...(add ? [input(400 + round)] : [])])
          const after = await writersById()
          expect(fields.slice(0, expected.length)).toEqual(expected)
          for (const { id } of expected)
            expect(after.get(id) === before.get(id)).toBe(id !== moved && id !== changed)
        }
      }),
      { numRuns: 3 },
    )
  })

  it('have a version that every change counts, also one that removes a signer or document', async () => {
    await save([input(60)])
    const saved = await getVersion()
    await save(
      (await call<{ data: FieldRecord[] }>(fieldsRoute.GET, { params: { id: draft.id }, as: tenant })).body
        .data,
    )
    expect(await getVersion()).toBe(saved)
    const update = (body: object) =>
      call(processRoute.PATCH, { method: 'PATCH', params: { id: draft.id }, body, as: tenant })
    await update({ name: 'Renamed' })
    expect(await getVersion()).toBe(saved)
    await update({ signers: [{ name: 'Other', email: 'other@example.com' }] })
    expect(await getVersion()).not.toBe(saved)
  })

  it('have no version once sent, when their values change', async () => {
    await save([input(60)])
    expect(await getVersion()).toMatch(/^"\d+"$/)
    await call(sendRoute.POST, { method: 'POST', params: { id: draft.id }, as: tenant })
    expect(await getVersion()).toBeNull()
  })
})

describe('the trail of an edited draft', () => {
  it('has one entry for the saves of a visit, with what was added, moved, changed and removed', async () => {
    const [first, second, third] = await save([input(20), input(40), input(60)])
    const [, ...later] = await save([
      { ...first!, y: 30 },
      { ...second!, label: 'Second' },
      third!,
      input(80),
    ])
    await save(later)
    expect(await visits()).toEqual([
      { test_mode: false, fields: 3, added: later.map(({ id }) => id), moved: [], changed: [], removed: [] },
    ])
    const [moved, changed, removed] = later
    await save([
      { ...moved!, y: 35 },
      { ...changed!, required: false },
    ])
    await save([
      { ...moved!, y: 45 },
      { ...changed!, required: false, y: 90 },
    ])
    expect((await visits()).slice(1)).toEqual([
      {
        test_mode: false,
        fields: 2,
        added: [],
        moved: [moved!.id],
        changed: [changed!.id],
        removed: [removed!.id],
      },
    ])
  })

  it('has its saves before the next event, and none twice', async () => {
    for (const y of [20, 30, 40]) await save([input(y)])
    expect((await recordedEvents()).map(({ type }) => type)).toEqual(['process.created'])
    const { status } = await call(sendRoute.POST, { method: 'POST', params: { id: draft.id }, as: tenant })
    expect(status).toBe(200)
    const types = (await recordedEvents()).map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(['process.created', 'process.fields_changed', 'process.sent'])
    const trail = await readTrail()
    expect(trail.events.map(({ type }) => type)).toEqual(types)
    expect(isChainIntact(await recordedEvents())).toBe(true)
  })

  it.each<[string, (colleague: Member) => Saver]>([
    ['another user', (colleague) => ({ as: colleague })],
    ['another browser', () => ({ headers: { 'user-agent': 'Other' } })],
  ])('has an entry of its own for %s, with the time and client of each', async (_, saverOf) => {
    const other = saverOf(await tenant.addMember('user'))
    await save([input(20)])
    await save([input(30)], other)
    await save([input(40)], other)
    await save([input(50)])
    const events = (await readTrail()).events.slice(1)
    expect(events.map(({ actor }) => actor.id)).toEqual(
      [tenant, other.as ? (other.as as Member) : tenant, tenant].map(({ user }) => user.id),
    )
    expect(events.map(({ user_agent }) => user_agent)).toEqual([null, other.headers ? 'Other' : null, null])
  })

  it('has another entry after a pause of half an hour, each with the time of its last save', async () => {
    const MINUTE = 60_000
    // A key, as a session ends when it is not used.
    const key = await tenant.addKey()
    await save([input(10)], { as: key })
    for (const [index, pause] of [20, 29, 31].entries()) {
      moveClock(pause * MINUTE)
      await save([input(20 * (index + 1))], { as: key })
    }
    moveClock(-80 * MINUTE)
    const { events } = await readTrail()
    const minutes = (instant: unknown) =>
      Math.floor((Date.parse(String(instant)) - Date.parse(events[0]!.occurred_at)) / MINUTE)
    expect(
      events.slice(1).map(({ occurred_at, data }) => [minutes(data.since), minutes(occurred_at)]),
    ).toEqual([
      [0, 49],
      [80, 80],
    ])
  })

  it('has no visit ended by a reader without access to the folder', async () => {
    const { id: folder_id } = await createFolder(tenant.ctx, { name: 'Secret', access: [] })
    draft = await addDraft(tenant, { folder_id })
    await save([input(20)])
    const as = await tenant.addMember('user')
    for (const path of ['/', '/?format=pdf'])
      expect((await call(trailRoute.GET, { path, params: { id: draft.id }, as })).status).toBe(404)
    expect((await recordedEvents()).map(({ type }) => type)).toEqual(['process.created'])
  })

  it('can be read, as recorded so far, from a database that refuses to write', async () => {
    await save([input(20)])
    const owner = connect(env().databaseUrl!, { max: 1 })
    await owner.unsafe(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'read-only' using errcode = '25006'; end $$;
      create trigger refuse before insert or update on chain_heads execute function refuse()`)
    try {
      expect((await readTrail()).events.map(({ type }) => type)).toEqual(['process.created'])
    } finally {
      await owner.unsafe('drop trigger refuse on chain_heads; drop function refuse')
      await owner.end()
    }
    expect(await visits()).toHaveLength(1)
  })
})
