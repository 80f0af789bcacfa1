import { readTogether } from '#db/lists/rows'
import { findSigned, type GivenCertificate, type SignedRef } from '#db/tenancy/cross-tenant-signed'
import { read } from '#db/tenancy/tenant'
import { selectTrail } from '#lib/audit/trail'
import { selectSigners } from '#lib/processes/signers/invite'
import { findWay, type Way } from '../find-way.ts'
import type { VerificationRecord } from './schema.ts'

type SignatureRecord = VerificationRecord['signatures'][number]

/** A person who signed here, and how they were identified. */
export interface SignedHere {
  /** DER. */
  certificate: Uint8Array
  identifiedBy: NonNullable<SignatureRecord['identified_by']>
  reachedBy: NonNullable<SignatureRecord['reached_by']>
  /** When the process was declared void; null when it was not. */
  voidedAt: Date | null
}

/** The people who signed here with these certificates; how they reached the page where they signed is in the trail. */
export async function findSignedHere(given: readonly GivenCertificate[]): Promise<SignedHere[]> {
  const byProcess = Map.groupBy(await findSigned(given), ({ processId }) => processId)
  const found = await Promise.all([...byProcess.values()].map(findOfProcess))
  return found.flat()
}

/** @param refs signers of one process */
function findOfProcess(refs: SignedRef[]): Promise<SignedHere[]> {
  const { tenantId, processId } = refs[0]!
  return read({ tenantId }, async (reader) => {
    const { signers, events } = await readTogether(reader, {
      signers: selectSigners({ tenantId }, processId),
      events: selectTrail({ tenantId }, { process: processId }),
    })
    return refs.map(({ id, certificate, confirmation, voidedAt }) => {
      const signer = signers.find((row) => row.id === id)!
      const reachedBy = getReachedBy(findWay(signer, signers, events))
      const link = reachedBy === 'in_person' ? 'in_person' : 'link'
      return {
        certificate,
        identifiedBy: confirmation === 'none' ? link : confirmation,
        reachedBy,
        voidedAt,
      }
    })
  })
}

function getReachedBy({ by }: Way): SignedHere['reachedBy'] {
  return by === 'in_person' || by === 'reusable_link' ? by : 'personal_link'
}
