import { getKeyFingerprint } from '#lib/pades/cms/certificate-facts'
import type { Answer, Revocation } from '#lib/pades/cms/validation-data'
import type { Chain } from './trust-anchors.ts'

/**
 * The first revocation in a chain up to a time, as the validation data of the file tell of it. Only authorities of the
 * chain revoke (RFC 5280, 6.3.3): anyone may add others with their name and key, and lists of their own. Without a chain
 * any counts, and for a certificate that is trusted as it is, that by its issuer. That of another certificate of one of the
 * authorities, such as one that was replaced, counts only where it is of their key (6.1.3).
 * @param revocations the earliest first
 */
export function findRevocation(revocations: Revocation[], chain: Chain | null, at: Date): Revocation | null {
  const certificates = chain?.certificates ?? []
  const keys = new Set(certificates.slice(1).map(getKeyFingerprint))
  const own = new Set(certificates.map(({ fingerprint256 }) => fingerprint256))
  const counts = ({ certificate, isOfKey, issuerKey, isOfAuthority }: Revocation) =>
    chain === null ||
    ((isOfKey || own.has(certificate)) && keys.has(issuerKey)) ||
    (certificates.length === 1 && !isOfAuthority)
  return revocations.find((revocation) => new Date(revocation.revokedAt) <= at && counts(revocation)) ?? null
}

/** Whether each certificate of the chain but the anchor has an answer of its issuer that is current at this time. */
export function hasAnswers(answers: Answer[], { certificates }: Chain, at: Date): boolean {
  return certificates.slice(1).every((issuer, index) => {
    const { fingerprint256 } = certificates[index]!
    const issuerKey = getKeyFingerprint(issuer)
    return answers.some(
      (answer) =>
        answer.certificate === fingerprint256 &&
        answer.issuerKey === issuerKey &&
        at <= new Date(answer.until),
    )
  })
}
