import { describe, expect, it } from 'vitest'
import { GENESIS_HASH, isChainIntact, type Link, linkHash } from './chain.ts'

function chainOfLength(length: number) {
  const links: (Link & { hash: string })[] = []
  for (let seq = 1; seq <= length; seq++) {
    const link: Link = {
      chain: 'process:1',
      seq,
      type: 'signature.viewed',
      actor: { type: 'signer', id: 4, name: 'Zoë', email: 'zoe@example.com' },
      data: { signer_id: 4 },
      address: '203.0.113.7',
      userAgent: null,
      requestId: `req_${seq}`,
      occurredAt: new Date(1_700_000_000_000 + seq),
      previousHash: links.at(-1)?.hash ?? GENESIS_HASH,
    }
    links.push({ ...link, hash: linkHash(link) })
  }
  return links
}

describe('isChainIntact', () => {
  it('is true for the links as recorded', () => {
    expect(isChainIntact([])).toBe(true)
    expect(isChainIntact(chainOfLength(5))).toBe(true)
  })

  const changes: [string, (link: Link) => Partial<Link>][] = [
    ['type', () => ({ type: 'signature.completed' })],
    ['actor', () => ({ actor: { type: 'system', job: 'x' } })],
    ['data', () => ({ data: { signer_id: 5 } })],
    ['IP address', () => ({ address: '203.0.113.8' })],
    ['user agent', () => ({ userAgent: 'curl' })],
    ['request id', () => ({ requestId: 'req_other' })],
    ['time', (link) => ({ occurredAt: new Date(link.occurredAt.getTime() + 1) })],
    ['chain', () => ({ chain: 'process:2' })],
  ]
  it.each(changes)('is false after a change of the %s of one link', (_, change) => {
    const links = chainOfLength(5)
    Object.assign(links[2]!, change(links[2]!))
    expect(isChainIntact(links)).toBe(false)
  })

  it('is false after a link was removed, inserted or moved', () => {
    const links = chainOfLength(5)
    expect(isChainIntact(links.toSpliced(2, 1))).toBe(false)
    expect(isChainIntact(links.slice(1))).toBe(false)
    expect(isChainIntact(links.toSpliced(1, 0, links[1]!))).toBe(false)
    expect(isChainIntact([links[1]!, links[0]!, ...links.slice(2)])).toBe(false)
  })

  it('is false after a link was replaced by one with a valid hash', () => {
    const links = chainOfLength(3)
    const forged = { ...links[1]!, data: { signer_id: 9 } }
    links[1] = { ...forged, hash: linkHash(forged) }
    expect(isChainIntact(links)).toBe(false)
  })
})
