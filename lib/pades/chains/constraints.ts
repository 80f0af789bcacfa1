import type { X509Certificate } from 'node:crypto'
import { isUniversal, readChildren, readInteger } from '../cms/asn1.ts'
import { readExtension } from '../cms/certificate.ts'

/** Object identifiers of extensions (RFC 5280, 4.2.1.9 and 4.2.1.10). */
const basicConstraints = '2.5.29.19'
const nameConstraints = '2.5.29.30'

/** pathLenConstraint: how many authorities may be below; one that cannot be read permits none. */
export function readPathLength(issuer: X509Certificate): number {
  try {
    const length = readChildren(readExtension(issuer.raw, basicConstraints)).find((part) =>
      isUniversal(part, 'integer'),
    )
    return length ? Number(readInteger(length)) : Number.POSITIVE_INFINITY
  } catch {
    return 0
  }
}

/** Whether an authority is only for some names, or that cannot be read. */
export function isLimitedToNames(issuer: X509Certificate): boolean {
  try {
    return readExtension(issuer.raw, nameConstraints) !== undefined
  } catch {
    return true
  }
}
