import { describe, expect, it } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import {
  countUploads,
  documentsForForm,
  mayRetry,
  mostRelevant,
  newUploads,
  reduceUploads,
  type Upload,
} from './upload-state.ts'

const unreachable = new ApiError(0, null, null)
const tooLarge = new ApiError(413, null, null)
const file = (name: string) => new File(['%PDF'], name)

const added = newUploads(['a', 'b', 'c'].map(file), '7', null)
/** Three uploads that wait, with the ids 1 to 3. */
const waiting = reduceUploads([], {
  type: 'add',
  uploads: added.map((upload, index) => ({ ...upload, id: index + 1 })),
})
const change = (uploads: Upload[], id: number, changes: Partial<Upload>) =>
  reduceUploads(uploads, { type: 'change', id, changes })

describe('reduceUploads', () => {
  it('adds files with ids and idempotency keys of their own', () => {
    expect(waiting.map(({ id, folderId, state }) => [id, folderId, state])).toEqual([
      [1, '7', 'waiting'],
      [2, '7', 'waiting'],
      [3, '7', 'waiting'],
    ])
    expect(new Set(added.map(({ id }) => id)).size).toBe(3)
    expect(new Set(added.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
  })

  it('lets an interrupted upload wait, under the same key, and fail when it is interrupted again and again', () => {
    const interrupt = (uploads: Upload[]) =>
      reduceUploads(uploads, { type: 'interrupt', id: 1, error: unreachable })
    const once = interrupt(change(waiting, 1, { state: 'sending', sent: 0.5 }))
    expect(once[0]).toMatchObject({ state: 'waiting', sent: 0 })
    expect(once[0]?.idempotencyKey).toBe(waiting[0]?.idempotencyKey)
    const often = interrupt(interrupt(interrupt(once)))
    expect(often[0]).toMatchObject({ state: 'failed', error: unreachable })
    expect(reduceUploads(often, { type: 'retry', ids: [1] })[0]).toMatchObject({
      state: 'waiting',
      interruptions: 0,
    })
  })

  it('clears what is finished', () => {
    const mixed = change(change(waiting, 1, { state: 'done' }), 2, { state: 'failed', error: tooLarge })
    expect(reduceUploads(mixed, { type: 'clear' }).map(({ id }) => id)).toEqual([3])
  })

  it('gives no id a second time, also after the list was cleared', () => {
    const [first] = newUploads([file('a')], '', null)
    const done = change([first!], first!.id, { state: 'done' })
    const next = reduceUploads(reduceUploads(done, { type: 'clear' }), {
      type: 'add',
      uploads: newUploads([file('b')], '', null),
    })
    expect(next).toHaveLength(1)
    expect(next[0]?.id).toBeGreaterThan(first!.id)
  })
})

describe('a form', () => {
  const document = { id: 5, name: 'Lease' } as Upload['document'] & {}
  const isDone = (uploads: Upload[]) =>
    uploads.map((upload) => ({ ...upload, state: 'done' as const, document }))
  const form = { page: '/processes/new', replacedId: null }
  const idsFor = (uploads: Upload[], page: string) =>
    documentsForForm(uploads, page).map(({ uploadId }) => uploadId)
  const elsewhere = newUploads([file('a')], '', null)
  const inForm = newUploads([file('b')], '', form)

  it('gets the documents of its own uploads once they are done, and each of them once', () => {
    expect(idsFor([...elsewhere, ...inForm], '/processes/new')).toEqual([])
    const done = isDone([...elsewhere, ...inForm])
    expect(idsFor(done, '/processes/new')).toEqual([inForm[0]!.id])
    expect(idsFor(done, '/processes/7/edit')).toEqual([])
    const taken = reduceUploads(done, { type: 'take', id: inForm[0]!.id })
    expect(idsFor(taken, '/processes/new')).toEqual([])
  })

  it('gets them in the order in which the files were chosen, whichever is uploaded first', () => {
    const chosen = newUploads([file('a'), file('b'), file('c')], '', form)
    const getState = (states: Upload['state'][]) =>
      chosen.map((upload, index) =>
        states[index] === 'done'
          ? { ...upload, state: 'done' as const, document }
          : { ...upload, state: states[index]! },
      )
    const ids = chosen.map(({ id }) => id)
    expect(idsFor(getState(['sending', 'done', 'done']), '/processes/new')).toEqual([])
    expect(idsFor(getState(['done', 'checking', 'done']), '/processes/new')).toEqual([ids[0]])
    expect(idsFor(getState(['failed', 'done', 'done']), '/processes/new')).toEqual([ids[1], ids[2]])
    expect(idsFor(getState(['done', 'done', 'done']), '/processes/new')).toEqual(ids)
  })

  it('gets them on its new page after it was saved: the next form of the old page is another one', () => {
    const moved = reduceUploads(inForm, { type: 'moveForm', from: '/processes/new', to: '/processes/7/edit' })
    expect(idsFor(isDone(moved), '/processes/new')).toEqual([])
    expect(idsFor(isDone(moved), '/processes/7/edit')).toEqual([inForm[0]!.id])
  })
})

it('counts uploads, and lists the failed ones before those in progress and those that are done', () => {
  const mixed = change(change(waiting, 1, { state: 'done' }), 3, { state: 'failed', error: tooLarge })
  expect(countUploads(mixed)).toEqual({ total: 3, done: 1, failed: 1, unfinished: 1 })
  expect(mostRelevant(mixed, 2).map(({ id }) => id)).toEqual([3, 2])
})

it('retries what failed for the connection, the service or the mode of the session, but no rejected file', () => {
  const failedWith = (error: unknown) => mayRetry({ ...waiting[0]!, state: 'failed', error })
  const [unavailable, otherMode] = [503, 412].map((status) => new ApiError(status, null, null))
  expect([unreachable, unavailable, otherMode, tooLarge].map(failedWith)).toEqual([true, true, true, false])
  expect(mayRetry(waiting[0]!)).toBe(false)
})
