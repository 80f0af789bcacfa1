import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

/** Tells which zones cannot be stored: their document or signer was removed from the process. */
export function removedFrom({ documents, signers }: Pick<ProcessRecord, 'documents' | 'signers'>) {
  const documentIds = new Set(documents.map(({ id }) => id))
  const signerIds = new Set(signers.filter(isSigning).map(({ id }) => id))
  return ({ documentId, signerId }: DraftZone) => !documentIds.has(documentId) || !signerIds.has(signerId)
}
