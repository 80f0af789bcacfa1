import { and, eq, sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { attachOrRefuse, findDocumentIds } from '../documents/attach.ts'
import type { UpdateProcess } from '../input.ts'
import type { ProcessRow } from '../present.ts'
import { enqueueRevisions } from '../revision-queue.ts'
import { isSigning } from '../rules.ts'
import { hasErasedDelegation } from '../signers/delegation-data.ts'
import { findSigners, inviteNext } from '../signers/invite.ts'
import { askAgain } from '../signers/resend.ts'
import { reserveSignatures } from '../signers/signature-quota.ts'
import { openAgain } from './options.ts'

/**
 * Opens an expired process again: its signers go on where they were, and those whose turn it is are invited again.
 * @throws AppError `invalid_state` when a document is in another process, or a signer or who handed over to
 * one was erased, `quota_exceeded`
 */
export async function extendExpired(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  input: UpdateProcess,
): Promise<void> {
  const people = await findSigners(tx, ctx, process.id)
  const ids = people.map(({ id }) => id)
  if (
    people.some(({ erasedAt }) => erasedAt !== null) ||
    (await hasErasedDelegation(tx, ctx, process.id, ids))
  )
    throw invalidState(errorText('refusals.signerErased'), process.status)
  const hasSigned = people.some(({ status }) => status === 'signed')
  const extended = await openAgain(tx, ctx, process, input, hasSigned ? 'in_progress' : 'sent')
  await attachOrRefuse(tx, ctx, await findDocumentIds(tx, ctx, process.id))
  await tx
    .update(signers)
    .set({
      status: sql`case when ${signers.invitedAt} is null then 'pending'
        when ${signers.viewedAt} is null then 'notified' else 'viewed' end`,
    })
    .where(
      and(
        eq(signers.tenantId, ctx.tenantId),
        eq(signers.processId, process.id),
        eq(signers.status, 'expired'),
      ),
    )
  await askAgain(tx, ctx, extended)
  await enqueueRevisions(tx, ctx, process.id)
  await inviteNext(tx, ctx, extended)
  const missing = people.filter((person) => isSigning(person) && person.status !== 'signed')
  await reserveSignatures(tx, ctx, missing)
}
