import { isForTimeStamps, maySignDocuments } from '#lib/pades/chains/certificate-use'
import { isPathValidIn } from '#lib/pades/chains/path'
import { isTimeStampFilter } from '#lib/pades/cms/cms-verify'
import { findFailure, type SignatureReport } from '#lib/pades/signature-report'
import { isOfFuture } from '#lib/pades/time-stamps/proofs'
import { findRevocation } from './chain-data.ts'
import type { Proof } from './proofs.ts'
import type { SignatureRecord } from './schema.ts'
import type { Chain } from './trust-anchors.ts'
import type { Weaknesses } from './weaknesses.ts'

type Conclusion = Pick<SignatureRecord, 'indication' | 'sub_indication'>

/** The main status indication and its reason (ETSI EN 319 102-1, 5.1.3), at the time since when the signature is proven. */
export function conclude(
  signature: SignatureReport,
  weaknesses: Weaknesses,
  chain: Chain | null,
  { existedAt }: Proof,
  now: Date,
): Conclusion {
  const indeterminate = (sub_indication: Conclusion['sub_indication']): Conclusion => ({
    indication: 'INDETERMINATE',
    sub_indication,
  })
  if (!signature.isJudged) return indeterminate(null)
  const failure = findFailure(signature)
  if (failure) return { indication: 'TOTAL_FAILED', sub_indication: failure }
  if (!signature.valid) return indeterminate('SIG_CONSTRAINTS_FAILURE')
  if (!chain) return indeterminate('NO_CERTIFICATE_CHAIN_FOUND')
  const isTimeStamp = isTimeStampFilter(signature.subFilter)
  const isForThis = isTimeStamp ? isForTimeStamps : maySignDocuments
  if (!isForThis(chain.certificates[0]!)) return indeterminate('CHAIN_CONSTRAINTS_FAILURE')
  // That it was made after the revocation is never proven: it only is not proven to be older (EN 319 102-1, 5.5.4).
  const revocation = findRevocation(signature.revocations, chain, existedAt)
  if (revocation) return indeterminate(revocation.isOfAuthority ? 'REVOKED_CA_NO_POE' : 'REVOKED_NO_POE')
  if (!signature.isRevocationKnown) return indeterminate('CERTIFICATE_CHAIN_GENERAL_FAILURE')
  const inBounds = isPathValidIn(chain.certificates, existedAt, existedAt)
  if (!inBounds || weaknesses.certificate_not_yet_valid) return indeterminate('OUT_OF_BOUNDS_NO_POE')
  if (weaknesses.weak_algorithm || weaknesses.weak_key)
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  const isFutureStamp = isTimeStamp && signature.signedAt !== undefined && isOfFuture(signature.signedAt, now)
  if (isFutureStamp || weaknesses.trailing_bytes > 0) return indeterminate('SIG_CONSTRAINTS_FAILURE')
  return { indication: 'TOTAL_PASSED', sub_indication: null }
}
