import { describe, expect, it } from 'vitest'
import { type ChainedEvent, eventHash, GENESIS_HASH, isChainIntact } from './chain.ts'

function chainOfLength(length: number) {
  const events: (ChainedEvent & { hash: string })[] = []
  for (let seq = 1; seq <= length; seq++) {
    const event: ChainedEvent = {
      chain: 'process:1',
      seq,
      type: 'signature.viewed',
      actor: { type: 'signer', id: 4, name: 'Zoë', email: 'zoe@example.com' },
      data: { signer_id: 4 },
      address: '203.0.113.7',
      userAgent: null,
      requestId: `req_${seq}`,
      occurredAt: new Date(1_700_000_000_000 + seq),
      previousHash: events.at(-1)?.hash ?? GENESIS_HASH,
    }
    events.push({ ...event, hash: eventHash(event) })
  }
  return events
}

describe('isChainIntact', () => {
  it('is true for the events as recorded', () => {
    expect(isChainIntact([])).toBe(true)
    expect(isChainIntact(chainOfLength(5))).toBe(true)
  })

  const changes: [string, (event: ChainedEvent) => Partial<ChainedEvent>][] = [
    ['type', () => ({ type: 'signature.completed' })],
    ['actor', () => ({ actor: { type: 'system', job: 'x' } })],
    ['data', () => ({ data: { signer_id: 5 } })],
    ['IP address', () => ({ address: '203.0.113.8' })],
    ['user agent', () => ({ userAgent: 'curl' })],
    ['request id', () => ({ requestId: 'req_other' })],
    ['time', (event) => ({ occurredAt: new Date(event.occurredAt.getTime() + 1) })],
    ['chain', () => ({ chain: 'process:2' })],
  ]
  it.each(changes)('is false after a change of the %s of one event', (_, change) => {
    const events = chainOfLength(5)
    Object.assign(events[2]!, change(events[2]!))
    expect(isChainIntact(events)).toBe(false)
  })

  it('is false after an event was removed, inserted or moved', () => {
    const events = chainOfLength(5)
    expect(isChainIntact(events.toSpliced(2, 1))).toBe(false)
    expect(isChainIntact(events.slice(1))).toBe(false)
    expect(isChainIntact(events.toSpliced(1, 0, events[1]!))).toBe(false)
    expect(isChainIntact([events[1]!, events[0]!, ...events.slice(2)])).toBe(false)
  })

  it('is false after an event was replaced by one with a valid hash', () => {
    const events = chainOfLength(3)
    const forged = { ...events[1]!, data: { signer_id: 9 } }
    events[1] = { ...forged, hash: eventHash(forged) }
    expect(isChainIntact(events)).toBe(false)
  })
})
