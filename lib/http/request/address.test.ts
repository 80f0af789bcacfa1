import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { clientAddress, setPeerHeaders } from './address.ts'

const originalProxies = env().trustedProxies
const trustProxies = (...proxies: string[]) => {
  env().trustedProxies = proxies
}
afterEach(() => trustProxies(...originalProxies))

const addressFrom = (peer: string | null, forwarded?: string) => {
  const headers = new Headers()
  if (peer !== null) headers.set('x-paraph-peer', peer)
  if (forwarded !== undefined) headers.set('x-forwarded-for', forwarded)
  return clientAddress({ headers })
}

describe('clientAddress', () => {
  it('is the address of the socket when no proxy is trusted, whatever X-Forwarded-For says', () => {
    expect(addressFrom('198.51.100.7')).toBe('198.51.100.7')
    expect(addressFrom('::ffff:198.51.100.7')).toBe('198.51.100.7')
    expect(addressFrom('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7')
    expect(addressFrom(null, '203.0.113.1')).toBeNull()
    expect(addressFrom('', '203.0.113.1')).toBeNull()
  })

  it('is the address that a trusted proxy reports', () => {
    trustProxies('10.0.0.0/8')
    expect(addressFrom('10.1.2.3', '203.0.113.1')).toBe('203.0.113.1')
    expect(addressFrom('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7')
    expect(addressFrom('10.1.2.3')).toBe('10.1.2.3')
  })

  it('reads from right to left and stops at the first hop it does not trust', () => {
    trustProxies('10.0.0.0/8', '2001:db8::/32')
    expect(addressFrom('10.1.2.3', '1.2.3.4, 203.0.113.1, 10.9.9.9')).toBe('203.0.113.1')
    expect(addressFrom('2001:db8::1', '1.2.3.4, 203.0.113.1')).toBe('203.0.113.1')
    expect(addressFrom('10.1.2.3', '10.7.7.7, 10.8.8.8')).toBe('10.7.7.7')
  })

  it('parses hops with a port, and stops at an invalid address', () => {
    trustProxies('10.0.0.0/8')
    expect(addressFrom('10.1.2.3', '203.0.113.1:4711')).toBe('203.0.113.1')
    expect(addressFrom('10.1.2.3', '[2001:db8::9]:4711')).toBe('2001:db8::9')
    expect(addressFrom('10.1.2.3', '203.0.113.1, unknown')).toBe('10.1.2.3')
    expect(addressFrom('10.1.2.3', '203.0.113.1, unknown, 10.4.4.4')).toBe('10.4.4.4')
  })
})

describe('the headers of the web server', () => {
  it('replace those of a client, also where Node has left them out of `headers`', () => {
    const request = new IncomingMessage(new Socket())
    const others = Array.from({ length: 1005 }, (_, index) => [`a${index}`, '1']).flat()
    request.rawHeaders = [...others, 'X-Paraph-Peer', '9.9.9.9', 'x-paraph-local', 'true']
    request.headers = {}
    setPeerHeaders(request)
    expect(request.rawHeaders).toEqual([...others, 'x-paraph-peer', '', 'x-paraph-local', 'false'])
    expect(request.headers).toEqual({ 'x-paraph-peer': '', 'x-paraph-local': 'false' })
  })
})
