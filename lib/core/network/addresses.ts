import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IP address. */
type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: its first address and the length of its prefix in bits. */
export type AddressRange = readonly [address: Address, prefixLengthBits: number]

/**
 * Reads an IP address (`192.0.2.7`, `2001:db8::1`) or a network in CIDR notation (`192.0.2.0/24`).
 * @returns null for anything else, such as IPv4 in octal, hexadecimal or with fewer than four parts.
 */
export function parseRange(text: string): AddressRange | null {
  const [host = '', bits, ...rangeParts] = text.trim().split('/')
  const address = parseAddress(host)
  if (!address || rangeParts.length > 0) return null
  const addressBits = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, addressBits]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= addressBits ? [address, Number(bits)] : null
}

/** Whether the IP address is in one of the networks; false for an invalid address. */
export function inRanges(ip: string, ranges: readonly AddressRange[]): boolean {
  const parsedAddress = parseAddress(ip)
  if (!parsedAddress) return false
  // Only networks of the same IP version are compared: ipaddr.js throws for an IPv4 address and an IPv6 network.
  return ranges.some(
    ([network, bits]) => network.kind() === parsedAddress.kind() && parsedAddress.match(network, bits),
  )
}

/** Whether one of `ranges` contains the whole first network. */
export function isWithin([address, bits]: AddressRange, ranges: readonly AddressRange[]): boolean {
  return ranges.some(
    ([network, networkBits]) =>
      network.kind() === address.kind() && networkBits <= bits && address.match(network, networkBits),
  )
}

/** The smallest prefix an IPv6 customer gets; the customer may use every address in it. */
const CUSTOMER_PREFIX_BITS = 64
/** ipaddr.js's name of the NAT64 network (RFC 6052), whose last 32 bits are a client's IPv4 address. */
const NAT64_RANGE = 'rfc6052'

/** The key that rate limits use for an IP address: itself, or its /64 network for IPv6. */
export function rateLimitKey(ip: string): string {
  const canonical = canonicalAddress(ip)
  if (!canonical || isIPv4(canonical)) return canonical ?? ip
  const parsedAddress = ipaddr.IPv6.parse(canonical)
  if (parsedAddress.range() === NAT64_RANGE)
    return new ipaddr.IPv4(parsedAddress.toByteArray().slice(-4)).toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsedAddress}/${CUSTOMER_PREFIX_BITS}`)}/${CUSTOMER_PREFIX_BITS}`
}

/** The IP address in canonical form; an IPv4-mapped IPv6 address becomes IPv4. Null for an invalid address. */
export function canonicalAddress(text: string): string | null {
  // Node accepts IPv4 addresses only in their canonical form, and faster than ipaddr.js reads them.
  if (isIPv4(text)) return text
  return parseAddress(text)?.toString() ?? null
}

function parseAddress(text: string): Address | null {
  // Removes the zone index of a link-local address (`%eth0`).
  const host = text.trim().replace(/%[\w.-]+$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host)
  if (!host.includes(':') || !ipaddr.IPv6.isValid(host)) return null
  return ipaddr.process(host)
}

/** Whether a host name or IP address (IPv6 also in brackets) is the loopback of this machine. */
export function isLoopback(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name)
}
