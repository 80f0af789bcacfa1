import { X509Certificate } from 'node:crypto'
import type { NoteKey } from '../../lib/core/transparency/note.ts'
import { findPath, isPathValidIn, isValidIn } from '../../lib/pades/chains/path.ts'
import { isSignedBy, readCertificate } from '../../lib/pades/cms/certificate.ts'

/** Longer chains are not followed. */
const MAX_CHAIN = 6

/** What the verifier trusts. */
export interface Trust {
  /**
   * Roots of the platform, or certificates of seals themselves; without any, the signatures are checked but nobody
   * vouches for them.
   */
  roots: readonly X509Certificate[]
  /** Other authorities that certify signers. */
  signerRoots: readonly X509Certificate[]
  /** Other time-stamping authorities. */
  stampRoots: readonly X509Certificate[]
  /** The key of the transparency log; without one, nobody vouches for the log. */
  logKey: NoteKey | null
  /** Witnesses, of whom `quorum` must have cosigned the log. */
  witnesses: readonly NoteKey[]
  quorum: number
  /** The time of the verification: what a certificate that has ended by then has signed needs a time stamp. */
  now: Date
}

/** The chain of a certificate. */
export interface Chain {
  /** From the certificate itself to the one that was given, else as far as it can be followed. */
  certificates: X509Certificate[]
  /** It ends at a certificate that was given, and each permits the one below. */
  isTrusted: boolean
  /** All below the last were valid at the time: the period of a root is no condition (RFC 5280, 6.1.1 (d)). */
  wasValid: boolean
  /** Of these, the first that had ended when the signature is first known to exist. */
  ended: X509Certificate | null
  /** The last one was valid at the time. */
  wasLastValid: boolean
}

/** The certificates of PEM text. @throws Error where one cannot be read */
export function parsePem(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/**
 * The path of a certificate to one of `roots` as the service finds it (RFC 5280, 6.1), else what names and signatures
 * lead to among the certificates that come with the signature. Certificates that were valid at the time go before others.
 * @param time of the signature
 * @param existedAt since when it is known to exist
 */
export function findChain(
  certificate: Uint8Array,
  others: readonly Uint8Array[],
  roots: readonly X509Certificate[],
  time: Date,
  existedAt: Date,
): Chain {
  const leaf = readCertificate(certificate)
  if (!leaf) return { certificates: [], isTrusted: false, wasValid: false, ended: null, wasLastValid: false }
  const issuers = others.flatMap((der) => readCertificate(der) ?? [])
  const anchors = roots.map((root) => ({ certificate: root }))
  const sources = { anchors, issuers, store: new Map() }
  const lasting = findPath(leaf, sources, time, existedAt)
  const isLasting = lasting !== null && isPathValidIn(lasting.certificates, time, existedAt)
  const path = isLasting ? lasting : findPath(leaf, sources, time)
  const certificates = path?.certificates ?? follow(leaf, [...issuers, ...roots], time)
  const belowLast = certificates.slice(0, Math.max(1, certificates.length - 1))
  return {
    certificates,
    isTrusted: path !== null,
    wasValid: isPathValidIn(certificates, time, time),
    ended: belowLast.find(({ validToDate }) => validToDate < existedAt) ?? null,
    wasLastValid: isValidIn(certificates.at(-1)!, time, time),
  }
}

/** The chain by names and signatures alone. */
function follow(
  leaf: X509Certificate,
  candidates: readonly X509Certificate[],
  time: Date,
): X509Certificate[] {
  const certificates = [leaf]
  while (certificates.length < MAX_CHAIN) {
    const subject = certificates.at(-1)!
    if (isIssuer(subject, subject)) break
    const issuers = candidates.filter((candidate) => isIssuer(candidate, subject))
    const issuer = issuers.find((one) => isValidIn(one, time, time)) ?? issuers[0]
    if (!issuer) break
    certificates.push(issuer)
  }
  return certificates
}

function isIssuer(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && isSignedBy(subject, issuer)
}

/**
 * Whether a chain shows that this certificate seals for the platform: it was given itself, or was issued by an
 * authority of the same organisation, as an installation makes for each. Others below the same root, such as all
 * customers of a public authority, do not seal.
 */
export function isSeal({ certificates, isTrusted }: Chain): boolean {
  const [seal, issuer] = certificates
  const organisation = seal && readOrganisation(seal)
  const isOfOwnAuthority = organisation && issuer && organisation === readOrganisation(issuer)
  return isTrusted && (certificates.length === 1 || Boolean(isOfOwnAuthority))
}

/** The organisation in the subject of a certificate; null without one, or with several. */
export function readOrganisation(certificate: X509Certificate): string | null {
  const { O: organisation } = certificate.toLegacyObject().subject as { O?: string | string[] }
  return typeof organisation === 'string' ? organisation : null
}
