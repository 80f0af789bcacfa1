import type { X509Certificate } from 'node:crypto'
import { hashes, type Strength } from './algorithms.ts'
import {
  type Asn1,
  dotted,
  encoded,
  isTagged,
  isUniversal,
  parse,
  readBits,
  readChildren,
  readEitherTime,
  readOctets,
  readTime,
} from './asn1.ts'
import { readCertificate } from './certificate.ts'
import { type Algorithm, readAlgorithm } from './cms-read.ts'
import { toComparableName } from './names.ts'

/** Object identifiers of RFC 5280, 5.2.5 and 5.3.1. */
const issuingDistributionPoint = '2.5.29.28'
const reasonCode = '2.5.29.21'
/** expiredCertsOnCRL (ITU-T X.509, 9.5.2.8), and archiveCutoff (RFC 6960, 4.4.4). */
const expiredCertsOnCrl = '2.5.29.60'
const archiveCutoff = '1.3.6.1.5.5.7.48.1.6'
/** OCSPResponseStatus of a response that has answers. */
const successful = 0

/** The signed part of a revocation list or of an OCSP response, with its signature. */
export interface SignedPart {
  bytes: Uint8Array
  algorithm: Algorithm
  signature: Uint8Array
  /** How the key of a certificate has signed it, by the key: many certificates need the same list. */
  verified: Map<string, Strength>
}

/** From when to when a list or an answer counts. */
export interface Period {
  thisUpdate: Date
  nextUpdate: Date | undefined
  /** It is also about certificates that have expired since. */
  expiredSince: Date | undefined
}

/** That a certificate was revoked. */
export interface Revoked {
  at: Date
  /** CRLReason (RFC 5280, 5.3.1); undefined where none is named. */
  reason: number | undefined
}

/** A CertificateList (RFC 5280, 5.1). */
export interface RevocationList extends Period {
  /** Name, DER. */
  issuer: Uint8Array
  /** As `toComparableName` writes it. */
  issuerName: string
  /** The revoked certificates; a list without any leaves them out. */
  entries: Asn1 | undefined
  /** Result of `readEntryOffsets`, which is asked for when the list is the issuer's. */
  offsets?: Map<string, number[]>
  /** The value of the issuing distribution point (5.2.5), which limits the certificates that the list is about. */
  scope: Asn1 | undefined
  /** It has a critical extension that is unknown here: it must not be used (5.2). */
  isUnknown: boolean
  signed: SignedPart
}

/** An answer about one certificate (SingleResponse, RFC 6960, 4.2.1). */
export interface OcspAnswer extends Period {
  hashAlgorithm: string
  issuerNameHash: Uint8Array
  issuerKeyHash: Uint8Array
  serialNumber: Uint8Array
  status: 'good' | 'unknown' | Revoked
}

/** An OCSPResponse (RFC 6960, 4.2.1). */
export interface OcspResponse {
  /** When the responder signed it. */
  producedAt: Date
  /** Whom it names as its responder: SHA-1 of the key, hexadecimal, or the name as `toComparableName` writes it. */
  responder: string
  /** Its answers (SEQUENCE OF SingleResponse), which `readAnswer` reads. */
  answers: Asn1 | undefined
  /** Result of `readAnswerOffsets`, which is asked for when a certificate is looked for. */
  offsets?: Map<string, number[]>
  /** Certificates of a responder that the issuer authorised (4.2.2.2). */
  certificates: X509Certificate[]
  signed: SignedPart
}

/** Reads a revocation list; its signature is not verified. @throws Error when `der` is none */
export function readRevocationList(der: Uint8Array): RevocationList {
  const [list, algorithm, signature] = readChildren(parse(der))
  const fields = readChildren(list)
  // The version may be absent.
  const [, issuer, thisUpdate, ...optional] = isUniversal(fields[0], 'integer') ? fields.slice(1) : fields
  const from = readEitherTime(thisUpdate)
  if (!list || !issuer || !from) throw new Error('Not a revocation list.')
  const extensions = readExtensions(optional.find((field) => isTagged(field, 0)))
  const scope = extensions.find(([id]) => dotted(id) === issuingDistributionPoint)?.at(-1)
  return {
    issuer: encoded(issuer),
    issuerName: toComparableName(encoded(issuer)),
    thisUpdate: from,
    nextUpdate: readEitherTime(optional[0]),
    expiredSince: readTimeExtension(extensions, expiredCertsOnCrl),
    entries: optional.find((field) => isUniversal(field, 'sequence')),
    scope: scope && parse(readOctets(scope) ?? new Uint8Array()),
    // With its critical flag an extension has three parts.
    isUnknown: extensions.some(({ length, 0: id }) => length > 2 && dotted(id) !== issuingDistributionPoint),
    signed: readSignedPart(list, algorithm, signature),
  }
}

/** Reads an OCSP response; its signature is not verified. @throws Error when `der` is none */
export function readOcspResponse(der: Uint8Array): OcspResponse {
  const [status, wrapped] = readChildren(parse(der))
  if (status?.contents.length !== 1 || status.contents[0] !== successful) throw new Error('Not successful.')
  const [, basic] = readChildren(readChildren(wrapped)[0])
  const [data, algorithm, signature, certificates] = readChildren(
    parse(readOctets(basic) ?? new Uint8Array()),
  )
  // Optional version [0], responder [1] or [2], time, responses.
  const responder = readChildren(data).find((item) => isTagged(item, 1) || isTagged(item, 2))
  const producedAt = readTime(readChildren(data).find((item) => isUniversal(item, 'time')))
  if (!producedAt) throw new Error('Not a response.')
  return {
    producedAt,
    responder: readResponder(readChildren(responder)[0]),
    answers: readChildren(data).find((item) => isUniversal(item, 'sequence')),
    certificates: readChildren(readChildren(certificates)[0]).flatMap(
      (certificate) => readCertificate(encoded(certificate)) ?? [],
    ),
    signed: readSignedPart(data, algorithm, signature),
  }
}

/** ResponderID (RFC 6960, 4.2.1): a name or the hash of a key. */
function readResponder(responder: Asn1 | undefined): string {
  const keyHash = readOctets(responder)
  if (keyHash) return Buffer.from(keyHash).toString('hex')
  return responder ? toComparableName(encoded(responder)) : ''
}

/** Reads an answer of a response. @throws Error when it is malformed, or its hash algorithm is unknown */
export function readAnswer(response: Asn1): OcspAnswer {
  const [certId, status, thisUpdate, ...optional] = readChildren(response)
  const [algorithm, nameHash, keyHash, serialNumber] = readChildren(certId)
  const [issuerNameHash, issuerKeyHash] = [readOctets(nameHash), readOctets(keyHash)]
  const hashAlgorithm = hashes[dotted(readChildren(algorithm)[0])]
  const from = readEitherTime(thisUpdate)
  if (!issuerNameHash || !issuerKeyHash || !serialNumber || !hashAlgorithm || !from)
    throw new Error('Not a response.')
  const nextUpdate = readEitherTime(readChildren(optional.find((item) => isTagged(item, 0)))[0])
  const extensions = readExtensions(optional.find((item) => isTagged(item, 1)))
  return {
    hashAlgorithm,
    issuerNameHash,
    issuerKeyHash,
    serialNumber: encoded(serialNumber),
    thisUpdate: from,
    nextUpdate,
    expiredSince: readTimeExtension(extensions, archiveCutoff),
    status: readStatus(status, from),
  }
}

/** A list or an answer has a few hundred bytes of extensions, of which anyone may add any number. */
const MAX_EXTENSIONS_BYTES = 10_000

/** The parts of each extension. @throws Error where they are very long */
function readExtensions(wrapped: Asn1 | undefined): Asn1[][] {
  const [extensions] = readChildren(wrapped)
  if (extensions && extensions.contents.length > MAX_EXTENSIONS_BYTES)
    throw new Error('The extensions are too long.')
  return readChildren(extensions).map(readChildren)
}

/** The GeneralizedTime in an extension. @param extensions the parts of each */
function readTimeExtension(extensions: Asn1[][], type: string): Date | undefined {
  const value = readOctets(extensions.find(([id]) => dotted(id) === type)?.at(-1))
  return value && readTime(parse(value))
}

/** CertStatus (RFC 6960, 4.2.1): [0] good, [1] revoked with the time and perhaps the reason, [2] unknown. */
function readStatus(status: Asn1 | undefined, thisUpdate: Date): OcspAnswer['status'] {
  if (isTagged(status, 0)) return 'good'
  if (!isTagged(status, 1)) return 'unknown'
  const [revokedAt, reason] = readChildren(status)
  return { at: readEitherTime(revokedAt) ?? thisUpdate, reason: reason?.contents.at(-1) }
}

/** An entry of a list (RFC 5280, 5.1.2.6); without a readable time it counts from that of the list. */
export function readEntry(entry: Asn1, thisUpdate: Date): Revoked {
  const [, revokedAt, extensions] = readChildren(entry)
  return { at: readEitherTime(revokedAt) ?? thisUpdate, reason: readEntryReason(extensions) }
}

function readEntryReason(extensions: Asn1 | undefined): number | undefined {
  try {
    const parts = readChildren(extensions).map(readChildren)
    return readOctets(parts.find(([id]) => dotted(id) === reasonCode)?.at(-1))?.at(-1)
  } catch {
    // What cannot be read must not hide the revocation.
    return undefined
  }
}

function readSignedPart(
  part: Asn1 | undefined,
  algorithm: Asn1 | undefined,
  signature: Asn1 | undefined,
): SignedPart {
  const octets = readBits(signature)
  if (!part || !octets) throw new Error('There is no signature.')
  return {
    bytes: encoded(part),
    algorithm: readAlgorithm(algorithm),
    signature: octets,
    verified: new Map(),
  }
}
