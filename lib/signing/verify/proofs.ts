import type { ListedService } from '#lib/keys/trusted-lists'
import { isForTimeStamps } from '#lib/pades/chains/certificate-use'
import { isPathValidIn } from '#lib/pades/chains/path'
import { isStrongPath } from '#lib/pades/chains/weakness'
import type { SignatureReport } from '#lib/pades/signature-report'
import {
  type Proof as ExistenceProof,
  findProofs as findExistenceProofs,
  type JudgedStamp,
} from '#lib/pades/time-stamps/proofs'
import { findRevocation } from './chain-data.ts'
import { buildChain, findService, type Trust, type TrustAnchor, trustedAt } from './trust-anchors.ts'

const stampService = 'TSA/QTST'

/** Since when a signature is known to exist. */
export interface Proof extends Omit<ExistenceProof<TrustAnchor>, 'ownAnchor'> {
  /** The service of a trusted list that made the time stamp of `ownAuthority`. */
  ownService: ListedService | null
}

/** The proof of existence of each signature by the trust anchors: a time stamp of a revoked authority proves nothing. */
export function findProofs(signatures: SignatureReport[], trust: Trust, now: Date): Proof[] {
  const proofs = findExistenceProofs(
    signatures,
    (stamp, existedAt) => findStampAnchor(stamp, existedAt, trust),
    now,
  )
  return proofs.map(({ ownAnchor, ...proof }, index) => {
    const stampedAt = proof.stamp?.time ?? signatures[index]!.signedAt
    return { ...proof, ownService: ownAnchor && findService(ownAnchor, stampService, stampedAt!) }
  })
}

/** The anchor of a time-stamping authority that is trusted; null of any other. */
function findStampAnchor(
  { certificates: [certificate, ...otherCertificates], stampedAt, revocations }: JudgedStamp,
  existedAt: Date,
  trust: Trust,
): TrustAnchor | null {
  if (!certificate) return null
  const trusted = trustedAt(trust, stampService, stampedAt)
  const chain = buildChain(trusted, { certificate, otherCertificates }, stampedAt, existedAt)
  const isTrusted =
    chain !== null &&
    !chain.root.testMode &&
    isForTimeStamps(chain.certificates[0]!) &&
    isStrongPath(chain.certificates) &&
    isPathValidIn(chain.certificates, stampedAt, existedAt) &&
    !findRevocation(revocations, chain, existedAt)
  return isTrusted ? chain.root : null
}
