import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { forgetInputInAllTabs } from '#components/shell/input/kept-input.ts'
import { idsOnceStored, type Version } from '#components/zones/model/merge.ts'
import { type DraftZone, makeZone } from '#components/zones/model/zone-model.ts'
import { savers } from '#components/zones/saving/savers.ts'
import { readUnsaved } from '#components/zones/saving/unsaved-zones.ts'
import { ZoneSaver } from '#components/zones/saving/zone-saver.ts'

const owner = '7, live'
const page = { width: 595, height: 842 }
const initial = { type: 'text' as const, documentId: 1, signerId: 9, page: 1 }
const zones = (...labels: string[]) =>
  labels.map((label): DraftZone => ({ ...makeZone(label, initial, { x: 200, y: 200 }, page), label }))
const failure = (status: number) => new ApiError(status, null, null)

/** A localStorage, which Node does not have. */
class MemoryStorage {
  getItem = (key: string) => (this as Record<string, unknown>)[key] ?? null
  setItem(key: string, text: string) {
    Object.assign(this, { [key]: text })
  }
  removeItem(key: string) {
    delete (this as Record<string, unknown>)[key]
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new MemoryStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A service that holds fields in versions. */
class Service {
  zones: DraftZone[] = []
  version = 1
  /** The error of each request, null for success; further ones succeed. `lost`: saved without a response. */
  responses: (Error | 'lost' | null)[] = []
  readonly sent: string[][] = []
  etag = () => `"${this.version}"`
  stored = () => ({ zones: this.zones, ids: this.ids, etag: this.etag() })
  /** The ids of the stored zones by key; editors of the tests have the same keys. */
  ids: Record<string, number> = {}
  #lastId = 0
  read = async () => this.stored()
  readEditor = async () => 'Ana'
  /** Tells of which zones the document is removed. */
  isRemoved = (_zone: DraftZone) => false
  readIsRemoved = async () => this.isRemoved
  save = async ({ zones: batch }: Version, etag: string | null) => {
    this.sent.push(batch.map(({ label }) => label))
    const response = this.responses.shift()
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (response instanceof Error) throw response
    if (etag !== this.etag()) throw failure(412)
    if (batch.some(this.isRemoved)) throw failure(400)
    this.change(batch)
    if (response === 'lost') throw failure(0)
    return this.stored()
  }
  change(batch: DraftZone[]) {
    this.zones = batch
    this.ids = Object.fromEntries(batch.map(({ key }) => [key, this.ids[key] ?? ++this.#lastId]))
    this.version += 1
  }
}

function makeSaver(responses: Service['responses'] = []) {
  const service = new Service()
  service.responses = responses
  const open = (of: string | null = owner) => new ZoneSaver('processes/1', of, service.stored(), service)
  return { service, saver: open(), open, sent: service.sent }
}

describe('a zone saver', () => {
  it('leaves out new zones whose document is gone, and no stored zone whose document is not known yet', () => {
    const { saver, open, service } = makeSaver()
    const [kept, onOther] = zones('kept', 'on other')
    service.change([{ ...onOther!, documentId: 2 }])
    const document = { id: 1, name: 'Lease', pages: [{ number: 1, ...page, rotation: 0 as const }] }
    const opened = open()
    expect(opened.zonesOn([document])).toBe(opened.zones)
    saver.change([kept!, { ...onOther!, documentId: 3 }])
    expect(saver.zonesOn([document])).toEqual([kept])
  })

  it('saves the last change after a pause', async () => {
    const { saver, sent } = makeSaver()
    saver.change(zones('a'))
    await vi.advanceTimersByTimeAsync(500)
    saver.change(zones('a', 'b'))
    expect(saver.state).toEqual({ status: 'waiting' })
    await vi.advanceTimersByTimeAsync(1100)
    expect(sent).toEqual([['a', 'b']])
    expect([saver.state, saver.isStored]).toEqual([{ status: 'saved' }, true])
  })

  it('saves immediately on flush, and later changes after that', async () => {
    const { saver, sent } = makeSaver()
    saver.change(zones('a'))
    const flushed = saver.flush()
    expect(sent).toEqual([['a']])
    saver.change(zones('a', 'b'))
    await vi.advanceTimersByTimeAsync(300)
    expect(await flushed).toBe(true)
    expect(sent).toEqual([['a'], ['a', 'b']])
  })

  it('sends without waiting for a running request when the page closes', async () => {
    const { service, saver, sent } = makeSaver()
    saver.leavePage()
    expect(sent).toEqual([])
    saver.change(zones('a'))
    saver.leavePage()
    saver.change(zones('b'))
    saver.leavePage()
    expect(sent).toEqual([['a'], ['b']])
    await vi.runAllTimersAsync()
    expect([saver.isStored, service.zones]).toEqual([true, zones('b')])
  })

  it('retries after a delay, and immediately when the network is back', async () => {
    const { saver, sent } = makeSaver([failure(0), failure(503)])
    saver.change(zones('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect([saver.state.status, saver.mayStillSucceed]).toEqual(['failed', true])
    await vi.advanceTimersByTimeAsync(2100)
    expect([sent.length, saver.state.status]).toEqual([2, 'failed'])
    saver.reconnect()
    await vi.advanceTimersByTimeAsync(100)
    expect([sent.length, saver.state.status]).toEqual([3, 'saved'])
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(3)
  })

  it('does not repeat a refused save, but saves the next change', async () => {
    const { saver, sent } = makeSaver([failure(400)])
    saver.change(zones('a'))
    await vi.runAllTimersAsync()
    saver.reconnect()
    await vi.runAllTimersAsync()
    expect([sent, saver.state.status, saver.mayStillSucceed]).toEqual([[['a']], 'failed', false])
    saver.change(zones('b'))
    await vi.runAllTimersAsync()
    expect([sent, saver.state.status]).toEqual([[['a'], ['b']], 'saved'])
  })
})

it('saves the next change after a refused save also if it could not be read what was removed', async () => {
  const { service, saver, sent } = makeSaver([failure(400)])
  const { readIsRemoved } = service
  service.readIsRemoved = async () => {
    throw failure(0)
  }
  saver.change(zones('a'))
  await vi.runAllTimersAsync()
  expect(saver.state).toMatchObject({ status: 'failed', error: { status: 400 } })
  service.readIsRemoved = readIsRemoved
  saver.change(zones('b'))
  await vi.runAllTimersAsync()
  expect([sent, saver.state.status]).toEqual([[['a'], ['b']], 'saved'])
})

describe('a change from elsewhere', () => {
  /** Both editors start with `a`, which one of them labels `theirs` and the other `mine`. */
  async function conflict() {
    const fixture = makeSaver()
    fixture.service.change(zones('a', 'b'))
    const saver = fixture.open()
    const labelled = (label: string) => zones('a').map((zone) => ({ ...zone, label }))
    fixture.service.change([...labelled('theirs'), ...zones('b', 'their new')])
    saver.change([...labelled('mine'), ...zones('b', 'my new')])
    await vi.runAllTimersAsync()
    const labels = (list: DraftZone[]) => list.map(({ label }) => label)
    return { ...fixture, saver, labels }
  }

  it('of other fields is merged with the changes of the editor', async () => {
    const { service, open } = makeSaver()
    service.change(zones('a', 'b', 'c'))
    const saver = open()
    const merged: [string[], string | null][] = []
    saver.onMerged = (list, editor) => merged.push([list.map(({ label }) => label), editor])
    service.change(zones('b', 'c', 'theirs'))
    saver.change([...zones('a', 'b'), ...zones('mine')])
    await vi.runAllTimersAsync()
    expect(merged).toEqual([[['b', 'theirs', 'mine'], 'Ana']])
    expect([saver.state.status, saver.isStored]).toEqual(['saved', true])
    expect(service.zones.map(({ label }) => label)).toEqual(['b', 'theirs', 'mine'])
  })

  it('of the same field is not overwritten, but reported as a conflict', async () => {
    const { service, saver, labels } = await conflict()
    expect(saver.state).toMatchObject({
      status: 'conflict',
      editor: 'Ana',
      conflicts: [{ mine: { label: 'mine' }, theirs: { label: 'theirs' } }],
    })
    expect(saver.mayStillSucceed).toBe(false)
    saver.change([...saver.zones, ...zones('more')])
    await vi.runAllTimersAsync()
    expect([await saver.flush(), labels(service.zones)]).toEqual([false, ['theirs', 'b', 'their new']])
  })

  it.each(['theirs', 'mine'] as const)(
    'of the same field: the version %s is kept on request, and all other changes',
    async (winner) => {
      const { service, saver, labels } = await conflict()
      const kept = [winner, 'b', 'their new', 'my new']
      expect(labels(saver.resolve(winner))).toEqual(kept)
      await vi.runAllTimersAsync()
      expect([saver.state.status, saver.isStored, labels(service.zones)]).toEqual(['saved', true, kept])
      expect(readUnsaved('processes/1', owner)).toBeNull()
    },
  )

  it('that adds the same field is not doubled', async () => {
    const { service, saver } = makeSaver()
    const imported = (key: string) => zones('same').map((zone) => ({ ...zone, key }))
    service.change(imported('theirs'))
    saver.change(imported('mine'))
    await vi.runAllTimersAsync()
    expect([saver.state.status, service.zones.length]).toEqual(['saved', 1])
  })

  it('is none when the service writes the content of a field in another way', async () => {
    const { service, saver, sent } = makeSaver()
    const { save } = service
    service.save = async (edited, etag) => {
      await save(edited, etag)
      service.zones = service.zones.map((zone) => ({ ...zone, x: Math.round(zone.x) }))
      return service.stored()
    }
    saver.change(zones('a', 'b').map((zone) => ({ ...zone, x: 1.4 })))
    await vi.runAllTimersAsync()
    expect([saver.state.status, await saver.refresh(), sent.length]).toEqual(['saved', null, 1])
  })

  describe('that removes a document', () => {
    /** An editor with fields on documents 1 and 2. */
    function openBoth() {
      const fixture = makeSaver()
      const [kept, lost] = zones('kept', 'lost')
      const onOther = { ...lost!, documentId: 2 }
      fixture.service.change([kept!, onOther])
      const saver = fixture.open()
      const merged: string[][] = []
      saver.onMerged = (list) => merged.push(list.map(({ label }) => label))
      function remove() {
        fixture.service.isRemoved = ({ documentId }) => documentId === 2
        fixture.service.change(fixture.service.zones.filter(({ documentId }) => documentId !== 2))
      }
      return { ...fixture, saver, merged, remove, kept: kept!, onOther }
    }

    it('removes its fields here too, also changed and new ones; all other changes are saved', async () => {
      const { service, saver, merged, remove, kept, onOther } = openBoth()
      remove()
      const [added] = zones('new')
      const changed = [
        { ...kept, x: 5 },
        { ...onOther, x: 5 },
        { ...added!, documentId: 2 },
      ]
      saver.change(changed)
      await vi.runAllTimersAsync()
      expect([saver.state.status, saver.isStored, merged]).toEqual(['saved', true, [['kept']]])
      expect(service.zones).toEqual([{ ...kept, x: 5 }])
    })

    it('is noticed when the version of the fields is the same, as the document had none', async () => {
      const { service, saver, merged, kept, onOther } = openBoth()
      saver.change([kept])
      await vi.runAllTimersAsync()
      service.isRemoved = ({ documentId }) => documentId === 2
      saver.change([{ ...kept, x: 5 }, onOther])
      await vi.runAllTimersAsync()
      expect([saver.state.status, merged, service.zones]).toEqual(['saved', [['kept']], [{ ...kept, x: 5 }]])
    })

    it('keeps nothing from being saved at the next visit', async () => {
      const { service, saver, open, kept, onOther } = openBoth()
      saver.change([kept])
      await vi.runAllTimersAsync()
      service.responses = [failure(0)]
      saver.change([kept, onOther])
      await vi.advanceTimersByTimeAsync(1000)
      vi.clearAllTimers()
      service.isRemoved = ({ documentId }) => documentId === 2
      const next = open()
      next.change([{ ...kept, x: 7 }])
      await vi.runAllTimersAsync()
      expect([next.state.status, service.zones]).toEqual(['saved', [{ ...kept, x: 7 }]])
    })
  })

  it('is loaded when the user comes back to an editor without changes', async () => {
    const { service, saver } = makeSaver()
    expect(await saver.refresh()).toBeNull()
    service.change(zones('theirs'))
    expect(await saver.refresh()).toEqual(zones('theirs'))
    service.change(zones('more'))
    saver.change(zones('mine'))
    expect(await saver.refresh()).toBeNull()
  })

  it('is distinguished from an own undone removal, which is stored after the other fields', async () => {
    const { service, open } = makeSaver()
    const [a, b] = zones('a', 'b')
    service.change([a!, b!])
    const saver = open()
    saver.change([b!])
    await vi.runAllTimersAsync()
    const { change } = service
    service.change = (batch) =>
      change.call(
        service,
        batch.toSorted((one, other) => Number(one.key === 'a') - Number(other.key === 'a')),
      )
    service.responses = ['lost']
    saver.change([a!, b!])
    await vi.advanceTimersByTimeAsync(1000)
    saver.change([{ ...a!, x: 5 }, b!])
    await vi.runAllTimersAsync()
    expect([saver.state.status, service.zones]).toEqual(['saved', [b, { ...a, x: 5 }]])
  })

  it('is distinguished from an own request whose response was lost', async () => {
    const { service, saver, sent } = makeSaver(['lost'])
    saver.change(zones('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(saver.state.status).toBe('failed')
    saver.change(zones('a', 'b'))
    await vi.runAllTimersAsync()
    expect([saver.state.status, service.zones]).toEqual(['saved', zones('a', 'b')])
    expect(sent.at(-1)).toEqual(['a', 'b'])
  })
})

it('gives no id to a new zone that equals another, as it is not stored', () => {
  const equal = zones('same').map((zone) => ({ ...zone, key: 'again' }))
  const sent = [...zones('named'), ...zones('same'), ...equal, ...zones('last')]
  const stored = { zones: zones('x', 'y', 'z'), ids: { x: 1, y: 2, z: 3 } }
  expect(idsOnceStored({ zones: sent, ids: { named: 1 } }, stored)).toEqual({ named: 1, same: 2, last: 3 })
})

describe('a closed browser', () => {
  async function closedOffline(responses: Service['responses'] = [failure(0), failure(0)]) {
    const fixture = makeSaver(responses)
    fixture.saver.change(zones('a', 'b'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(fixture.saver.state.status).toBe('failed')
    vi.clearAllTimers()
    return fixture
  }

  it('keeps unsaved fields, which are saved at the next visit', async () => {
    const { service, open } = await closedOffline()
    service.responses = []
    const next = open()
    expect([next.state.status, next.zones.map(({ label }) => label)]).toEqual(['waiting', ['a', 'b']])
    const saved = next.flush()
    await vi.runAllTimersAsync()
    expect([await saved, service.zones.length, readUnsaved('processes/1', owner)]).toEqual([true, 2, null])
  })

  it('forgets unsaved fields when the last request had been saved', async () => {
    const { open } = await closedOffline(['lost'])
    const next = open()
    expect([next.state.status, next.isStored, readUnsaved('processes/1', owner)]).toEqual([
      'saved',
      true,
      null,
    ])
  })

  it('merges unsaved fields with those that were changed elsewhere in the meantime', async () => {
    const { service, open } = await closedOffline()
    service.responses = []
    service.change(zones('theirs'))
    const next = open()
    const saved = next.flush()
    await vi.runAllTimersAsync()
    expect([await saved, service.zones.map(({ label }) => label)]).toEqual([true, ['theirs', 'a', 'b']])
  })

  it('gives unsaved fields to no other user, and to none in another mode', async () => {
    const { open, sent } = await closedOffline()
    for (const other of ['8, live', '7, test', null]) {
      const next = open(other)
      expect([next.state.status, next.zones]).toEqual(['saved', []])
      await next.flush()
    }
    expect(sent).toHaveLength(1)
    expect(open().zones).toHaveLength(2)
  })

  it('keeps nothing while the owner is unknown', async () => {
    const { open } = makeSaver([failure(0)])
    const saver = open(null)
    saver.change(zones('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect([saver.state.status, readUnsaved('processes/1', null)]).toEqual(['failed', null])
  })
})

describe('a user who signs out', () => {
  it('leaves no unsaved fields in the browser, also when the page is left afterwards', async () => {
    const { saver } = makeSaver([failure(0), failure(401), failure(401)])
    saver.change(zones('a'))
    await vi.advanceTimersByTimeAsync(1000)
    savers.set('processes/1', saver)
    forgetInputInAllTabs()
    saver.leavePage()
    await vi.advanceTimersByTimeAsync(1000)
    expect([saver.state.status, readUnsaved('processes/1', owner)]).toEqual(['failed', null])
    // The user has signed in again without leaving the page.
    saver.change(zones('a', 'b'))
    saver.leavePage()
    expect(readUnsaved('processes/1', owner)?.zones).toHaveLength(2)
    savers.clear()
  })
})
