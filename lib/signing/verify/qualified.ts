import type { ListedService } from '#lib/keys/trusted-lists'
import { isTimeStampFilter } from '#lib/pades/cms/cms-verify'
import type { SignatureReport } from '#lib/pades/signature-report'
import { doubt, qualify } from '#lib/pades/trusted-lists/qualification'
import { findRevocation, hasAnswers } from './chain-data.ts'
import type { Proof } from './proofs.ts'
import type { SignatureRecord } from './schema.ts'
import { buildChain, type Chain, findService, type Trust, trustedAt } from './trust-anchors.ts'

/**
 * From level LT on, the file has answers about all certificates of a chain; nothing is fetched. They must be about the
 * chain that is trusted: without one nothing is known to be good. Later revocations may be missing in them, so the
 * signature must be proven to be as old (EN 319 102-1, 5.2.5 and 5.6.2): the time stamp that raised the level may be
 * untrusted.
 */
function findRevocationStatus(
  signature: SignatureReport,
  chain: Chain | null,
  { existedAt, stamp }: Proof,
): SignatureRecord['revocation_status'] {
  const { subFilter, revocations, answers, isRevocationKnown } = signature
  const { coveredAt } = stamp ?? signature
  if (isTimeStampFilter(subFilter)) return null
  if (findRevocation(revocations, chain, existedAt)) return 'revoked'
  if (!isRevocationKnown || coveredAt === undefined || existedAt > new Date(coveredAt)) return 'unknown'
  return chain && hasAnswers(answers, chain, new Date(coveredAt)) ? 'good' : 'unknown'
}

/**
 * What the trusted lists say of a signature: nothing without lists, that it is qualified only where it passed, and
 * without doubt only where its certificate is known not to have been revoked.
 * @param chain the chain of the signature, whether to a trusted list or not
 */
export function findQualification(
  signature: SignatureReport,
  chain: Chain | null,
  hasPassed: boolean,
  trust: Trust,
  proof: Proof,
  now: Date,
): Pick<SignatureRecord, 'revocation_status' | 'qualified' | 'trusted_list' | 'time_stamp_trusted_list'> {
  const { existedAt, ownService } = proof
  const revocationStatus = findRevocationStatus(signature, chain, proof)
  const stampList = presentService(ownService, now)
  if (isTimeStampFilter(signature.subFilter)) {
    const qualified = hasPassed && ownService ? 'QTST' : null
    return {
      ...{ revocation_status: revocationStatus, qualified },
      ...{ trusted_list: stampList, time_stamp_trusted_list: null },
    }
  }
  const listed = { ...trust, anchors: trust.anchors.filter(({ services }) => services !== undefined) }
  // The signer's own certificate may be trusted as it is: what the lists say counts all the same.
  const listedChain = buildChain(trustedAt(listed, 'CA/QC', existedAt), signature, existedAt)
  const service = listedChain && findService(listedChain.root, 'CA/QC', existedAt.toISOString())
  const qualified =
    hasPassed && listedChain
      ? qualify(listedChain.certificates[0]!, listedChain.root.services ?? [], existedAt)
      : null
  const isGood = [chain, listedChain].every((one) => findRevocationStatus(signature, one, proof) === 'good')
  return {
    revocation_status: revocationStatus,
    qualified: qualified && !isGood ? doubt(qualified) : qualified,
    trusted_list: presentService(service, now),
    time_stamp_trusted_list: stampList,
  }
}

function presentService(service: ListedService | null, now: Date): SignatureRecord['trusted_list'] {
  if (!service) return null
  const { territory, provider, name, nextUpdate } = service
  const isExpired = nextUpdate !== null && new Date(nextUpdate) < now
  return { territory, provider, service: name, next_update: nextUpdate, expired: isExpired }
}
