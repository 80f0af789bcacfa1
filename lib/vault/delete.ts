import { and, asc, eq, gt, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { tenants } from '#db/schema/identity'
import { processDocuments, signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import { endNotices, vaultDocuments } from '#db/schema/vault'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { assertVersion } from '#lib/core/precondition'
import { formatUtcDay } from '#lib/core/text/format-day'
import { deleteSignedUpload } from '#lib/documents/delete'
import { enqueuePurge } from '#lib/documents/purge'
import type { DocumentReferences } from '#lib/documents/references'
import { authorize } from '#lib/policy'
import { lockProcess, setUpdated } from '#lib/processes/load'
import { deleteAttachments } from '#lib/processes/signers/attachments'
import { deleteManifestSignatures } from './download/sign-manifest.ts'
import { isOutdated } from './end-notices.ts'
import { findVaultDocument, findVaultDocumentsOfProcess, lockVaultDocument } from './find.ts'
import { getTagsVersion, type VaultRow } from './present.ts'
import { decideDeletion, vaultStatus } from './rules.ts'

const BATCH_SIZE = 100

/**
 * Deletes a document whose retention has ended, or one of test mode: the signed file and the upload; with the last one of
 * a process also its evidence files and the attachments of signers. The audit trail stays and records the deletion.
 * @throws AppError `invalid_state`, `precondition_failed` if its tags no longer have the version `ifMatch`
 */
export function deleteVaultDocument(
  ctx: Ctx,
  id: number,
  references: DocumentReferences[],
  ifMatch: string | null = null,
): Promise<void> {
  authorize(ctx, 'vault.delete')
  const remove = async (tx: Tx) => {
    const { processId } = await findVaultDocument(tx, ctx, id)
    // The process first: a move and the completion lock it before its vault documents. And of two concurrent deletions
    // one must see that it deletes the last document of the process.
    await lockProcess(tx, ctx, processId)
    const row = await lockVaultDocument(tx, ctx, id)
    assertVersion(ifMatch, getTagsVersion(row))
    assertDeletable(row, ctx.now)
    await deleteRow(tx, ctx, row, references)
  }
  return write(ctx, remove, { deadlockRetries: 5 })
}

/**
 * Deletes the documents whose retention has ended, in all tenants that enabled this deletion; failures are thrown
 * together at the end.
 */
export async function deleteEnded(
  now: Date,
  references: DocumentReferences[],
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const tenantId of await listTenantIds()) {
    const ctx = makeSystemCtx(tenantId, 'vault.delete-ended', now)
    await deleteEndedDocuments(ctx, references, failures, signal).catch((error: unknown) =>
      failures.push(error),
    )
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deletions failed.`)
}

async function deleteEndedDocuments(
  ctx: Ctx,
  references: DocumentReferences[],
  failures: unknown[],
  signal?: AbortSignal,
): Promise<void> {
  for (let batch = await findEnded(ctx); batch.length > 0; batch = await findEnded(ctx, batch.at(-1))) {
    for (const { id, testMode } of batch) {
      signal?.throwIfAborted()
      await deleteVaultDocument({ ...ctx, testMode }, id, references).catch((error: unknown) => {
        if (!isNoLongerDue(error)) failures.push(error)
      })
    }
  }
}

/** The document was put under legal hold, or deleted, after it was found. */
function isNoLongerDue(error: unknown): boolean {
  return error instanceof AppError && ['invalid_state', 'not_found'].includes(error.code)
}

interface EndedDocument {
  id: number
  testMode: boolean
  /** As text, with the microseconds that a Date lacks. */
  expiresAt: string
}

/**
 * The documents to delete that come after `last`, a batch; none if the tenant has not enabled it, or is suspended. With
 * notices, one stays for so many days after its own at least; all stay as long after a suspension. The day that a notice
 * names must have passed also if no more notices are wanted, when none takes the place of one that is outdated.
 */
function findEnded(ctx: Ctx, last?: EndedDocument): Promise<EndedDocument[]> {
  const { tenantId, expiresAt, id, testMode, holdSetAt } = vaultDocuments
  const { deleteAfterRetention, endNoticeDays, suspendedAt } = tenants
  const lastDay = sql`(
    select max(greatest(${endNotices.endsOn}, (${endNotices.createdAt} at time zone 'UTC')::date + coalesce(${endNoticeDays}, 0)))
    from ${endNotices} where ${endNotices.tenantId} = ${tenantId}
      and ${endNotices.ending} = 'retention' and ${endNotices.recordId} = ${id}
      and (${endNoticeDays} is null or not ${isOutdated}))`
  return read(ctx, (reader) =>
    reader
      .select({ id, testMode, expiresAt: sql<string>`${expiresAt}::text` })
      .from(vaultDocuments)
      .innerJoin(tenants, and(eq(tenants.id, tenantId), deleteAfterRetention, isNull(suspendedAt)))
      .where(
        and(
          eq(tenantId, ctx.tenantId),
          lte(expiresAt, ctx.now),
          isNull(holdSetAt),
          or(testMode, lt(lastDay, formatUtcDay(ctx.now)), and(isNull(endNoticeDays), isNull(lastDay))),
          notExists(reader.select({ id: events.id }).from(events).where(whereResumedLately(ctx))),
          last && sql`(${expiresAt}, ${id}) > (${last.expiresAt}::timestamptz, ${last.id})`,
        ),
      )
      .orderBy(asc(expiresAt), asc(id))
      .limit(BATCH_SIZE),
  )
}

/** The condition for an event that ended a suspension of the tenant within the days of its notices, or the last day. */
function whereResumedLately({ tenantId, now }: Ctx) {
  return and(
    eq(events.tenantId, tenantId),
    eq(events.type, 'tenant.updated'),
    sql`${events.data} #> '{changes,suspended,from}' = 'true'`,
    gt(
      events.occurredAt,
      sql`${now.toISOString()}::timestamptz - make_interval(days => coalesce(${tenants.endNoticeDays}, 1))`,
    ),
  )
}

function assertDeletable(row: VaultRow, now: Date): void {
  const isOnHold = row.holdSetAt !== null
  const decision = decideDeletion({ ...row, onHold: isOnHold }, now)
  if (decision.allowed) return
  throw new AppError('invalid_state', decision.reason, {
    current_status: vaultStatus(row, now),
    ...(!isOnHold && { deletable_at: row.expiresAt.toISOString() }),
  })
}

async function deleteRow(tx: Tx, ctx: Ctx, row: VaultRow, references: DocumentReferences[]): Promise<void> {
  const { id, processId, documentId, name, sha256, certificateSha256, trailSha256 } = row
  await tx
    .delete(vaultDocuments)
    .where(and(eq(vaultDocuments.tenantId, ctx.tenantId), eq(vaultDocuments.id, id)))
  await tx
    .update(processDocuments)
    .set({ fileDeletedAt: ctx.now })
    .where(
      and(
        eq(processDocuments.tenantId, ctx.tenantId),
        eq(processDocuments.processId, processId),
        eq(processDocuments.documentId, documentId),
      ),
    )
  await setUpdated(tx, ctx, [processId])
  await deleteSignedUpload(tx, ctx, documentId, references)
  const isLast = (await findVaultDocumentsOfProcess(tx, ctx, processId)).length === 0
  if (isLast) await removeImageReferences(tx, ctx, processId)
  const added = isLast ? await deleteAttachments(tx, ctx, eq(attachments.processId, processId)) : []
  await deleteManifestSignatures(tx, ctx, processId)
  await enqueuePurge(tx, ctx, [sha256, certificateSha256, trailSha256])
  await record(tx, ctx, {
    type: 'vault.deleted',
    subject: { process: processId },
    data: {
      process_id: processId,
      vault_document_id: id,
      document_id: documentId,
      name,
      sha256,
      ...(added.length > 0 && { attachments: added.map(({ name, sha256 }) => ({ name, sha256 })) }),
      ...(row.expiresAt <= ctx.now && { retention_ended_at: row.expiresAt.toISOString() }),
      test_mode: row.testMode,
    },
  })
}

/** Removes the references to signature images; the nightly job deletes their files. */
async function removeImageReferences(tx: Tx, ctx: Ctx, processId: number): Promise<void> {
  await tx
    .update(signers)
    .set({
      signature: sql`${signers.signature} - 'imageSha256'`,
      initials: sql`${signers.initials} - 'imageSha256'`,
    })
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, processId)))
}
