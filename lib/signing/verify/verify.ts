import { findTenantSeals, findVoidedAt } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { findHeadIndex } from '#lib/audit/log/proof'
import { now } from '#lib/core/clock'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { rateLimitKey } from '#lib/core/network/addresses'
import { errorText } from '#lib/messages/errors'
import type { VerifyReport } from '#lib/pades/verify'
import type { StagedFile } from '#lib/storage/stage'
import type { Requester } from '#lib/workers/lanes'
import { inThread } from '#lib/workers/pdf-pool'
import type { UnreadableFile } from '#lib/workers/thread-error'
import type { VerificationRecord } from './schema.ts'
import { trustAnchors } from './trust-anchors.ts'
import { getFingerprint, presentVerification } from './verification.ts'

/** Verifies the signatures of an uploaded file; the file is not stored. */
export async function verifyFile(
  file: (StagedFile & { filename: string }) | null,
  { address, signal }: Pick<RequestMeta, 'address' | 'signal'>,
): Promise<VerificationRecord> {
  if (!file) throw validationError({ file: [errorText('documents.choosePdfFile')] })
  try {
    return await makeVerification(
      file,
      await makeReport(file, { visitor: rateLimitKey(address ?? ''), signal }),
    )
  } finally {
    await file.discard()
  }
}

/** Verifies the signatures of a file of the tenant by its hash. */
export async function verifyStoredFile(ctx: Ctx, file: FileFacts): Promise<VerificationRecord> {
  const storedFile = { tenantId: ctx.tenantId, sha256: file.sha256 }
  return makeVerification(file, await inThread.verifyStored(storedFile, ctx))
}

type FileFacts = Pick<VerificationRecord, 'filename' | 'size' | 'sha256'>

async function makeVerification(file: FileFacts, report: VerifyReport): Promise<VerificationRecord> {
  const { filename, size, sha256 } = file
  const voidedAt = await findVoidedAt(listCertificates(report))
  const { evidence, ...verification } = presentVerification(
    report,
    await trustAnchors(),
    now(),
    await findSeals(report),
  )
  return {
    filename,
    size,
    sha256,
    ...verification,
    evidence: evidence && { ...evidence, log_index: await findLogIndex(evidence) },
    voided_at: voidedAt?.toISOString() ?? null,
  }
}

/** The fingerprints of the certificates that tenants of this installation have brought for their seals. */
function findSeals({ signatures }: VerifyReport): Promise<Set<string>> {
  return findTenantSeals([...new Set(signatures.map(({ certificate }) => getFingerprint(certificate)))])
}

function findLogIndex({ chain, length, head }: NonNullable<VerificationRecord['evidence']>) {
  return read({ tenantId: 0 }, (reader) => findHeadIndex(reader, { chain, seq: length, hash: head }))
}

/** The certificates of the valid signatures, by serial number. */
function listCertificates({ signatures }: VerifyReport): Map<string, Uint8Array> {
  const valid = signatures.filter((signature) => signature.valid)
  return new Map(valid.map(({ serialNumber, certificate }) => [serialNumber.toLowerCase(), certificate]))
}

async function makeReport(file: StagedFile, requester: Requester): Promise<VerifyReport> {
  try {
    return await inThread.verify(file.file, requester)
  } catch (error) {
    throw toVerificationError(error as Error) ?? error
  }
}

/** The error for a file that cannot be verified; null for errors that may have another cause. */
export function toVerificationError(error: Error): Error | null {
  if (error.name !== 'UnreadableFile') return null
  const { text, code: reason } = error as UnreadableFile
  return validationError({ file: [text] }, { reason })
}
