import type { IncomingMessage } from 'node:http'
import { env } from '#lib/core/env'
import {
  type AddressRange,
  canonicalAddress,
  inRanges,
  isLoopback,
  parseRange,
} from '#lib/core/network/addresses'

/** Headers by which a proxy shows that it forwarded the request. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Before an IPv4 address of a socket that takes both. */
const MAPPED = /^::ffff:/

/** The parsed `TRUSTED_PROXIES`, with the texts that they were parsed from. */
let parsedProxies: { texts: string[]; ranges: AddressRange[] } | null = null

/**
 * The client's IP address; null without a valid one. The web server writes the peer address into `x-paraph-peer`;
 * `X-Forwarded-For` is read from right to left as long as the addresses are trusted proxies.
 */
export function clientAddress(request: { headers: Pick<Headers, 'get'> }): string | null {
  const peer = canonicalAddress(request.headers.get('x-paraph-peer') ?? '')
  if (!peer) return null
  const proxies = trustedProxies()
  let client = peer
  for (const hop of parseHops(request.headers.get('x-forwarded-for')).reverse()) {
    if (!inRanges(client, proxies)) break
    const ip = canonicalAddress(hop)
    if (!ip) break
    client = ip
  }
  return client
}

/** Whether an address is that of a trusted proxy. */
export function isTrustedProxy(address = ''): boolean {
  const peer = canonicalAddress(address.replace(MAPPED, ''))
  return peer !== null && inRanges(peer, trustedProxies())
}

function parseHops(header: string | null): string[] {
  return header === null ? [] : header.split(',').map(withoutPort)
}

/** The IP address of a hop: some proxies write `192.0.2.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, bracketed, mappedAddress] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop.trim()) ?? []
  return bracketed ?? mappedAddress ?? hop.trim()
}

function trustedProxies(): AddressRange[] {
  const texts = env().trustedProxies
  if (parsedProxies?.texts !== texts) {
    parsedProxies = { texts, ranges: texts.map(parseRange).filter((range) => range !== null) }
  }
  return parsedProxies.ranges
}

/**
 * Sets `x-paraph-peer` and `x-paraph-local`, and overwrites those that a client sends. A request is local when it comes
 * from this machine, not through a proxy, and for a loopback host name: a website may point its own name to this
 * machine.
 */
export function setPeerHeaders(request: IncomingMessage): void {
  const { headers, socket } = request
  const peer = (socket.remoteAddress ?? '').replace(MAPPED, '')
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isDirect = PROXY_HEADERS.every((name) => headers[name] === undefined)
  overwriteHeader(request, 'x-paraph-peer', peer)
  overwriteHeader(request, 'x-paraph-local', String(isLoopback(peer) && isDirect && isLoopback(host)))
}

/** Whether the request came directly from this machine. */
export function isLocal(request: { headers: Headers }): boolean {
  return request.headers.get('x-paraph-local') === 'true'
}

/**
 * Overwrites a header in `headers` and `rawHeaders`, where names and values alternate: versions of Node leave
 * those after the first thousand out of `headers` only.
 */
function overwriteHeader(request: IncomingMessage, name: string, value: string): void {
  const isSent = (text: string) => text.length === name.length && text.toLowerCase() === name
  if (request.rawHeaders.some(isSent))
    request.rawHeaders = request.rawHeaders.filter((_, index, raw) => !isSent(raw[index - (index % 2)]!))
  request.headers[name] = value
  request.rawHeaders.push(name, value)
}
