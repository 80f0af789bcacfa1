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
  it('finds an address in its network and nowhere else', () => {
    expect(inRanges('192.0.2.7', ranges('192.0.2.0/24'))).toBe(true)
    expect(inRanges('192.0.3.7', ranges('192.0.2.0/24'))).toBe(false)
    expect(inRanges('2001:db8:1::9', ranges('2001:db8::/32'))).toBe(true)
    expect(inRanges('2001:db9::9', ranges('2001:db8::/32'))).toBe(false)
    expect(inRanges('192.0.2.7', [])).toBe(false)
  })

  it('does not mix IPv4 and IPv6', () => {
    expect(inRanges('192.0.2.7', ranges('::/0'))).toBe(false)
    expect(inRanges('2001:db8::1', ranges('0.0.0.0/0'))).toBe(false)
    expect(inRanges('2001:db8::1', ranges('192.0.2.7', '2001:db8::1'))).toBe(true)
  })

  it('recognizes an IPv4-mapped address', () => {
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
  ])('writes %s as %s', (text, spelt) => {
    expect(canonicalAddress(text)).toBe(spelt)
  })

  it('is null for anything else', () => {
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
  ])('counts %s as %s', (address, who) => {
    expect(rateLimitKey(address)).toBe(who)
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
  ])('%s in %j: %s', (inner, outer, within) => {
    expect(isWithin(parseRange(inner)!, ranges(...outer))).toBe(within)
  })
})
