import type { X509Certificate } from 'node:crypto'
import { type Asn1, dotted, isTagged, readChildren } from '../cms/asn1.ts'
import { readExtension } from '../cms/certificate.ts'

/** Object identifiers of extensions (RFC 5280, 4.2.1.4, 4.2.1.5, 4.2.1.11 and 4.2.1.14). */
const certificatePolicies = '2.5.29.32'
const policyMappings = '2.5.29.33'
const policyConstraints = '2.5.29.36'
const inhibitAnyPolicy = '2.5.29.54'
/** Stands for every policy. */
const anyPolicy = '2.5.29.32.0'

/** After how many further certificates a policy is required, mapped no more, and anyPolicy no longer counts. */
interface Counters {
  explicit: number
  mapping: number
  any: number
}

/**
 * Whether a path has a policy where one of its authorities demands one (RFC 5280, 6.1, for any policy): without such a
 * demand every path does.
 * @param certificates from the signer's to that of the anchor, whose extensions do not count
 */
export function hasRequiredPolicy(certificates: readonly X509Certificate[]): boolean {
  try {
    return isPolicyFound(certificates.slice(0, -1).toReversed())
  } catch {
    // A malformed extension.
    return false
  }
}

/** @param certificates from the one below the anchor to the signer's */
function isPolicyFound(certificates: readonly X509Certificate[]): boolean {
  const never = certificates.length + 1
  let counters: Counters = { explicit: never, mapping: never, any: never }
  // What the next certificate may name: instead of the tree, which matters only where policies are asked for.
  let expected = new Set([anyPolicy])
  for (const [index, certificate] of certificates.entries()) {
    const isLast = index === certificates.length - 1
    const isSelfIssued = certificate.subject === certificate.issuer
    const named = readChildren(readExtension(certificate.raw, certificatePolicies)).map((policy) =>
      dotted(readChildren(policy)[0]),
    )
    const isAnyNamed = named.includes(anyPolicy) && (counters.any > 0 || (!isLast && isSelfIssued))
    const found = named.filter((id) => id !== anyPolicy && (expected.has(id) || expected.has(anyPolicy)))
    expected = new Set([...found, ...(isAnyNamed ? expected : [])])
    if (counters.explicit === 0 && expected.size === 0) return false
    if (!isLast) expected = mapPolicies(certificate, expected, counters.mapping > 0)
    counters = count(certificate, counters, isSelfIssued && !isLast)
  }
  return counters.explicit > 0 || expected.size > 0
}

function mapPolicies(certificate: X509Certificate, expected: Set<string>, isMapped: boolean): Set<string> {
  const mappings = readChildren(readExtension(certificate.raw, policyMappings)).map((mapping) =>
    readChildren(mapping).map(dotted),
  )
  // Neither side may be anyPolicy (6.1.4 (a)).
  if (mappings.flat().includes(anyPolicy)) return new Set()
  const replaced = new Set(mappings.map(([from]) => from))
  const added = mappings.flatMap(([from = '', to = '']) =>
    isMapped && (expected.has(from) || expected.has(anyPolicy)) ? [to] : [],
  )
  return new Set([...[...expected].filter((id) => !replaced.has(id)), ...added])
}

function count(
  { raw }: X509Certificate,
  { explicit, mapping, any }: Counters,
  isSelfIssued: boolean,
): Counters {
  const constraints = readChildren(readExtension(raw, policyConstraints))
  const next = (counter: number, limit: Asn1 | undefined) =>
    Math.min(Math.max(0, counter - (isSelfIssued ? 0 : 1)), readSkip(limit))
  return {
    explicit: next(
      explicit,
      constraints.find((part) => isTagged(part, 0)),
    ),
    mapping: next(
      mapping,
      constraints.find((part) => isTagged(part, 1)),
    ),
    any: next(any, readExtension(raw, inhibitAnyPolicy)),
  }
}

/** SkipCerts, an INTEGER that may be tagged; none is never. */
function readSkip(element: Asn1 | undefined): number {
  return element ? Number(`0x${Buffer.from(element.contents).toString('hex')}`) : Number.POSITIVE_INFINITY
}
