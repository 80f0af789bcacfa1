import { afterEach, expect, it, vi } from 'vitest'
import { templateStorage } from '#components/templates/template-storage.ts'
import { templateZones } from '#components/templates/template-zones.ts'
import { ZoneSaver } from '#components/zones/saving/zone-saver.ts'
import type { TemplateRecord } from '#lib/templates/schema'

afterEach(() => vi.unstubAllGlobals())

const places: Record<string, number> = { Tenant: 10, Landlord: 20, Broker: 30 }

/** A template whose roles sign and have a field each, with the id and the place of the field. */
function makeTemplate(...roles: string[]): TemplateRecord {
  const layout = { type: 'text', page: 1, width: 30, height: 20, options: [], validation: {}, layout: {} }
  return {
    id: 3,
    documents: [{ id: 7, name: 'Flat', order: 1, page_count: 1 }],
    roles: roles.map((name) => ({ name, role: 'signer' })),
    fields: roles.map((role) => ({
      ...layout,
      id: places[role],
      role,
      document_id: 7,
      x: places[role],
      y: 0,
    })),
  } as unknown as TemplateRecord
}

/** An editor of a template that was loaded with the roles Tenant and Landlord, and is changed elsewhere since. */
function openEditor(current: TemplateRecord) {
  const saved: unknown[][] = []
  vi.stubGlobal('fetch', async (_path: string, { method, headers, body }: RequestInit) => {
    const respond = (data: TemplateRecord) => Response.json({ data }, { headers: { etag: '"2"' } })
    if (method === 'GET') return respond(current)
    if (new Headers(headers).get('if-match') !== '"2"')
      return Response.json({ error: { code: 'precondition_failed', message: 'Changed.' } }, { status: 412 })
    const { fields } = JSON.parse(String(body)) as Pick<TemplateRecord, 'fields'>
    saved.push(fields.map(({ id, role, y }) => [id, role, y]))
    return respond({ ...current, fields })
  })
  const opened = makeTemplate('Tenant', 'Landlord')
  const onOtherRoles = vi.fn()
  const texts = { otherRoles: 'Other roles.', roleGone: 'Role gone.' }
  const storageOf = (template: TemplateRecord) =>
    templateStorage(template, { onOtherRoles, onSaved: () => {}, texts })
  const saver = new ZoneSaver('templates/3', null, templateZones(opened, '"1"'), storageOf(opened))
  const move = (x: number) =>
    saver.change(saver.zones.map((zone) => (zone.x === x ? { ...zone, y: 5 } : zone)))
  /** Loads the editor again: its unsaved fields stay. */
  const loadAgain = () => {
    saver.storage = storageOf(current)
    return saver.flush()
  }
  return { saver, saved, onOtherRoles, move, loadAgain }
}

it('the fields keep their roles when the roles were reordered', async () => {
  const { saver, saved, move, onOtherRoles } = openEditor(makeTemplate('Landlord', 'Tenant'))
  move(places.Tenant!)
  expect(await saver.flush()).toBe(true)
  const landlord = [20, 'Landlord', 0]
  expect(saved).toEqual([[landlord, [10, 'Tenant', 5]]])
  expect(onOtherRoles).not.toHaveBeenCalled()
})

it('the fields of a document that was added elsewhere stay', async () => {
  const current = makeTemplate('Tenant', 'Landlord')
  current.documents.push({ ...current.documents[0]!, id: 8, order: 2 })
  current.fields.push({ ...current.fields[0]!, id: 40, document_id: 8 })
  const { saver, saved, move } = openEditor(current)
  move(places.Landlord!)
  expect(await saver.flush()).toBe(true)
  expect(saved[0]!.map((field) => (field as unknown[])[0])).toContain(40)
})

it.each([
  [
    'inserted',
    ['Broker', 'Tenant', 'Landlord'],
    [
      [30, 'Broker', 0],
      [10, 'Tenant', 5],
      [20, 'Landlord', 0],
    ],
  ],
  ['removed', ['Tenant'], [[10, 'Tenant', 5]]],
])('nothing is saved when a role was %s, until the editor is loaded again', async (_, roles, fields) => {
  const { saver, saved, move, onOtherRoles, loadAgain } = openEditor(makeTemplate(...roles))
  move(places.Tenant!)
  expect(await saver.flush()).toBe(false)
  expect(saver.state).toMatchObject({ status: 'failed', error: { message: 'Other roles.' } })
  expect([saver.mayStillSucceed, saved, onOtherRoles.mock.calls]).toEqual([false, [], [['save']]])
  expect(await loadAgain()).toBe(true)
  expect(saved).toEqual([fields])
})

it('other roles are noticed without a change of the editor, whose fields stay', async () => {
  const { saver, onOtherRoles } = openEditor(makeTemplate('Tenant'))
  const before = saver.zones
  expect(await saver.refresh()).toBeNull()
  expect([onOtherRoles.mock.calls, saver.zones]).toEqual([[['show']], before])
})

it('a changed field of a removed role is not left out silently', async () => {
  const { saver, saved, move, loadAgain } = openEditor(makeTemplate('Tenant'))
  move(places.Landlord!)
  await saver.flush()
  await loadAgain()
  expect(saver.state).toMatchObject({ status: 'conflict' })
  saver.resolve('mine')
  await saver.flush()
  expect(saver.state).toMatchObject({ status: 'failed', error: { message: 'Role gone.' } })
  expect([saver.mayStillSucceed, saved]).toEqual([false, []])
})
