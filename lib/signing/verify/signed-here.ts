import { readTogether } from '#db/lists/rows'
import { findSigned, type GivenCertificate, type SignedRef } from '#db/tenancy/cross-tenant-signed'
import { read } from '#db/tenancy/tenant'
import { selectTrail } from '#lib/audit/trail'
import { selectSigners } from '#lib/processes/signers/invite'
import { linkHandle } from '#lib/processes/signers/link'
import { findCompletion, findWay, getConfirmation, getSharersKey, type Way } from '../find-way.ts'
import type { SignatureRecord } from './schema.ts'

/** A person who signed here, and how they were identified. */
export interface SignedHere {
  /** DER. */
  certificate: Uint8Array
  identifiedBy: NonNullable<SignatureRecord['identified_by']>
  reachedBy: NonNullable<SignatureRecord['reached_by']>
  /** When the process was declared void; null when it was not. */
  voidedAt: Date | null
}

/** The people who signed here with these certificates, and how they were identified, by the trail. */
export async function findSignedHere(given: readonly GivenCertificate[]): Promise<SignedHere[]> {
  const byProcess = Map.groupBy(await findSigned(given), ({ processId }) => processId)
  const signed: SignedHere[] = []
  // One after the other: a file may have signatures of many processes, and a tenant has few connections.
  for (const refs of byProcess.values()) signed.push(...(await findOfProcess(refs)))
  return signed
}

/** @param refs signers of one process */
function findOfProcess(refs: SignedRef[]): Promise<SignedHere[]> {
  const { tenantId, processId } = refs[0]!
  return read({ tenantId }, async (reader) => {
    const { signers, events } = await readTogether(reader, {
      signers: selectSigners({ tenantId }, processId),
      events: selectTrail({ tenantId }, { process: processId }),
    })
    // A process may have a thousand signers, with many events each.
    const signersById = new Map(signers.map((signer) => [signer.id, signer]))
    const sharersByKey = Map.groupBy(signers, getSharersKey)
    const eventsBySigner = Map.groupBy(events, ({ data }) => data.signer_id)
    const eventsByLink = Map.groupBy(events, ({ data }) => data.link)
    return refs.map(({ id, certificate, voidedAt }) => {
      const signer = signersById.get(id)!
      const sharers = sharersByKey.get(getSharersKey(signer))!
      const ofSharers = sharers.flatMap((sharer) => eventsBySigner.get(sharer.id) ?? [])
      const ofLink = signer.tokenHash ? eventsByLink.get(linkHandle(signer.tokenHash)) : []
      const inOrder = [...new Set([...ofSharers, ...(ofLink ?? [])])].sort((a, b) => a.seq - b.seq)
      const reachedBy = getReachedBy(findWay(signer, sharers, inOrder))
      const link = reachedBy === 'in_person' ? 'in_person' : 'link'
      const confirmation = getConfirmation(findCompletion(signer, inOrder))
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
