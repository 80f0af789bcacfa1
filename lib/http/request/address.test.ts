import { afterEach, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { clientAddress } from './address.ts'

const before = env().trustedProxies
const trust = (...proxies: string[]) => {
  env().trustedProxies = proxies
}
afterEach(() => trust(...before))

const from = (peer: string | null, forwarded?: string) => {
  const headers = new Headers()
  if (peer !== null) headers.set('x-paraph-peer', peer)
  if (forwarded !== undefined) headers.set('x-forwarded-for', forwarded)
  return clientAddress({ headers })
}

describe('clientAddress', () => {
  it('is the socket’s; forwarded addresses do not count', () => {
    expect(from('198.51.100.7')).toBe('198.51.100.7')
    expect(from('::ffff:198.51.100.7')).toBe('198.51.100.7')
    expect(from('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7')
    expect(from(null, '203.0.113.1')).toBeNull()
    expect(from('', '203.0.113.1')).toBeNull()
  })

  it('trusts a trusted proxy about the hop before it', () => {
    trust('10.0.0.0/8')
    expect(from('10.1.2.3', '203.0.113.1')).toBe('203.0.113.1')
    expect(from('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7')
    expect(from('10.1.2.3')).toBe('10.1.2.3')
  })

  it('reads from right to left and stops at the first hop it does not trust', () => {
    trust('10.0.0.0/8', '2001:db8::/32')
    expect(from('10.1.2.3', '1.2.3.4, 203.0.113.1, 10.9.9.9')).toBe('203.0.113.1')
    expect(from('2001:db8::1', '1.2.3.4, 203.0.113.1')).toBe('203.0.113.1')
    expect(from('10.1.2.3', '10.7.7.7, 10.8.8.8')).toBe('10.7.7.7')
  })

  it('parses hops with a port, and stops at an invalid address', () => {
    trust('10.0.0.0/8')
    expect(from('10.1.2.3', '203.0.113.1:4711')).toBe('203.0.113.1')
    expect(from('10.1.2.3', '[2001:db8::9]:4711')).toBe('2001:db8::9')
    expect(from('10.1.2.3', '203.0.113.1, unknown')).toBe('10.1.2.3')
    expect(from('10.1.2.3', '203.0.113.1, unknown, 10.4.4.4')).toBe('10.4.4.4')
  })
})
