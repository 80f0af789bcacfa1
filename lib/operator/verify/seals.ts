import { and, eq, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import type { vaultDocuments } from '#db/schema/vault'
import { read } from '#db/tenancy/tenant'
import { toChainName } from '#lib/audit/events'
import type { Ctx } from '#lib/core/ctx'
import type { SignatureRecord, VerificationRecord } from '#lib/signing/verify/schema'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { threadErrorCode } from '#lib/workers/thread-error'

type VaultRow = typeof vaultDocuments.$inferSelect

/**
 * What is wrong with the signatures of a signed document, its certificate of completion and its trail: all are sealed
 * for the process of the document.
 */
export async function findSealFaults(ctx: Ctx, row: VaultRow): Promise<string[]> {
  const faults: string[] = []
  const parts = {
    document: row.sha256,
    'certificate of completion': row.certificateSha256,
    'audit trail': row.trailSha256,
  }
  for (const [part, sha256] of Object.entries(parts)) {
    const found = await verify(ctx, row, sha256)
    const partFaults =
      'fault' in found ? [found.fault] : await listFaults(ctx, row, found, part === 'document')
    faults.push(...partFaults.map((fault) => `The ${part} ${sha256}: ${fault}`))
  }
  return faults
}

async function verify(
  ctx: Ctx,
  { name, size }: VaultRow,
  sha256: string,
): Promise<VerificationRecord | { fault: string }> {
  try {
    return await verifyStoredFile(ctx, { filename: name, size, sha256 })
  } catch (error) {
    if (!threadErrorCode(error)) throw error
    return { fault: `it could not be verified: ${(error as Error).message}` }
  }
}

async function listFaults(
  ctx: Ctx,
  row: VaultRow,
  { signatures, faults, evidence }: VerificationRecord,
  isDocument: boolean,
): Promise<string[]> {
  // One certificate seals all three. Signatures that the upload had already are not ours to judge.
  const seal = signatures.findLast((each) => each.serial_number === row.seal.serial)
  if (!seal) {
    const isUnsigned = !isDocument && signatures.length === 0
    if (isUnsigned && (await isOfDocumentSeals(ctx, row.processId))) return faults
    return [...faults, 'it does not have the seal of its record.']
  }
  const own = signatures.filter((signature) => signature === seal || signature.issued_here)
  const chainFault = evidence && (await findEvidenceFault(ctx, row.processId, evidence))
  return [
    ...faults,
    ...own.flatMap((signature) => explainSignature(signature) ?? []),
    ...(isDocument ? compareWithRecord(seal, row) : []),
    ...(chainFault ? [chainFault] : []),
  ]
}

/** Whether the process was completed when documents only were sealed: its event names no seal. */
async function isOfDocumentSeals(ctx: Ctx, processId: number): Promise<boolean> {
  const { tenantId, chain, type, data } = events
  const isCompletion = and(
    ...[eq(tenantId, ctx.tenantId), eq(chain, toChainName({ process: processId }))],
    eq(type, 'process.completed'),
    sql`not ${data} ? 'seal'`,
  )
  return (await read(ctx, (reader) => reader.$count(events, isCompletion))) > 0
}

/** Null for one that passed. Of test mode, and of seals that organisations have brought, no root need be trusted. */
function explainSignature(signature: SignatureRecord): string | null {
  const { field, signer, indication, sub_indication: reason, issued_here: isOwn, faults } = signature
  const name = `the signature ${field} (${signer})`
  if (signature.changed_after_signing) return [`it was changed after ${name}.`, ...faults].join(' ')
  const isPassed = indication === 'TOTAL_PASSED' || (isOwn && reason === 'NO_CERTIFICATE_CHAIN_FOUND')
  return isPassed ? null : [`${name} is ${reason ?? indication}.`, ...faults].join(' ')
}

/** The level of the last seal and its time stamp. */
function compareWithRecord(seal: SignatureRecord, { seal: stored }: VaultRow): string[] {
  const level = seal.level?.replace('PAdES-BASELINE', 'B') ?? 'none'
  return [
    ...(level === stored.level
      ? []
      : [`the level of its seal is ${level}; its record says ${stored.level}.`]),
    ...(seal.timestamped_at === stored.timestamped_at
      ? []
      : [
          `the time stamp of its seal is of ${seal.timestamped_at}; its record says ${stored.timestamped_at}.`,
        ]),
  ]
}

/** The seals of earlier versions name no event. */
async function findEvidenceFault(
  ctx: Ctx,
  processId: number,
  { chain, length, head }: NonNullable<VerificationRecord['evidence']>,
): Promise<string | null> {
  if (chain !== `process:${processId}`) return `it is sealed for ${chain} instead of process:${processId}.`
  const { tenantId, seq, hash } = events
  const isEvent = and(eq(tenantId, ctx.tenantId), eq(events.chain, chain), eq(seq, length), eq(hash, head))
  const count = await read(ctx, (reader) => reader.$count(events, isEvent))
  return count === 1 ? null : `its seal names another event ${length} of ${chain}.`
}
