import { describe, expect, it } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { countUploads, mayRetry, mostRelevant, reduceUploads, type Upload } from './upload-state.ts'

const unreachable = new ApiError(0, null, null)
const tooLarge = new ApiError(413, null, null)
const file = (name: string) => new File(['%PDF'], name)

/** Three uploads that wait, with the ids 1 to 3. */
const waiting = reduceUploads([], { type: 'add', files: ['a', 'b', 'c'].map(file), folderId: '7' })
const change = (uploads: Upload[], id: number, changes: Partial<Upload>) =>
  reduceUploads(uploads, { type: 'change', id, changes })

describe('reduceUploads', () => {
  it('adds files with ids and idempotency keys of their own', () => {
    expect(waiting.map(({ id, folderId, state }) => [id, folderId, state])).toEqual([
      [1, '7', 'waiting'],
      [2, '7', 'waiting'],
      [3, '7', 'waiting'],
    ])
    expect(new Set(waiting.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
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
})

it('counts uploads, and lists the failed ones before those in progress and those that are done', () => {
  const mixed = change(change(waiting, 1, { state: 'done' }), 3, { state: 'failed', error: tooLarge })
  expect(countUploads(mixed)).toEqual({ total: 3, done: 1, failed: 1, unfinished: 1 })
  expect(mostRelevant(mixed, 2).map(({ id }) => id)).toEqual([3, 2])
})

it('retries what failed for the connection or the service, but no rejected file', () => {
  const failedWith = (error: unknown) => mayRetry({ ...waiting[0]!, state: 'failed', error })
  expect([unreachable, new ApiError(503, null, null), tooLarge].map(failedWith)).toEqual([true, true, false])
  expect(mayRetry(waiting[0]!)).toBe(false)
})
