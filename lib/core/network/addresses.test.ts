import { describe, expect, it } from 'vitest'
import { canonicalAddress, inRanges, isWithin, parseRange, rateLimitKey } from './addresses.ts'

const ranges = (...texts: string[]) => texts.map((text) => parseRange(text)!)

describe('parseRange', () => {
  it.each([
    ['192.0.2.7', 32],
    ['192.0.2.0/24', 24],
    ['0.0.0.0/0', 0],
    ['2001:db8::1', 128],
    ['2001:db8::/32', 32],
    [' 10.0.0.0/8 ', 8],
    ['::ffff:192.0.2.7', 32],
  ])('reads %s', (text, bits) => {
    expect(parseRange(text)?.[1]).toBe(bits)
  })

  it.each([
    '',
    'example.com',
    '192.0.2',
    '0300.0.2.7',
    '0xc0000207',
    '3221225991',
    '192.0.2.256',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '192.0.2.0/24/8',
    '192.0.2.0/ 24',
    '2001:db8::/129',
    '2001:db8::1::2',
    '/24',
  ])('refuses %j', (text) => {
    expect(parseRange(text)).toBeNull()
  })
})

describe('inRanges', () => {
  it('is true only for addresses in one of the networks', () => {
    expect(inRanges('192.0.2.7', ranges('192.0.2.0/24'))).toBe(true)
    expect(inRanges('192.0.3.7', ranges('192.0.2.0/24'))).toBe(false)
    expect(inRanges('2001:db8:1::9', ranges('2001:db8::/32'))).toBe(true)
    expect(inRanges('2001:db9::9', ranges('2001:db8::/32'))).toBe(false)
    expect(inRanges('192.0.2.7', [])).toBe(false)
  })

  it('does not compare IPv4 addresses with IPv6 networks', () => {
    expect(inRanges('192.0.2.7', ranges('::/0'))).toBe(false)
    expect(inRanges('2001:db8::1', ranges('0.0.0.0/0'))).toBe(false)
    expect(inRanges('2001:db8::1', ranges('192.0.2.7', '2001:db8::1'))).toBe(true)
  })

  it('treats an IPv4-mapped address as IPv4', () => {
    expect(inRanges('::ffff:192.0.2.7', ranges('192.0.2.0/24'))).toBe(true)
    expect(inRanges('192.0.2.7', ranges('::ffff:192.0.2.7'))).toBe(true)
  })

  it('is false for text that is not an address', () => {
    expect(inRanges('unknown', ranges('0.0.0.0/0', '::/0'))).toBe(false)
    expect(inRanges('', ranges('0.0.0.0/0'))).toBe(false)
  })
})

describe('canonicalAddress', () => {
  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['198.51.100.7', '198.51.100.7'],
  ])('is, for %s, %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical)
  })

  it('is null for an invalid address', () => {
    for (const text of ['', 'unknown', '_hidden', '198.51.100.7:443', 'localhost'])
      expect(canonicalAddress(text)).toBeNull()
  })
})

describe('rateLimitKey', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['64:ff9b::198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['no address', 'no address'],
  ])('is, for %s, %s', (address, key) => {
    expect(rateLimitKey(address)).toBe(key)
  })
})

describe('isWithin', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.0/24'], true],
    ['192.0.2.0/24', ['192.0.2.0/24'], true],
    ['192.0.2.128/25', ['10.0.0.0/8', '192.0.2.0/24'], true],
    ['192.0.2.0/23', ['192.0.2.0/24'], false],
    ['192.0.3.7', ['192.0.2.0/24'], false],
    ['0.0.0.0/0', ['0.0.0.0/1', '128.0.0.0/1'], false],
    ['192.0.2.7', ['::/0'], false],
    ['2001:db8::/48', ['2001:db8::/32'], true],
    ['192.0.2.7', [], false],
  ])('is, for %s and the ranges %j, %s', (inner, outer, within) => {
    expect(isWithin(parseRange(inner)!, ranges(...outer))).toBe(within)
  })
})
