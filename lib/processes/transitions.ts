import { and, eq, inArray, isNull } from 'drizzle-orm'
import { processes, signers } from '#db/schema/processes'
import type { Tx } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { detachDocuments } from '#lib/documents/attach'
import { documentsOf } from './documents/attach.ts'
import { endWithoutCompletion } from './end.ts'
import type { ProcessRow } from './present.ts'
import { processStates, type SignerAction, signerStates } from './rules.ts'
import { inviteNext, inviteRest, signersOf } from './signers/invite.ts'
import { isComplete } from './signers/turns.ts'

/** A process held until the transaction ends, in live or test mode: signers and jobs have no mode of their own. */
export async function lockProcess(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, id: number): Promise<ProcessRow> {
  const [row] = await tx
    .select()
    .from(processes)
    .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

type SignerPatch = Partial<typeof signers.$inferInsert>

/**
 * The signer has seen the pages.
 * @returns false when they had before, or are not asked.
 */
export async function markViewed(tx: Tx, ctx: Ctx, process: ProcessRow, signerId: number): Promise<boolean> {
  const moved = await moveSigner(tx, ctx, process, signerId, 'view', {
    status: 'viewed',
    viewedAt: ctx.now,
  })
  if (moved) await recordOf(tx, ctx, process, 'signature.viewed', { signer_id: signerId })
  return moved
}

/**
 * The signer has signed; `given` is what they handed in. The caller records `signature.completed`.
 * @returns false when somebody was first, or it is not their turn.
 */
export async function markSigned(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId: number,
  given: SignerPatch,
): Promise<boolean> {
  const patch = { ...given, status: 'signed' as const, signedAt: ctx.now }
  const moved = await moveSigner(tx, ctx, process, signerId, 'sign', patch)
  if (moved) await setProcess(tx, ctx, process, { status: 'in_progress' })
  return moved
}

/**
 * The signer refuses, which ends the process for all. The caller records `signature.refused` before.
 * @returns false when somebody was first, or it is not their turn.
 */
export async function markRefused(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId: number,
  reason: string,
): Promise<boolean> {
  const moved = await moveSigner(tx, ctx, process, signerId, 'refuse', {
    status: 'refused',
    refusedAt: ctx.now,
    refusalReason: reason,
  })
  if (!moved) return false
  await endWithoutCompletion(tx, ctx, process, { status: 'refused' })
  await recordOf(tx, ctx, process, 'process.refused', { signer_id: signerId, reason })
  return true
}

/**
 * The signer's revision of every document is stored: the next turn opens.
 * @returns whether everyone has signed and the platform's seal may follow.
 */
export async function markSealed(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId: number,
): Promise<{ everyone: boolean }> {
  await tx
    .update(signers)
    .set({ embeddedAt: ctx.now })
    .where(and(ofProcess(ctx, process), eq(signers.id, signerId), isNull(signers.embeddedAt)))
  await inviteNext(tx, ctx, process)
  return { everyone: isComplete(await signersOf(tx, ctx, process.id)) }
}

/**
 * The sealed files are stored: the last thing said of a process.
 * @returns false when it was said before, or the process has ended otherwise.
 */
export async function markCompleted(tx: Tx, ctx: Ctx, process: ProcessRow): Promise<boolean> {
  if (!processStates.complete.from.includes(process.status)) return false
  await setProcess(tx, ctx, process, {
    status: 'completed',
    completedAt: ctx.now,
    sealError: null,
    sealBlocked: false,
  })
  const documents = await documentsOf(tx, ctx, process.id)
  await detachDocuments(tx, ctx, documents, 'completed')
  await inviteRest(tx, ctx, process)
  for (const id of documents) await recordOf(tx, ctx, process, 'document.completed', { document_id: id })
  await recordOf(tx, ctx, process, 'process.completed', { documents })
  return true
}

/**
 * Shows why the seal does not succeed at present, or that it does again (null); `blocked` when trying again does not
 * help, which the sender is told once.
 */
export async function markSealError(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  message: string | null,
  blocked = false,
): Promise<void> {
  if (process.sealError === message && process.sealBlocked === blocked) return
  // What no retry cures stays told, whatever interrupts a retry.
  if (process.sealBlocked && message !== null && !blocked) return
  await setProcess(tx, ctx, process, { sealError: message, sealBlocked: blocked })
  if (message === null) return
  if (process.sealError !== message)
    await recordOf(tx, ctx, process, 'process.seal_failed', { reason: message })
  if (blocked && !process.sealBlocked)
    await recordOf(tx, ctx, process, 'process.seal_blocked', { reason: message })
}

async function moveSigner(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId: number,
  action: SignerAction,
  patch: SignerPatch,
): Promise<boolean> {
  if (!processStates.sign.from.includes(process.status)) return false
  const moved = await tx
    .update(signers)
    .set(patch)
    .where(
      and(
        ofProcess(ctx, process),
        eq(signers.id, signerId),
        inArray(signers.status, [...signerStates[action].from]),
      ),
    )
    .returning({ id: signers.id })
  return moved.length > 0
}

function ofProcess(ctx: Ctx, process: ProcessRow) {
  return and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, process.id))
}

async function setProcess(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  patch: Partial<typeof processes.$inferInsert>,
): Promise<void> {
  await tx
    .update(processes)
    .set({ ...patch, updatedAt: ctx.now })
    .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, process.id)))
}

type ProcessEvent =
  | 'signature.viewed'
  | 'process.refused'
  | 'process.seal_failed'
  | 'process.seal_blocked'
  | 'document.completed'
  | 'process.completed'

function recordOf(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  type: ProcessEvent,
  data: Record<string, string | number | number[]>,
): Promise<void> {
  return record(tx, ctx, {
    type,
    subject: { process: process.id },
    data: { process_id: process.id, name: process.name, ...data, test_mode: process.testMode },
  })
}
