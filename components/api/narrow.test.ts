import { afterEach, expect, it, vi } from 'vitest'
import { documentsQuery } from '#components/documents/queries.ts'
import { processesQuery, trailQuery } from '#components/processes/queries.ts'
import type { ApiQuery } from '#lib/http/page'

afterEach(() => vi.unstubAllGlobals())

/** What the server leaves of a body, and what the query leaves of it in the browser. */
async function narrowBoth(query: ApiQuery<unknown>, body: object) {
  vi.stubGlobal('fetch', async () => Response.json(body))
  const shown = await query.queryFn({ signal: new AbortController().signal })
  return { shown, sent: query.narrow(structuredClone(body) as never) }
}

const meta = { current_page: 1, last_page: 1, total: 1 }
const list = (entry: object) => ({ data: [{ id: 7, name: 'Lease', secret: 'x', ...entry }], meta })
const event = { seq: 1, type: 'process.created', actor: null, data: {}, occurred_at: 'today' }

it.each<[string, ApiQuery<unknown>, object]>([
  [
    'processes',
    processesQuery({}, 'UTC'),
    list({ signers: [{ id: 1, secret: 'x' }], documents: [], options: {} }),
  ],
  ['documents', documentsQuery({}), list({ secret: 'x' })],
  [
    'the audit trail',
    trailQuery({ id: 7, status: 'sent' }),
    { data: { events: [{ ...event, secret: 'x' }], chain_valid: true, chain_head: 'a' } },
  ],
])('leaves of %s the same in the first HTML and in the browser', async (_, query, body) => {
  const { shown, sent } = await narrowBoth(query, body)
  expect(shown).toEqual(sent)
  expect(JSON.stringify(body)).toContain('secret')
  expect(JSON.stringify(shown)).not.toContain('secret')
})

it('keeps the position in the list', async () => {
  const { shown } = await narrowBoth(processesQuery({}, 'UTC'), { data: [], meta })
  expect(shown).toEqual({ data: [], meta })
})
