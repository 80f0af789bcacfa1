import { describe, expect, it } from 'vitest'
import { linesOf, type TrailEvent } from '#components/processes/trail-texts.ts'

const event = (seq: number, type: string, change: Partial<TrailEvent> = {}): TrailEvent => ({
  seq,
  type,
  actor: { type: 'user', name: 'Ada' },
  data: {},
  address: '192.0.2.1',
  user_agent: null,
  request_id: 'r',
  occurred_at: '2026-03-01T10:00:00Z',
  previous_hash: '',
  hash: '',
  ...change,
})
const texts = (events: TrailEvent[]) =>
  linesOf(events, new Map([[7, 'Grace']])).map(({ sentence, times }) => `${sentence} ${times}`)

describe('the trail in words', () => {
  it('lists the latest first, and repeated saves of a draft in one line', () => {
    const saved = [2, 3, 4].map((seq) => event(seq, 'process.fields_changed'))
    expect(texts([event(1, 'process.created'), ...saved, event(5, 'process.sent')])).toEqual([
      'Ada sent the process 1',
      'Ada placed the fields 3',
      'Ada created the draft 1',
    ])
  })

  it('keeps events of other actors, addresses and types separate', () => {
    const reminded = { data: { signer_id: 7, name: 'Grace' } }
    expect(
      texts([
        event(1, 'process.updated', { address: '192.0.2.9' }),
        event(2, 'process.updated'),
        event(3, 'process.updated', { actor: { type: 'api_key', name: 'Shop' } }),
        event(4, 'signature.reminded', reminded),
        event(5, 'signature.reminded', reminded),
      ]),
    ).toEqual([
      'Ada reminded Grace 1',
      'Ada reminded Grace 1',
      'API key “Shop” changed the draft 1',
      'Ada changed the draft 1',
      'Ada changed the draft 1',
    ])
  })
})
