import type { X509Certificate } from 'node:crypto'
import { computeDigest } from './algorithms.ts'
import { type Asn1, isTagged, parse, readBits, readChildren, readElements } from './asn1.ts'
import { readCertificateFields, readExtension } from './certificate.ts'
import { element, sequence } from './der.ts'
import { toComparableName } from './names.ts'

/** Object identifiers of extensions (RFC 5280, 4.2.1.3 and 4.2.1.13). */
const keyUsage = '2.5.29.15'
export const crlDistributionPoints = '2.5.29.31'

/** id-etsi-ext-valassured-ST-certs (ETSI EN 319 412-1, 5.2), and noRevAvail (RFC 9608, 2). */
const neverRevoked = ['0.4.0.194121.2.1', '2.5.29.56']

/** What of a certificate is compared with each list and response: reading it takes longer than comparing. */
interface CertificateFacts {
  /** As `toComparableName` writes it. */
  subjectName: string
  issuer: Uint8Array
  serialNumber: Uint8Array
  /** The bits of the public key, without their number of unused bits. */
  keyBits: Uint8Array
  /** SHA-256 of the public key with its algorithm. */
  key: string
  /** Results of `getDigest`. */
  digests: Map<string, Uint8Array>
  /** The first octet of KeyUsage; without the extension a key may be used for everything. */
  usage: number
  /** Those of its distribution points, as `listPointNames` writes them. */
  pointNames: Set<string>
  /** Its issuer says that it revokes no such certificate, as it ends soon; never of an authority. */
  isNeverRevoked: boolean
}

const knownFacts = new WeakMap<X509Certificate, CertificateFacts | null>()

/** Null of a certificate that is malformed: no list and no response is about it or signed by it. */
export function getFacts(certificate: X509Certificate): CertificateFacts | null {
  const known = knownFacts.get(certificate)
  if (known !== undefined) return known
  const facts = readFacts(certificate)
  knownFacts.set(certificate, facts)
  return facts
}

function readFacts(certificate: X509Certificate): CertificateFacts | null {
  const der = certificate.raw
  try {
    const { subject, issuer, serialNumber, subjectPublicKeyInfo } = readCertificateFields(der)
    const usage = readExtension(der, keyUsage)
    return {
      ...{ subjectName: toComparableName(subject), issuer, serialNumber },
      keyBits: readBits(readChildren(parse(subjectPublicKeyInfo))[1]) ?? new Uint8Array(),
      key: Buffer.from(computeDigest('sha256', subjectPublicKeyInfo)).toString('hex'),
      digests: new Map(),
      usage: usage ? (readBits(usage)?.[0] ?? 0) : 0xff,
      pointNames: new Set(
        readChildren(readExtension(der, crlDistributionPoints)).flatMap((point) =>
          listPointNames(readChildren(point), issuer),
        ),
      ),
      isNeverRevoked: !certificate.ca && neverRevoked.some((type) => readExtension(der, type) !== undefined),
    }
  } catch {
    return null
  }
}

/** Tag of a directoryName in GeneralName (RFC 5280, 4.2.1.6). */
const directoryNameTag = 4

/**
 * The names in a distribution point of a certificate or a revocation list (RFC 5280, 4.2.1.13 and 5.2.5), to be compared;
 * one that is relative to the issuer is completed.
 * @param parts of the DistributionPoint or IssuingDistributionPoint
 * @param issuer Name, DER
 */
export function listPointNames(parts: Asn1[], issuer: Uint8Array): string[] {
  const [name] = readChildren(parts.find((part) => isTagged(part, 0)))
  const toText = (tag: number, contents: Uint8Array) => `${tag} ${Buffer.from(contents).toString('latin1')}`
  if (name && isTagged(name, 1)) {
    const relative = element(0x31, name.contents)
    return [toText(directoryNameTag, sequence(...readElements(issuer), relative))]
  }
  return readChildren(name).map(({ tagNumber, contents }) => toText(tagNumber, contents))
}

/** A hash that names an issuer (CertID, RFC 6960, 4.1.1). A file may have very many answers, and a name may be long. */
export function getDigest(
  facts: CertificateFacts,
  part: 'issuer' | 'keyBits',
  algorithm: string,
): Uint8Array {
  const name = `${part} ${algorithm}`
  const digest = facts.digests.get(name) ?? computeDigest(algorithm, facts[part])
  facts.digests.set(name, digest)
  return digest
}

/**
 * SHA-256 of the public key of a certificate with its algorithm, hexadecimal: certificates of one authority share it, and
 * so do imitations.
 */
export function getKeyFingerprint(certificate: X509Certificate): string {
  return getFacts(certificate)?.key ?? certificate.fingerprint256
}
