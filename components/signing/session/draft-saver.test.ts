import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { field, signing } from '../fixtures.ts'
import type { DraftBody } from './calls.ts'
import { withoutPictures } from './draft.ts'
import { type DraftState, type KeptInput, makeDraftSaver } from './draft-saver.ts'
import { emptyInput, type SignerInput, withEntry, withoutTyped } from './steps.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const tested = field({})
const other = field({})
const amount = field({ type: 'number' })
const at = (second: number) => `2026-11-26T10:00:0${second}.000Z`

const makeService = () => ({
  draft: null as DraftBody | null,
  savedAt: null as string | null,
  device: null as string | null,
  saves: 0,
})

let devices = 0

/** A value that the service does not take. */
const REFUSED = 'too long'

const findRefusal = ({ values }: DraftBody) => {
  const index = values.findIndex(({ value }) => value === REFUSED)
  const errors = { [`values.${index}.value`]: ['Must have at most 10 000 characters.'] }
  return index < 0 ? null : new ApiError(400, { error: { code: 'validation_error', errors } }, null)
}

/** A page that saves to a service with one draft. */
function makePage(service = makeService(), device = `device ${++devices}`) {
  const seen: {
    state: DraftState | null
    kept: KeptInput | null
    outdated: number
    failure: ApiError | null
    /** The service saves the next draft, and its response is lost. */
    losesResponse: boolean
  } = {
    ...{ state: null, kept: null, outdated: 0, failure: null, losesResponse: false },
  }
  const bodies: DraftBody[] = []
  const saver = makeDraftSaver({
    async save(body) {
      const failure = seen.failure ?? findRefusal(body)
      if (failure) throw failure
      bodies.push(body)
      const [previous_saved_at, previous_device] = [service.savedAt, service.device]
      service.saves += 1
      const values = new Map(service.draft?.values.map((value) => [value.field_id, value]))
      for (const value of body.values)
        if (body.changed!.includes(value.field_id) || !values.has(value.field_id))
          values.set(value.field_id, value)
      service.draft = { ...service.draft, ...body, values: [...values.values()] }
      service.savedAt = at(service.saves)
      service.device = device
      const isLost = seen.losesResponse
      seen.losesResponse = false
      if (isLost) throw new ApiError(0, null, null)
      return { saved_at: service.savedAt, previous_saved_at, previous_device }
    },
    isThisDevice: (other) => other === device,
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
  const read = () => {
    const page = signing([tested, other, amount])
    const { values, signature = null, initials = null } = service.draft ?? { values: [] }
    const { savedAt } = service
    page.draft = savedAt ? { values, signature, initials, saved_at: savedAt, device: service.device } : null
    return page
  }
  const load = (kept: KeptInput | null = null) => saver.load(read(), kept)
  const change = (part: Partial<SignerInput>) => saver.change((before) => ({ ...before, ...part }))
  const type = (value: string, { id } = tested) =>
    saver.change((before) => ({ ...before, values: { ...before.values, [id]: value } }))
  return { service, device, seen, saver, bodies, read, load, change, type }
}

/** A page that was loaded without kept input. */
function open(service = makeService()) {
  const page = makePage(service)
  page.load()
  return page
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('the draft of a signing page', () => {
  it('is saved while the signer types, not with each key', async () => {
    const { type, bodies, seen } = open()
    for (const text of ['L', 'Ly', 'Lyo', 'Lyon']) type(text)
    expect(seen.state?.status).toBe('unsaved')
    await pass(2000)
    expect(bodies).toEqual([{ values: [{ field_id: tested.id, value: 'Lyon' }], changed: [tested.id] }])
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

  it.each([400, 413])('is shown as not saved when the service does not take it (%s)', async (status) => {
    const { type, seen } = open()
    seen.failure = new ApiError(status, null, null)
    type('too long')
    await pass(20_000)
    expect([seen.state?.status, seen.outdated]).toEqual(['refused', 1])
    type('too')
    expect(seen.state?.status).toBe('refused')
    seen.failure = null
    await pass(2000)
    expect(seen.state?.status).toBe('saved')
  })

  it('with a value that the service does not take is saved without it, and said not to be saved', async () => {
    const { type, seen, bodies, load, saver } = open()
    type('Lyon')
    await pass(2000)
    type(REFUSED)
    type('Rue X', other)
    await pass(2000)
    const saved = [{ field_id: other.id, value: 'Rue X' }]
    expect(bodies.slice(1)).toEqual([{ values: saved, changed: [other.id] }])
    expect(seen.state).toMatchObject({ status: 'refused', input: { values: { [tested.id]: REFUSED } } })
    // Neither a look at the state nor leaving the page sends it again; another value is saved at once.
    load()
    await pass(2000)
    await saver.flush(true)
    expect([bodies.length, seen.outdated, seen.state?.status]).toEqual([2, 1, 'refused'])
    type('Rue Y', other)
    await saver.flush(true)
    expect([bodies.length, seen.outdated, seen.state?.status]).toEqual([3, 1, 'refused'])
    type('Paris')
    await pass(2000)
    expect(bodies.at(-1)).toMatchObject({ changed: [tested.id] })
    expect(seen.state?.status).toBe('saved')
  })

  it('keeps a value that the service does not take when another device saves, and after a reload', async () => {
    const desktop = open()
    desktop.type(REFUSED)
    await pass(2000)
    const phone = open(desktop.service)
    phone.type('phone', other)
    await pass(2000)
    desktop.load()
    await pass(2000)
    const values = { [tested.id]: REFUSED, [other.id]: 'phone' }
    expect(desktop.seen.state).toMatchObject({ status: 'refused', notice: 'updated', input: { values } })
    const reloaded = makePage(desktop.service, desktop.device)
    reloaded.load(desktop.seen.kept)
    await pass(2000)
    expect(reloaded.seen.state).toMatchObject({ status: 'refused', notice: null, input: { values } })
    expect([...desktop.bodies, ...reloaded.bodies]).toEqual([])
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

  it('keeps what another device has saved at the same time in other fields, and shows it', async () => {
    const desktop = open()
    const phone = open(desktop.service)
    desktop.type('desktop')
    await pass(2000)
    phone.type('phone', other)
    await pass(2000)
    const both = { [tested.id]: 'desktop', [other.id]: 'phone' }
    expect(phone.seen.outdated).toBe(1)
    // What was read before the next save is not the last draft.
    const early = phone.read()
    phone.type('phone 2', other)
    await pass(2000)
    phone.saver.load(early, null)
    expect(phone.seen.state?.input.values).toEqual({ [other.id]: 'phone 2' })
    expect(phone.seen.outdated).toBe(2)
    const reloaded = makePage(phone.service, phone.device)
    reloaded.load(phone.seen.kept)
    phone.load()
    for (const { seen } of [phone, reloaded])
      expect(seen.state).toMatchObject({
        input: { values: { ...both, [other.id]: 'phone 2' } },
        status: 'saved',
      })
    desktop.load()
    expect(desktop.seen.state?.input.values).toEqual({ ...both, [other.id]: 'phone 2' })
    await pass(60_000)
    expect(phone.bodies).toHaveLength(2)
  })

  it.each(['whose response was lost', 'of a copy of this tab'])(
    'shows what another device has filled in, which only a save %s was merged with',
    async (which) => {
      const desktop = open()
      const phone = open(desktop.service)
      phone.type('phone', other)
      await phone.saver.flush(false)
      const isLost = which === 'whose response was lost'
      const copy = isLost ? desktop : makePage(desktop.service, desktop.device)
      if (!isLost) copy.load()
      desktop.seen.losesResponse = isLost
      copy.type(isLost ? 'desktop' : 'copy')
      await copy.saver.flush(false)
      if (!isLost) desktop.type('desktop')
      await pass(4000)
      expect(desktop.seen).toMatchObject({ outdated: 1, state: { status: 'saved', notice: null } })
      desktop.load()
      expect(desktop.seen.state?.input.values).toEqual({ [tested.id]: 'desktop', [other.id]: 'phone' })
      await pass(60_000)
      expect(desktop.service.saves).toBe(3)
    },
  )

  it.each(['5', '5.', ''])(
    'with %j typed in a number, which is then left, keeps what another device saved there meanwhile',
    async (text) => {
      const first = open()
      first.saver.change((before) => withEntry(before, amount, text, first.read()))
      await first.saver.flush(false)
      const second = open(first.service)
      second.saver.change((before) => withoutTyped(withEntry(before, amount, '7', second.read()), amount))
      await second.saver.flush(false)
      first.saver.change((before) => withoutTyped(before, amount))
      first.load()
      expect(first.seen.state?.input).toMatchObject({ values: { [amount.id]: '7' }, typed: {} })
      await first.saver.flush(false)
      expect(first.service.draft?.values).toEqual([{ field_id: amount.id, value: 7 }])
    },
  )

  it('after a reload, unsaved input counts, and saved input is that of the service', async () => {
    const first = open()
    first.type('Lyon')
    const reloaded = open(first.service)
    const unsaved = first.seen.kept!
    expect(unsaved.saved).toEqual(emptyInput)
    const again = makePage(first.service, first.device)
    again.load(unsaved)
    await pass(2000)
    expect(again.bodies.at(-1)?.values).toEqual([{ field_id: tested.id, value: 'Lyon' }])
    expect(reloaded.seen.state?.input).toEqual(emptyInput)
  })

  it('after a reload, input whose draft the service has deleted is not saved, and saved again', async () => {
    const { type, seen } = open()
    type('Lyon')
    await pass(2000)
    const reloaded = makePage()
    reloaded.load(seen.kept)
    expect(reloaded.seen.state?.status).toBe('unsaved')
    await pass(2000)
    expect(reloaded.bodies).toEqual([
      { values: [{ field_id: tested.id, value: 'Lyon' }], changed: [tested.id] },
    ])
    expect(reloaded.seen.state).toMatchObject({ status: 'saved', notice: null })
  })

  it('after a reload, what another device has changed meanwhile stays', async () => {
    const desktop = open()
    desktop.type('Lyon')
    await pass(2000)
    desktop.saver.change((input) => ({ ...input, typed: { [other.id]: '1,' } }))
    const kept = desktop.seen.kept!
    const phone = open(desktop.service)
    phone.type('Paris')
    await pass(2000)
    const reloaded = makePage(desktop.service, desktop.device)
    reloaded.load(kept)
    expect(reloaded.seen.state?.input).toMatchObject({
      values: { [tested.id]: 'Paris' },
      typed: { [other.id]: '1,' },
    })
  })

  it('is that of this device, although it arrives after the page was loaded again', async () => {
    const first = open()
    first.type('Lyon')
    const reloaded = makePage(first.service, first.device)
    reloaded.load(first.seen.kept)
    await first.saver.flush(true)
    reloaded.load()
    expect(reloaded.seen.state).toMatchObject({
      input: { values: { [tested.id]: 'Lyon' } },
      notice: null,
    })
    const again = makePage(first.service, first.device)
    again.load({ ...first.seen.kept!, savedAt: null, saved: emptyInput })
    await pass(2000)
    expect(again.seen.state).toMatchObject({ status: 'saved', notice: null })
  })

  it('saved late by this device, after the page was read, is not taken for that of another', async () => {
    const first = open()
    first.type('Lyon')
    const reloaded = makePage(first.service, first.device)
    reloaded.load(first.seen.kept)
    await first.saver.flush(true)
    await pass(2000)
    expect(reloaded.bodies).toHaveLength(1)
    expect(reloaded.seen.state).toMatchObject({ status: 'saved', notice: null })
  })
})

it('a signer who has left: nothing is kept or saved any more', async () => {
  const { type, load, saver, seen, bodies } = open()
  type('Lyon')
  await pass(2000)
  type('Paris')
  saver.close()
  seen.kept = null
  // The link goes on as that of a reader.
  load()
  type('Nice')
  await pass(60_000)
  await saver.flush(true)
  expect([seen.kept, bodies.length]).toEqual([null, 1])
})

describe('the pictures of a draft', () => {
  const drawn = (image: string) => ({ method: 'drawn' as const, image: `data:image/png;base64,${image}` })

  /** A page whose HTML has the draft that another device saved, without its pictures. */
  async function openFirstHtml(kept: KeptInput | null = null) {
    const phone = open()
    phone.change({ signature: drawn('phone'), values: { [tested.id]: 'Lyon' } })
    await pass(2000)
    const desktop = makePage(phone.service)
    desktop.saver.load(withoutPictures(desktop.read()), kept)
    return desktop
  }

  it('are left out of the first HTML, and taken over when they are there', async () => {
    const desktop = await openFirstHtml()
    expect(JSON.stringify(withoutPictures(desktop.read()))).not.toContain('data:image')
    expect(desktop.seen.state).toMatchObject({
      input: { values: { [tested.id]: 'Lyon' }, signature: null },
      status: 'saved',
    })
    desktop.load()
    expect(desktop.seen.state).toMatchObject({
      input: { values: { [tested.id]: 'Lyon' }, signature: drawn('phone') },
      ...{ status: 'saved', notice: null },
    })
    await pass(60_000)
    expect(desktop.bodies).toEqual([])
  })

  it('stay saved when something is typed before they are there', async () => {
    const desktop = await openFirstHtml()
    desktop.type('Paris')
    await pass(2000)
    desktop.load()
    expect(desktop.seen.state).toMatchObject({
      input: { values: { [tested.id]: 'Paris' }, signature: drawn('phone') },
      ...{ status: 'saved', notice: null },
    })
    expect(desktop.service.draft?.signature).toEqual(drawn('phone'))
  })

  it('do not replace one that is made before they are there', async () => {
    const desktop = await openFirstHtml()
    desktop.change({ signature: drawn('desktop') })
    desktop.load()
    expect(desktop.seen.state?.input.signature).toEqual(drawn('desktop'))
    await pass(2000)
    expect(desktop.service.draft?.signature).toEqual(drawn('desktop'))
  })

  it('come after a reload too, in the moment before they were there', async () => {
    const { seen } = await openFirstHtml()
    const reloaded = await openFirstHtml(seen.kept)
    reloaded.load()
    expect(reloaded.seen.state?.input.signature).toEqual(drawn('phone'))
  })
})
