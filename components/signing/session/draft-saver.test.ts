import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { field, signing } from '../fixtures.ts'
import type { DraftBody } from './calls.ts'
import { type DraftState, type KeptInput, makeDraftSaver } from './draft-saver.ts'
import { emptyInput } from './steps.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const tested = field({})
const other = field({})
const at = (second: number) => `2026-11-26T10:00:0${second}.000Z`

/** A service with one draft, and a page that saves to it. */
function open(service = { draft: null as DraftBody | null, savedAt: null as string | null, saves: 0 }) {
  const seen: {
    state: DraftState | null
    kept: KeptInput | null
    outdated: number
    failure: ApiError | null
  } = {
    ...{ state: null, kept: null, outdated: 0, failure: null },
  }
  const bodies: DraftBody[] = []
  const saver = makeDraftSaver({
    async save(body) {
      if (seen.failure) throw seen.failure
      bodies.push(body)
      const previous_saved_at = service.savedAt
      service.saves += 1
      service.draft = { ...service.draft, ...body }
      service.savedAt = at(service.saves)
      return { saved_at: service.savedAt, previous_saved_at }
    },
    keep: (kept) => {
      seen.kept = kept
    },
    onState: (state) => {
      seen.state = state
    },
    onOutdated: () => {
      seen.outdated += 1
    },
  })
  const load = (kept: KeptInput | null = null) => {
    const page = signing([tested, other])
    const { values, signature = null, initials = null } = service.draft ?? { values: [] }
    page.draft = service.savedAt ? { values, signature, initials, saved_at: service.savedAt } : null
    saver.load(page, kept)
  }
  const type = (value: string, { id } = tested) =>
    saver.change((before) => ({ ...before, values: { ...before.values, [id]: value } }))
  load()
  return { service, seen, saver, bodies, load, type }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('the draft of a signing page', () => {
  it('is saved while the signer types, not with each key', async () => {
    const { type, bodies, seen } = open()
    for (const text of ['L', 'Ly', 'Lyo', 'Lyon']) type(text)
    expect(seen.state?.status).toBe('unsaved')
    await pass(2000)
    expect(bodies).toEqual([{ values: [{ field_id: tested.id, value: 'Lyon' }] }])
    expect(seen.state).toMatchObject({ status: 'saved', notice: null })
    await pass(60_000)
    expect(bodies).toHaveLength(1)
  })

  it('is saved at once when the page is left', async () => {
    const { type, saver, bodies } = open()
    type('Lyon')
    await saver.flush(true)
    await saver.flush(true)
    expect(bodies).toHaveLength(1)
  })

  it('waits for the connection, and says so', async () => {
    const { type, seen, bodies } = open()
    seen.failure = new ApiError(0, null, null)
    type('Ly')
    await pass(2000)
    expect(seen.state?.status).toBe('offline')
    type('Lyon')
    await pass(10_000)
    expect([seen.state?.status, bodies.length]).toEqual(['offline', 0])
    seen.failure = null
    await pass(3000)
    expect([seen.state?.status, bodies.at(-1)?.values[0]?.value]).toEqual(['saved', 'Lyon'])
  })

  it('is sent no more, and the page is loaded again, when the service refuses it', async () => {
    const { type, seen, bodies } = open()
    seen.failure = new ApiError(409, { error: { code: 'invalid_state' } }, null)
    type('Lyon')
    await pass(20_000)
    expect([seen.outdated, bodies.length]).toEqual([1, 0])
  })

  it('goes on with another device in turn', async () => {
    const desktop = open()
    desktop.type('Lyon')
    await pass(2000)
    const phone = open(desktop.service)
    expect(phone.seen.state).toMatchObject({ input: { values: { [tested.id]: 'Lyon' } }, notice: null })
    phone.type('Paris')
    await pass(2000)
    desktop.load()
    expect(desktop.seen.state).toMatchObject({
      input: { values: { [tested.id]: 'Paris' } },
      notice: 'updated',
    })
  })

  it('merges unsaved input with that of another device, and tells it', async () => {
    const desktop = open()
    const phone = open(desktop.service)
    phone.type('phone')
    phone.type('phone', other)
    await pass(2000)
    desktop.type('desktop')
    desktop.load()
    expect(desktop.seen.state?.input.values).toEqual({ [tested.id]: 'desktop', [other.id]: 'phone' })
    await pass(2000)
    expect(desktop.service.draft?.values.map(({ value }) => value)).toEqual(['desktop', 'phone'])
  })

  it('says when both devices have saved at the same time', async () => {
    const desktop = open()
    const phone = open(desktop.service)
    phone.type('phone')
    await pass(2000)
    desktop.type('desktop')
    await pass(2000)
    expect(desktop.seen.state?.notice).toBe('overlapped')
    desktop.saver.closeNotice()
    expect(desktop.seen.state?.notice).toBeNull()
  })

  it('after a reload, unsaved input counts, and saved input is that of the service', async () => {
    const first = open()
    first.type('Lyon')
    const reloaded = open(first.service)
    const unsaved = first.seen.kept!
    expect(unsaved.isSaved).toBe(false)
    const again = makeReloaded(first.service, unsaved)
    await pass(2000)
    expect(again.bodies.at(-1)?.values).toEqual([{ field_id: tested.id, value: 'Lyon' }])
    expect(reloaded.seen.state?.input).toEqual(emptyInput)
  })
})

/** A page that finds input kept in its tab. */
function makeReloaded(service: Parameters<typeof open>[0], kept: KeptInput) {
  const bodies: DraftBody[] = []
  const saver = makeDraftSaver({
    async save(body) {
      bodies.push(body)
      return { saved_at: at(9), previous_saved_at: service!.savedAt }
    },
    keep: () => {},
    onState: () => {},
    onOutdated: () => {},
  })
  saver.load(signing([tested, other]), kept)
  return { bodies }
}
