import { type AddressRange, canonicalAddress, inRanges, parseRange } from './addresses.ts'

const ranges = (...texts: string[]): AddressRange[] => texts.map((text) => parseRange(text)!)

/** IPv4 ranges that are not public (IANA special-purpose registry, multicast, class E). */
const special4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
)

/**
 * The public range of IPv6, global unicast: without loopback, NAT64 (64:ff9b::), discard-only, unique local,
 * link-local, site-local, segment routing and multicast.
 */
const global6 = ranges('2000::/3')

/**
 * Parts of global unicast that are not public: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112.
 */
const special6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20')

/** Whether an address is on the public Internet; false for an invalid one. */
export function isPublicAddress(text: string): boolean {
  const address = canonicalAddress(text)
  if (!address) return false
  if (address.includes(':')) return inRanges(address, global6) && !inRanges(address, special6)
  // Names do not legitimately resolve to IPv4-mapped IPv6 addresses.
  return !text.includes(':') && !inRanges(address, special4)
}
