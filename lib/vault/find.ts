import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import { processDocuments, processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, notFound } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import type { VaultRow } from './present.ts'
import { EXPIRING_DAYS, type VaultStatus } from './rules.ts'

/** The vault documents that a credential may see: of its tenant and mode. */
export function whereVisibleVault(ctx: Ctx) {
  return and(eq(vaultDocuments.tenantId, ctx.tenantId), eq(vaultDocuments.testMode, ctx.testMode))
}

/** One vault document of the tenant. @throws AppError `not_found`. */
export async function findVaultDocument(reader: Reader, ctx: Ctx, id: number): Promise<VaultRow> {
  const [row] = await reader
    .select()
    .from(vaultDocuments)
    .where(and(whereVisibleVault(ctx), eq(vaultDocuments.id, id)))
  if (!row) throw notFound()
  return row
}

/** Vault documents with the name of their process, in the order of `ids`. @throws AppError `not_found` */
export async function findVaultDocuments(reader: Reader, ctx: Ctx, ids: number[]) {
  const rows = await reader
    .select({
      row: vaultDocuments,
      process: { id: processes.id, name: processes.name, options: processes.options },
    })
    .from(vaultDocuments)
    .innerJoin(processes, eq(processes.id, vaultDocuments.processId))
    .where(and(whereVisibleVault(ctx), eq(processes.tenantId, ctx.tenantId), inArray(vaultDocuments.id, ids)))
  if (rows.length < ids.length) throw notFound()
  return rows.sort((a, b) => ids.indexOf(a.row.id) - ids.indexOf(b.row.id))
}

/** Finds a document like `findVaultDocument` and locks it until the transaction ends. @throws AppError `not_found` */
export async function lockVaultDocument(tx: Tx, ctx: Ctx, id: number): Promise<VaultRow> {
  const [row] = await tx
    .select()
    .from(vaultDocuments)
    .where(and(whereVisibleVault(ctx), eq(vaultDocuments.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** The vault documents of one process, in the order of its documents. */
export async function findVaultDocumentsOfProcess(
  reader: Reader,
  ctx: Ctx,
  processId: number,
): Promise<VaultRow[]> {
  const rows = await reader
    .select({ vaultRow: vaultDocuments })
    .from(vaultDocuments)
    .innerJoin(
      processDocuments,
      and(
        eq(processDocuments.processId, vaultDocuments.processId),
        eq(processDocuments.documentId, vaultDocuments.documentId),
      ),
    )
    .where(and(whereVisibleVault(ctx), eq(vaultDocuments.processId, processId)))
    .orderBy(asc(processDocuments.position), asc(processDocuments.id))
  return rows.map((row) => row.vaultRow)
}

/**
 * The signed files of a completed process to download: that of one document, or all that are left. They are a ZIP where
 * the process has several documents, also when one file is left.
 * @throws AppError `not_found` for a document of another process, `invalid_state` when the files were deleted
 */
export async function findSignedFiles(
  reader: Reader,
  ctx: Ctx,
  { id, status }: { id: number; status: string },
  documentId?: number,
): Promise<{ rows: [VaultRow, ...VaultRow[]]; isZip: boolean }> {
  const documents = await reader
    .select({ id: processDocuments.documentId })
    .from(processDocuments)
    .where(and(eq(processDocuments.tenantId, ctx.tenantId), eq(processDocuments.processId, id)))
  if (documentId && !documents.some((document) => document.id === documentId)) throw notFound()
  const [first, ...others] = (await findVaultDocumentsOfProcess(reader, ctx, id)).filter(
    (row) => !documentId || row.documentId === documentId,
  )
  if (!first) throw invalidState(errorText('refusals.signedFilesDeleted'), status)
  return { rows: [first, ...others], isZip: !documentId && documents.length > 1 }
}

/** The SQL condition that corresponds to `vaultStatus` in rules.ts; without a status, all but archived documents. */
export function whereStatus(status: VaultStatus | undefined, now: Date): SQL | undefined {
  const { archivedAt, expiresAt } = vaultDocuments
  const expiringBefore = addDays(now, EXPIRING_DAYS)
  if (status === 'archived') return isNotNull(archivedAt)
  const notArchived = isNull(archivedAt)
  if (status === 'expired') return and(notArchived, lte(expiresAt, now))
  if (status === 'expiring') return and(notArchived, gt(expiresAt, now), lte(expiresAt, expiringBefore))
  return status === 'active' ? and(notArchived, gt(expiresAt, expiringBefore)) : notArchived
}

/** The condition for documents under legal hold or not under it; undefined for both. */
export function holdCondition(isOnHold: boolean | undefined): SQL | undefined {
  if (isOnHold === undefined) return undefined
  return isOnHold ? isNotNull(vaultDocuments.holdSetAt) : isNull(vaultDocuments.holdSetAt)
}

/** The condition for documents of void processes or of the others; undefined for both. */
export function whereVoided(reader: Reader, ctx: Ctx, isVoided: boolean | undefined): SQL | undefined {
  if (isVoided === undefined) return undefined
  const { id, tenantId, testMode, status } = processes
  // Not a parameter: PostgreSQL plans for any status then, and reads all processes.
  const isVoid = sql`${status} = 'voided'`
  const voidedIds = reader
    .select({ id })
    .from(processes)
    .where(and(eq(tenantId, ctx.tenantId), eq(testMode, ctx.testMode), isVoid))
  const { processId } = vaultDocuments
  return isVoided ? inArray(processId, voidedIds) : notInArray(processId, voidedIds)
}
