import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { linesOf, type TrailEvent } from '#components/processes/detail/trail-texts.ts'
import en from '#messages/en/dashboard.json'

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
const t = createTranslator({ locale: 'en', messages: en, namespace: 'processes' })
const signerNames = new Map([[7, 'Grace']])
/** Each line with the number of its events. */
const linesWithCounts = (events: TrailEvent[]) =>
  linesOf(t, events, signerNames).map(({ sentence, times }) => `${sentence} ${times}`)

describe('the lines of the audit trail', () => {
  it('start with the latest event; repeated saves of a draft are one line', () => {
    const saves = [2, 3, 4].map((seq) => event(seq, 'process.fields_changed'))
    expect(linesWithCounts([event(1, 'process.created'), ...saves, event(5, 'process.sent')])).toEqual([
      'Ada sent the process 1',
      'Ada placed the fields 3',
      'Ada created the draft 1',
    ])
  })

  it('are separate for events of different actors and addresses, and for reminders', () => {
    const reminded = { data: { signer_id: 7, name: 'Grace' } }
    expect(
      linesWithCounts([
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

  it('say once that the process was sent, and who was invited', () => {
    const created = [2, 3].map((seq) =>
      event(seq, 'signature.created', { data: { signer_id: 7, name: 'Grace' } }),
    )
    const invited = event(4, 'signature.invited', { data: { signer_id: 7, name: 'Grace' } })
    expect(linesWithCounts([event(1, 'process.sent'), ...created, invited])).toEqual([
      'Grace was invited 1',
      'Ada sent the process 1',
    ])
  })

  it('show an event without a sentence by its type', () => {
    expect(linesWithCounts([event(1, 'process.was_audited')])).toEqual(['process was audited 1'])
  })
})
