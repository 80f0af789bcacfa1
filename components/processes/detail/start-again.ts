import { type Prepared, toForm } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import type { ProcessRecord } from '#lib/processes/schema'

/** Whether a process has ended without a signed file, so that its documents are free again. */
export function hasEndedUnsigned({ status }: Pick<ProcessRecord, 'status'>): boolean {
  return status === 'cancelled' || status === 'refused' || status === 'expired'
}

/**
 * The form of another process with the same signers and options. It has the same documents if they are free, without
 * deleted ones, and none of them if one cannot be signed. Access codes stay with the signers of the process, and people
 * whose data were erased are left out.
 */
export function formToStartAgain(
  process: Prepared & Pick<ProcessRecord, 'seal_blocked' | 'status'>,
): ProcessForm {
  const areFree = hasEndedUnsigned(process) && !process.seal_blocked
  const documents = areFree ? process.documents.filter((document) => !document.deleted_at) : []
  const signers = process.signers.filter((signer) => !signer.erased_at)
  const form = toForm({ ...process, documents, signers })
  return {
    ...form,
    signers: form.signers.map((signer) => ({ ...signer, id: null, hasAccessCode: false })),
  }
}
