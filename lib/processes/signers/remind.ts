import { and, eq, inArray, sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import { addSeconds, secondsUntil } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { findAwaited } from '../confirmations.ts'
import { toProcessResponse } from '../get.ts'
import { findWholeProcess, lockProcess, setUpdated } from '../load.ts'
import type { ProcessRow, SignerRow } from '../present.ts'
import { assertRemindable } from '../rules.ts'
import type { ProcessRecord } from '../schema.ts'
import { namedSigner } from '../trail/record.ts'
import { findSigners } from './invite.ts'

/** The shortest time between two reminders of a signer. */
export const REMINDER_PAUSE_SECONDS = 60

/** Reminds the signers whose turn it is or who have to confirm their signature, or one of them. */
export function remindProcess(ctx: Ctx, id: number, input: { signer_id?: number }): Promise<ProcessRecord> {
  authorize(ctx, 'process.send')
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, id)
    assertRemindable(process, ctx.now)
    if (!process.options.enable_notifications) {
      throw invalidState(errorText('refusals.emailsDisabled'), process.status)
    }
    const signers = await findSigners(tx, ctx, id)
    const waiting = await findAwaited(tx, ctx, process, signers)
    if (input.signer_id !== undefined && !waiting.some((signer) => signer.id === input.signer_id)) {
      throw validationError({ signer_id: [errorText('processes.notWaitingForSigner')] })
    }
    const chosen = waiting.filter((signer) => input.signer_id === undefined || signer.id === input.signer_id)
    const due = withSharers(waiting, chosen).filter((signer) => getPauseSeconds(signer, ctx.now) === 0)
    await remind(tx, ctx, process, due)
    return toProcessResponse(tx, ctx, await findWholeProcess(tx, ctx, id))
  })
}

/** Those of the people waited for who share the links of the chosen ones: one email goes to all of them. */
export function withSharers(awaited: SignerRow[], chosen: SignerRow[]): SignerRow[] {
  const links = new Set(chosen.map(({ tokenHash }) => tokenHash))
  return awaited.filter((signer) => links.has(signer.tokenHash))
}

/** Records the events that send the emails. An invitation that is sent again is not counted as a reminder. */
export async function remind(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerRows: SignerRow[],
  type: 'signature.reminded' | 'signature.resent' = 'signature.reminded',
): Promise<void> {
  if (signerRows.length === 0) return
  const ids = signerRows.map((signer) => signer.id)
  const reminders = type === 'signature.reminded' ? 1 : 0
  await tx
    .update(signers)
    .set({
      remindersSent: sql`${signers.remindersSent} + ${reminders}`,
      remindedAt: ctx.now,
      deliveryError: null,
    })
    .where(and(eq(signers.tenantId, ctx.tenantId), inArray(signers.id, ids)))
  await setUpdated(tx, ctx, [process.id])
  await recordAll(
    tx,
    ctx,
    { process: process.id },
    signerRows.map((signer) => ({
      type,
      data: { process_id: process.id, ...namedSigner(signer), test_mode: process.testMode },
    })),
  )
}

/** Seconds until another email may be sent to the signer; 0 when it may. */
export function getPauseSeconds({ remindedAt }: SignerRow, now: Date): number {
  if (remindedAt === null) return 0
  return secondsUntil(addSeconds(remindedAt, REMINDER_PAUSE_SECONDS), now, REMINDER_PAUSE_SECONDS)
}
