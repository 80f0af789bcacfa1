import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import type { ProcessRow, SignerRow } from '../present.ts'
import { newSigningLink } from './link.ts'
import { findNextToInvite } from './turns.ts'

type ProcessRef = Pick<ProcessRow, 'id' | 'testMode'>

/** Invites every signer whose turn has come: creates their link and records the event that sends the email. */
export async function inviteNext(tx: Tx, ctx: Ctx, process: ProcessRef): Promise<void> {
  await invite(tx, ctx, process, findNextToInvite(await findSigners(tx, ctx, process.id)))
}

/** Invites all recipients who are still pending (of copies, or viewers) after everyone has signed. */
export async function inviteRest(tx: Tx, ctx: Ctx, process: ProcessRef): Promise<void> {
  const signers = await findSigners(tx, ctx, process.id)
  await invite(
    tx,
    ctx,
    process,
    signers.filter((signer) => signer.status === 'pending'),
  )
}

/** The signers of a process, or those with `ids`, in order. */
export function findSigners(
  reader: Reader,
  ctx: Ctx,
  processId: number,
  ids?: number[],
): Promise<SignerRow[]> {
  const withIds = ids ? inArray(signers.id, ids) : undefined
  return reader
    .select()
    .from(signers)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, processId), withIds))
    .orderBy(asc(signers.order), asc(signers.id))
}

async function invite(tx: Tx, ctx: Ctx, process: ProcessRef, recipients: SignerRow[]): Promise<void> {
  if (recipients.length === 0) return
  const links = JSON.stringify(recipients.map(({ id }) => ({ id, ...newSigningLink() })))
  const invited = await tx
    .update(signers)
    .set({
      status: 'notified',
      invitedAt: ctx.now,
      deliveryError: null,
      tokenNonce: sql`given."tokenNonce"`,
      tokenHash: sql`given."tokenHash"`,
    })
    .from(sql`jsonb_to_recordset(${links}::jsonb) as given (id bigint, "tokenNonce" text, "tokenHash" text)`)
    .where(
      and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, sql`given.id`), eq(signers.status, 'pending')),
    )
    .returning({ id: signers.id })
  const invitedIds = new Set(invited.map(({ id }) => id))
  await recordAll(
    tx,
    ctx,
    { process: process.id },
    recipients
      .filter(({ id }) => invitedIds.has(id))
      .map(({ id, name, email, role, order }) => ({
        type: 'signature.invited',
        data: {
          process_id: process.id,
          signer_id: id,
          name,
          email,
          role,
          order,
          test_mode: process.testMode,
        },
      })),
  )
}
