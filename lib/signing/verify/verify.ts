import { findTenantSeals } from '#db/tenancy/cross-tenant'
import { findVoidedAt, type GivenCertificate, isFinished } from '#db/tenancy/cross-tenant-signed'
import { read } from '#db/tenancy/tenant'
import { parseRecordName } from '#lib/audit/events'
import { findHeadIndex } from '#lib/audit/log/proof'
import { findProvingCheckpoint, listCosigners } from '#lib/audit/witness/cosignatures'
import { now } from '#lib/core/clock'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import type { VerifyReport } from '#lib/pades/verify'
import { inThread } from '#lib/workers/pdf-pool'
import type { VerificationRecord } from './schema.ts'
import { findSignedHere, type SignedHere } from './signed-here.ts'
import { findListedAnchors, trustAnchors } from './trust-anchors.ts'
import { type UploadedFile, withUpload } from './uploaded-file.ts'
import { getFingerprint, presentVerification } from './verification.ts'

/** Verifies the signatures of an uploaded file; the file is not stored. */
export function verifyFile(
  upload: UploadedFile | null,
  requestMeta: Pick<RequestMeta, 'address' | 'signal'>,
): Promise<VerificationRecord> {
  return withUpload(upload, requestMeta, async (file, requester) =>
    makeVerification(file, await inThread.verify(file.file, requester)),
  )
}

/** Verifies the signatures of a file of the tenant by its hash. */
export async function verifyStoredFile(ctx: Ctx, file: FileFacts): Promise<VerificationRecord> {
  const storedFile = { tenantId: ctx.tenantId, sha256: file.sha256 }
  return makeVerification(file, await inThread.verifyStored(storedFile, ctx))
}

type FileFacts = Pick<VerificationRecord, 'filename' | 'size' | 'sha256'>

async function makeVerification(file: FileFacts, report: VerifyReport): Promise<VerificationRecord> {
  const { filename, size, sha256 } = file
  const signed = await findSignedHere(listCertificates(report))
  const tenantSeals = (await isFinished(sha256)) ? await findSeals(report) : new Set<string>()
  const known = { signed, tenantSeals }
  const anchors = [...(await trustAnchors()), ...(await findListedAnchors(report))]
  const { evidence, ...verification } = presentVerification(report, anchors, now(), known)
  return {
    filename,
    size,
    sha256,
    ...verification,
    evidence: evidence && { ...evidence, ...(await findInLog(evidence)) },
    voided_at: (await findWhenVoided(evidence, signed))?.toISOString() ?? null,
  }
}

/** The fingerprints of the certificates that tenants of this installation have brought for their seals. */
function findSeals({ signatures }: VerifyReport): Promise<Set<string>> {
  return findTenantSeals([...new Set(signatures.map(({ certificate }) => getFingerprint(certificate)))])
}

type Evidence = NonNullable<VerificationRecord['evidence']>

/**
 * When the process of a file was declared void: that of its last seal, as the file may have been signed again in another
 * process since; without a seal that of a signer.
 */
async function findWhenVoided(
  evidence: Evidence | null,
  signed: readonly SignedHere[],
): Promise<Date | null> {
  const subject = evidence && parseRecordName(evidence.chain)
  if (subject && 'process' in subject) return findVoidedAt(subject.process)
  return signed.find(({ voidedAt }) => voidedAt !== null)?.voidedAt ?? null
}

/** The place of the head in the transparency log, and who has seen the log with it. */
function findInLog({
  chain,
  length,
  head,
}: Evidence): Promise<Pick<Evidence, 'log_index' | 'log_witnesses'>> {
  return read({ tenantId: 0 }, async (reader) => {
    const index = await findHeadIndex(reader, { chain, seq: length, hash: head })
    const checkpoint = index === null ? null : await findProvingCheckpoint(reader, index)
    const cosigners = checkpoint ? listCosigners(checkpoint.note) : []
    return {
      log_index: index,
      log_witnesses: cosigners.map(({ name, at }) => ({ name, cosigned_at: at.toISOString() })),
    }
  })
}

/** The certificates of the valid signatures. Anyone can make one with the serial number of another. */
function listCertificates({ signatures }: VerifyReport): GivenCertificate[] {
  return signatures
    .filter((signature) => signature.valid)
    .map(({ serialNumber, certificate }) => ({ serialNumber: serialNumber.toLowerCase(), der: certificate }))
}
