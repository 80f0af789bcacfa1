import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOfTable } from '#db/lists/rows'
import { signers } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { type NewEvent, recordAll } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import type { ProcessRow, SignerRow } from '../present.ts'
import { isOver } from '../rules.ts'
import { assignLinks } from './shared-links.ts'
import { restoreDrafts } from './signing-drafts.ts'
import { findNextToInvite } from './turns.ts'

type ProcessRef = Pick<ProcessRow, 'id' | 'testMode' | 'expiresAt'>
export type ProcessEvent = Omit<NewEvent, 'subject'>

/**
 * Invites every signer whose turn has come: they get a link, and the events that send the emails are recorded. Once the
 * time to sign is over nobody is invited: those whose turn has come wait until there is more.
 * @param before the events of what opens their turn
 * @returns everyone of the process, as they were before, and whether any were invited
 */
export async function inviteNext(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRef,
  before: ProcessEvent[] = [],
): Promise<{ people: SignerRow[]; hasInvited: boolean }> {
  const people = await findSigners(tx, ctx, process.id)
  const next = isOver(process, ctx.now) ? [] : findNextToInvite(people)
  const invitations = await invite(tx, ctx, people, next, process)
  await recordAll(tx, ctx, { process: process.id }, [...before, ...invitations])
  return { people, hasInvited: invitations.length > 0 }
}

/** Invites all recipients who are still pending (of copies, or viewers) after everyone has signed. */
export async function inviteRest(tx: Tx, ctx: Ctx, process: ProcessRef): Promise<void> {
  const people = await findSigners(tx, ctx, process.id)
  const pending = people.filter((signer) => signer.status === 'pending')
  await recordAll(tx, ctx, { process: process.id }, await invite(tx, ctx, people, pending, process))
}

/** The signers of a process, or those with `ids`, in order, for `readTogether`. */
export function selectSigners(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  processId: number,
  ids?: number[],
): RowsQuery<SignerRow> {
  const withIds = ids ? inArray(signers.id, ids) : undefined
  const isOfProcess = and(eq(signers.tenantId, tenantId), eq(signers.processId, processId), withIds)
  return rowsOfTable(signers, isOfProcess, asc(signers.order), asc(signers.id))
}

/** As `selectSigners`, in a statement of its own. */
export async function findSigners(
  reader: Reader,
  ctx: Ctx,
  processId: number,
  ids?: number[],
): Promise<SignerRow[]> {
  return (await readTogether(reader, { signers: selectSigners(ctx, processId, ids) })).signers
}

/** @param people everyone of the process @returns the events of the invitations */
async function invite(
  tx: Tx,
  ctx: Ctx,
  people: SignerRow[],
  recipients: SignerRow[],
  process: ProcessRef,
): Promise<ProcessEvent[]> {
  if (recipients.length === 0) return []
  const links = assignLinks(people, recipients)
  const invited = await tx
    .update(signers)
    .set({
      status: 'notified',
      invitedAt: ctx.now,
      deliveryError: null,
      tokenNonce: sql`given."tokenNonce"`,
      tokenHash: sql`given."tokenHash"`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given (id bigint, "tokenNonce" text, "tokenHash" text)`,
    )
    .where(
      and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, sql`given.id`), eq(signers.status, 'pending')),
    )
    .returning({ id: signers.id, name: signers.name, email: signers.email, tokenHash: signers.tokenHash })
  const invitedIds = new Set(invited.map(({ id }) => id))
  await restoreDrafts(tx, ctx, process, invited)
  return recipients
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
    }))
}
