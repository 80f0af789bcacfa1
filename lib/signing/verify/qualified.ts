import type { ListedService } from '#lib/keys/trusted-lists'
import { qualify } from '#lib/pades/trusted-lists/qualification'
import type { SignatureReport } from '#lib/pades/verify'
import type { Proof } from './proofs.ts'
import type { VerificationRecord } from './schema.ts'
import { buildChain, findService, type TrustAnchor, trustedAt } from './trust-anchors.ts'

type SignatureRecord = VerificationRecord['signatures'][number]

/** What the trusted lists say of a signature: nothing without lists, and that it is qualified only where it passed. */
export function findQualification(
  signature: SignatureReport,
  hasPassed: boolean,
  anchors: TrustAnchor[],
  { existedAt, ownService }: Proof,
  now: Date,
): Pick<SignatureRecord, 'qualified' | 'trusted_list' | 'time_stamp_trusted_list'> {
  const stampList = presentService(ownService, now)
  if (signature.subFilter === 'ETSI.RFC3161') {
    const qualified = hasPassed && ownService ? 'QTST' : null
    return { qualified, trusted_list: stampList, time_stamp_trusted_list: null }
  }
  const listed = anchors.filter(({ services }) => services !== undefined)
  // The signer's own certificate may be trusted as it is: what the lists say counts all the same.
  const chain = buildChain(trustedAt(listed, 'CA/QC', existedAt), signature)
  const service = chain && findService(chain.root, 'CA/QC', existedAt.toISOString())
  return {
    qualified:
      hasPassed && chain ? qualify(chain.certificates[0]!, chain.root.services ?? [], existedAt) : null,
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
