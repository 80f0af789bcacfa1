import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { env } from '#lib/core/env'
import { isPublicAddress } from './ranges.ts'

const RESOLVE_SECONDS = 5
const HTTPS_PORT = 443
/** Ports below it belong to services that are not ours to knock at. */
const FIRST_FREE_PORT = 1024

/** The addresses of a name, all of them. */
export type Resolve = (host: string, isAllowed: boolean) => Promise<string[]>

/** Where a request may go: the name for TLS and Host, and the addresses that were checked. */
export interface Target {
  url: URL
  host: string
  addresses: { address: string; family: 4 | 6 }[]
}

/** A target that requests may not go to, with a message for the user who configured it. */
export class ForbiddenTarget extends Error {}

/**
 * Checks an endpoint's address and everything its name resolves to now. Hosts of `WEBHOOK_ALLOWED_HOSTS` (`name` or
 * `name:port`) may be private and speak http; all others must be public, by https.
 * @throws ForbiddenTarget
 */
export async function targetOf(text: string, resolve: Resolve = resolveName): Promise<Target> {
  const url = URL.canParse(text) ? new URL(text) : refuse('This is not an address (URL).')
  const host = hostOf(url)
  const isAllowed = isListed(host, url)
  const fault = faultOf(url, host, isAllowed)
  if (fault) refuse(fault)
  const found = isIP(host) ? [host] : await resolve(host, isAllowed).catch(() => [])
  if (found.length === 0) refuse(`DNS lookup failed: ${host} could not be resolved.`)
  // One address that is not public condemns the name: which of them is tried is not ours to say.
  if (!isAllowed && !found.every(isPublicAddress)) refuse('This address is not on the public Internet.')
  return { url, host, addresses: found.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 })) }
}

function faultOf(url: URL, host: string, isAllowed: boolean): string | null {
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:')) {
    return 'The address must begin with https://.'
  }
  if (url.username || url.password) return 'The address must not carry a user name or a password.'
  if (isAllowed) return null
  const port = portOf(url)
  if (port !== HTTPS_PORT && port < FIRST_FREE_PORT) return `The port ${port} is not allowed.`
  if (!isIP(host) && !host.includes('.')) return 'The name must be a full one, as in example.com.'
  return null
}

/** The name as the URL standard reads it (decimal, octal and hexadecimal IPv4 included), bare. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
}

function isListed(host: string, url: URL): boolean {
  return env().webhookAllowedHosts.some((entry) => {
    const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(bracketed(entry)) ?? []
    const same = name.replace(/[[\]]/g, '') === host || (domainToASCII(name) || name) === host
    return same && (port === undefined || Number(port) === portOf(url))
  })
}

/** An IPv6 address alone has colons of its own. */
function bracketed(entry: string): string {
  return (isIP(entry) === 6 ? `[${entry}]` : entry).toLowerCase()
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'http:' ? 80 : HTTPS_PORT) : Number(url.port)
}

/** Names of our own network as the machine knows them; all others from the DNS alone, with a limit on its time. */
async function resolveName(host: string, isAllowed: boolean): Promise<string[]> {
  if (isAllowed) return (await lookup(host, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const late = setTimeout(() => resolver.cancel(), RESOLVE_SECONDS * 1000)
  const responses = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(late)
  return responses.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

function refuse(sentence: string): never {
  throw new ForbiddenTarget(sentence)
}
