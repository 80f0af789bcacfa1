import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: its first address and the length of its prefix in bits. */
export type AddressRange = readonly [address: Address, prefixLengthBits: number]

/**
 * Reads an address (`192.0.2.7`, `2001:db8::1`) or a network in CIDR notation (`192.0.2.0/24`).
 * @returns null for anything else, such as IPv4 in octal, hexadecimal or with fewer than four parts.
 */
export function parseRange(text: string): AddressRange | null {
  const [host = '', bits, ...rest] = text.trim().split('/')
  const address = parseAddress(host)
  if (!address || rest.length > 0) return null
  const widest = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, widest]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= widest ? [address, Number(bits)] : null
}

/** Whether `address` is in one of the networks; false for an invalid address. */
export function inRanges(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = parseAddress(address)
  if (!parsed) return false
  // Compared only within its own kind: ipaddr.js throws for an IPv4 address and an IPv6 network.
  return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

/** Whether one of the other networks contains the whole network. */
export function isWithin([address, bits]: AddressRange, ranges: readonly AddressRange[]): boolean {
  return ranges.some(
    ([network, wider]) => network.kind() === address.kind() && wider <= bits && address.match(network, wider),
  )
}

/** The smallest prefix an IPv6 customer gets; the customer may use every address in it. */
const CUSTOMER_BITS = 64
/** NAT64 writes a client's IPv4 address into the last bits of its own network. */
const NAT64_RANGE = 'rfc6052'

/** The key that rate limits use for an address: itself, or its /64 network for IPv6. */
export function rateLimitKey(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed || parsed.kind() === 'ipv4') return parsed?.toString() ?? address
  if (parsed.range() === NAT64_RANGE) return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${CUSTOMER_BITS}`)}/${CUSTOMER_BITS}`
}

/** The address in canonical form; an IPv4-mapped IPv6 address becomes IPv4. Null for an invalid address. */
export function canonicalAddress(text: string): string | null {
  return parseAddress(text)?.toString() ?? null
}

function parseAddress(text: string): Address | null {
  const host = text.trim().replace(/%[\w.-]+$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host)
  if (!host.includes(':') || !ipaddr.IPv6.isValid(host)) return null
  return ipaddr.process(host)
}

/** Whether a host name or address (IPv6 also in brackets) is the loopback of this machine. */
export function isLoopback(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name)
}
