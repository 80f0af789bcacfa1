import { cutText } from '#lib/core/text/characters'
import { errorText } from '#lib/messages/errors'
import { isTimeStampFilter } from './cms/cms-verify.ts'
import { PadesError } from './error.ts'
import { assertExtends } from './increment.ts'
import type { SignatureReport } from './signature-report.ts'
import { type IncrementReport, verifyIncrement, verifyPdf } from './verify.ts'

const MAX_FAULT_CHARACTERS = 450

/** What a revision adds: the signature, or the document time stamp where it is alone; and its last document time stamp. */
export interface AddedSignature {
  signature: SignatureReport
  documentTimeStamp: SignatureReport | null
}

/**
 * Verifies a new revision: it extends the previous one, its last signature covers the file, all its signatures are
 * valid, and every signature that was valid stays valid. Faults of the uploaded file do not count.
 * @returns null when no signature was added
 * @throws PadesError `invalid_revision` or `not_extended`
 */
export async function verifyRevision(
  bytesBefore: Uint8Array,
  bytesAfter: Uint8Array,
): Promise<AddedSignature | null> {
  assertExtends(bytesBefore, bytesAfter)
  const { added, invalidated, faults } = await verifyIncrement(bytesAfter, bytesBefore.length)
  const invalid = added.find(({ valid }) => !valid)
  const fault = invalid?.faults[0] ?? faults[0] ?? (await findNewlyBroken(bytesBefore, invalidated))
  if (fault)
    throw new PadesError(
      'invalid_revision',
      errorText('failures.revisionNotValid', { reason: cutText(fault, MAX_FAULT_CHARACTERS) }),
    )
  const last = added.at(-1)
  if (!last?.coversWholeFile) return null
  const signature = added.findLast(({ subFilter }) => !isTimeStampFilter(subFilter)) ?? last
  return { signature, documentTimeStamp: isTimeStampFilter(last.subFilter) ? last : null }
}

/** Why a signature that was valid before no longer is. */
async function findNewlyBroken(
  bytesBefore: Uint8Array,
  invalidated: IncrementReport['invalidated'],
): Promise<string | undefined> {
  if (invalidated.length === 0) return undefined
  const { signatures } = await verifyPdf(bytesBefore)
  const valid = new Set(signatures.flatMap(({ valid, fieldName }) => (valid ? [fieldName] : [])))
  return invalidated.find(({ fieldName }) => valid.has(fieldName))?.fault
}
