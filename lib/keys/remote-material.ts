import type { X509Certificate } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { pinnedLookup, resolveTarget } from '#lib/core/network/outbound-guard'
import { dotted, readChildren } from '#lib/pades/cms/asn1'
import { isSignedBy, listUris, readCertificate, readExtension } from '#lib/pades/cms/certificate'
import { crlDistributionPoints } from '#lib/pades/cms/certificate-facts'
import { readCertificatesOnly } from '#lib/pades/cms/cms-read'
import type { ValidationMaterial } from '#lib/pades/cms/identity'
import { isListFor } from '#lib/pades/cms/revocation'
import { readRevocationList } from '#lib/pades/cms/revocation-read'
import { readPem } from '#lib/pades/keys/certificate-path'

/** Object identifiers of RFC 5280, 4.2.2.1. */
const authorityInfoAccess = '1.3.6.1.5.5.7.1.1'
const caIssuers = '1.3.6.1.5.5.7.48.2'

/** Longer chains are not followed. */
const MAX_CHAIN_LENGTH = 5
/** Larger lists would make each signed file too large. */
const MAX_BYTES = 1_000_000
/** Time for one address, with its redirects. */
const TIMEOUT_MILLISECONDS = 5_000
const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]
/** Lists are issued once a day or more rarely. */
const CACHE_SECONDS = 3600
const MAX_CACHED = 50
const cache = new Map<string, { bytes: Uint8Array; until: Date }>()

export function isSelfSigned(der: Uint8Array): boolean {
  const certificate = readCertificate(der)
  return certificate !== null && isSignedBy(certificate, certificate)
}

/**
 * The revocation lists for a certificate of an authority outside and for its issuers, and the issuers that are
 * missing, from the addresses that the certificates name. Lists that are not signed by the issuer, or not current, are
 * left out.
 * @param known certificates that need not be fetched, DER
 */
export async function loadRemoteMaterial(
  subject: Uint8Array,
  known: Uint8Array[],
): Promise<ValidationMaterial> {
  const material: ValidationMaterial = { certificates: [], revocationLists: [] }
  let current = readCertificate(subject)
  for (let length = 0; current && length < MAX_CHAIN_LENGTH && !isSignedBy(current, current); length++) {
    const certificate: X509Certificate = current
    const isIssuer = (der: Uint8Array) => isIssuedBy(certificate, der)
    const knownIssuer = known.find(isIssuer)
    const issuer =
      knownIssuer ??
      (await fetchFirst(listIssuerUris(certificate.raw), (bytes) => readCertificates(bytes).find(isIssuer)))
    current = issuer ? readCertificate(issuer) : null
    if (!issuer || !current) break
    if (!knownIssuer) material.certificates.push(issuer)
    const list = await fetchList(certificate, current)
    if (list) material.revocationLists.push(list)
  }
  return material
}

/** The first current list of the issuer for this certificate; undefined without one. */
function fetchList(certificate: X509Certificate, issuer: X509Certificate): Promise<Uint8Array | undefined> {
  const uris = listUris(readExtension(certificate.raw, crlDistributionPoints))
  return fetchFirst(uris, (bytes) => {
    const list = readRevocationList(bytes)
    return list.thisUpdate <= now() && isListFor(list, certificate, issuer, now()) ? bytes : undefined
  })
}

/**
 * The certificates, DER, of a file of an authority: one in DER, or those of a CMS with certificates only (RFC 5280,
 * 4.2.2.1). Some authorities serve PEM. @throws Error when it is none of these
 */
function readCertificates(bytes: Uint8Array): Uint8Array[] {
  const certificate = readCertificate(bytes)
  if (certificate) return [certificate.raw]
  const text = Buffer.from(bytes).toString('latin1')
  return text.includes('-----BEGIN') ? readPem(text) : readCertificatesOnly(bytes)
}

function isIssuedBy(subject: X509Certificate, issuer: Uint8Array): boolean {
  const candidate = readCertificate(issuer)
  return candidate !== null && isSignedBy(subject, candidate)
}

function listIssuerUris(certificate: Uint8Array): string[] {
  return readChildren(readExtension(certificate, authorityInfoAccess)).flatMap((description) =>
    dotted(readChildren(description)[0]) === caIssuers ? listUris(description) : [],
  )
}

/**
 * What is read of the first response that has it; undefined without one. Only such a response is cached: what is damaged
 * or not current is fetched again.
 */
async function fetchFirst(
  uris: string[],
  readExpected: (bytes: Uint8Array) => Uint8Array | undefined,
): Promise<Uint8Array | undefined> {
  const read = (bytes: Uint8Array) => {
    try {
      return readExpected(bytes)
    } catch {
      return undefined // No certificate or list.
    }
  }
  let failure: unknown
  for (const uri of uris) {
    const cached = cache.get(uri)
    const kept = cached && cached.until > now() ? read(cached.bytes) : undefined
    if (kept) return kept
    try {
      const bytes = await fetchBytes(uri)
      const expected = read(bytes)
      if (!expected) throw new Error('The response is no current list of the issuer, or not its certificate.')
      keep(uri, bytes)
      return expected
    } catch (error) {
      failure = error
    }
  }
  if (failure) log().warn({ err: failure, uris }, 'no revocation data from an authority outside')
  return undefined
}

function keep(uri: string, bytes: Uint8Array): void {
  cache.delete(uri)
  // The oldest entry comes first.
  if (cache.size >= MAX_CACHED) cache.delete([...cache.keys()][0]!)
  cache.set(uri, { bytes, until: addSeconds(now(), CACHE_SECONDS) })
}

/** Certificates and lists have signatures of their own, which are verified: http will do. Hosts of `TSA_URL` and `TRUST_ALLOWED_HOSTS` may be private. */
async function fetchBytes(uri: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  let address = uri
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(address, signal)
    if (response instanceof Uint8Array) return response
    address = response.location
  }
  throw new Error(`There are more than ${MAX_REDIRECTS} redirects.`)
}

/** The bytes of the response, or where it redirects to. */
async function request(uri: string, signal: AbortSignal): Promise<Uint8Array | { location: string }> {
  const { tsa, trustAllowedHosts } = env()
  const stampHosts = Array.isArray(tsa) ? tsa.map((url) => new URL(url).host) : []
  const { url, host, addresses } = await resolveTarget(
    uri,
    [...stampHosts, ...trustAllowedHosts],
    undefined,
    { isSigned: true },
  )
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http).get({
      hostname: host,
      port: url.port || undefined,
      path: url.pathname + url.search,
      servername: isIP(host) ? '' : host,
      lookup: pinnedLookup(addresses),
      agent: false,
      signal,
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      readResponse(response, url)
        .then(resolve, reject)
        .finally(() => outgoing.destroy())
    })
  })
}

async function readResponse(response: IncomingMessage, url: URL): Promise<Uint8Array | { location: string }> {
  const { location } = response.headers
  if (REDIRECTS.includes(response.statusCode ?? 0) && location)
    return { location: new URL(location, url).href }
  if (response.statusCode !== 200) throw new Error(`The response has status ${response.statusCode}.`)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`The response is larger than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
