import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { domainToASCII } from 'node:url'
import { TextError } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { isPublicAddress } from './public-addresses.ts'
import './refuse-upgrade.ts'

const RESOLVE_SECONDS = 5
const HTTPS_PORT = 443
const HTTP_PORT = 80
/** Privileged ports other than 443 are refused. */
const MIN_PORT = 1024

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string, isAllowed: boolean) => Promise<string[]>

/** A checked target: the name for TLS and Host, and the addresses that may be connected to. */
export interface Target {
  url: URL
  host: string
  addresses: { address: string; family: 4 | 6 }[]
}

/** A forbidden target, with a message for the user who configured it. */
export class ForbiddenTarget extends TextError {}

/**
 * Checks a URL that a user configured, and all addresses that its name resolves to now. `allowedHosts` (`name` or
 * `name:port`) may be private and speak http; all others must be public, by https. `isSigned`: what is read there has a
 * signature of its own, so that http will do.
 * @throws ForbiddenTarget
 */
export async function resolveTarget(
  text: string,
  allowedHosts: readonly string[],
  resolve: Resolve = resolveName,
  { isSigned = false } = {},
): Promise<Target> {
  const url = URL.canParse(text) ? new URL(text) : refuse(errorText('documents.notValidUrl'))
  const host = getHost(url)
  const isAllowed = isListed(host, url, allowedHosts)
  const error = findTargetError(url, host, isAllowed, isSigned)
  if (error) refuse(error)
  const addresses = isIP(host) ? [host] : await resolve(host, isAllowed).catch(() => [])
  if (addresses.length === 0) refuse(errorText('documents.dnsLookupFailed', { host }))
  // All addresses must be public, as any of them may be used.
  if (!isAllowed && !addresses.every(isPublicAddress)) refuse(errorText('documents.addressNotPublic'))
  return {
    url,
    host,
    addresses: addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 })),
  }
}

function findTargetError(url: URL, host: string, isAllowed: boolean, isSigned: boolean): ErrorText | null {
  const mayBeHttp = isAllowed || isSigned
  if (url.protocol !== 'https:' && !(mayBeHttp && url.protocol === 'http:')) {
    return errorText('documents.urlMustBeHttps')
  }
  if (url.username || url.password) return errorText('documents.urlWithCredentials')
  if (isAllowed) return null
  const port = getPort(url)
  const isUsual = port === HTTPS_PORT || (isSigned && port === HTTP_PORT)
  if (!isUsual && port < MIN_PORT) return errorText('documents.portNotAllowed', { port })
  if (!isIP(host) && !host.includes('.')) return errorText('documents.hostNotFullName')
  return null
}

/** The host as the URL standard parses it (including decimal, octal and hexadecimal IPv4), without brackets. */
function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
}

function isListed(host: string, url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((entry) => {
    const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(withBrackets(entry)) ?? []
    const isSameHost = name.replace(/[[\]]/g, '') === host || (domainToASCII(name) || name) === host
    return isSameHost && (port === undefined || Number(port) === getPort(url))
  })
}

/** An IPv6 address without brackets contains colons. */
function withBrackets(entry: string): string {
  return (isIP(entry) === 6 ? `[${entry}]` : entry).toLowerCase()
}

function getPort(url: URL): number {
  return url.port === '' ? (url.protocol === 'http:' ? HTTP_PORT : HTTPS_PORT) : Number(url.port)
}

/** Allowed hosts are resolved by the system, all others by DNS only, with a timeout. */
async function resolveName(host: string, isAllowed: boolean): Promise<string[]> {
  if (isAllowed) return (await lookup(host, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const timeout = setTimeout(() => resolver.cancel(), RESOLVE_SECONDS * 1000)
  const responses = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(timeout)
  return responses.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

/** A lookup that finds the checked addresses only, for a connection to them. */
export function pinnedLookup(addresses: Target['addresses']): LookupFunction {
  return (_, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  }
}

function refuse(text: ErrorText): never {
  throw new ForbiddenTarget(text)
}
