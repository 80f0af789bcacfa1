import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { newCreate } from '#components/api/create.ts'
import type { ProcessRecord } from '#lib/processes/schema'
import { emptyForm } from '../form/form-model.ts'
import { DraftConflict, saveDraft } from './save-draft.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * Stubs a service that gives these responses, one after the other.
 * @returns the methods and versions of the requests
 */
function stubResponses(...responses: [status: number, body: object][]) {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method, headers }: RequestInit) => {
    requests.push([method, new Headers(headers).get('if-match')])
    const [status, body] = responses.shift()!
    return Response.json(body, { status })
  })
  return requests
}

const form = { ...emptyForm([], { expires_in_days: 90, reminder_days: null }), name: 'Lease' }
const draft = { id: 7, updated_at: '2026-05-01T10:00:00.000Z' } as ProcessRecord
const changed = { ...draft, name: 'Changed', updated_at: '2026-05-01T11:00:00.000Z' }
const error = (code: string): object => ({ error: { code, message: 'The record was changed.' } })
const failure = (version: ProcessRecord | null) =>
  saveDraft(newCreate(), form, version).then(
    () => null,
    (reason: unknown) => reason,
  )

it('creates a new draft, and changes an existing one if it has still this version', async () => {
  const requests = stubResponses([201, { data: draft }], [200, { data: changed }])
  expect(await saveDraft(newCreate(), form, null)).toEqual({ data: draft })
  expect(await saveDraft(newCreate(), form, draft)).toEqual({ data: changed })
  expect(requests).toEqual([
    ['POST', null],
    ['PATCH', `"${draft.updated_at}"`],
  ])
})

it('reports a draft that was changed elsewhere, as it is now', async () => {
  stubResponses([412, error('precondition_failed')], [200, { data: changed }])
  const conflict = await failure(draft)
  expect(conflict).toBeInstanceOf(DraftConflict)
  expect(conflict).toMatchObject({ stored: changed })
})

it('reports why the changed draft cannot be read, such as its deletion', async () => {
  stubResponses([412, error('precondition_failed')], [404, error('not_found')])
  const reason = await failure(draft)
  expect(reason).toBeInstanceOf(ApiError)
  expect(reason).toMatchObject({ status: 404, textKey: 'notFound' })
})

it('reports other errors as they are', async () => {
  stubResponses([
    412,
    { error: { code: 'precondition_failed', message: 'Test mode.', reason: 'other_mode' } },
  ])
  expect(await failure(draft)).toMatchObject({ status: 412, message: 'Test mode.' })
  const requests = stubResponses([400, error('validation_failed')])
  expect(await failure(draft)).toMatchObject({ status: 400 })
  expect(requests).toHaveLength(1)
})
