import { type AnyColumn, and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { delegations } from '#db/schema/processes-links'
import { BATCH_SIZE, type EraseStep, hasAddressOf, type Person, readRows } from '#db/tenancy/personal-data'
import type { Tx } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { setUpdated } from '../load.ts'
import { findDelegations } from './delegate.ts'

const { fromName, fromEmail, toName, toEmail, reason } = delegations

/** The columns of delegations with personal data. */
export const delegationColumns = [fromName, fromEmail, toName, toEmail, reason]

/** The person handed over, or took the place of someone who did. */
const isInDelegation = ({ email }: Person): SQL => sql`${email} in (lower(${fromEmail}), lower(${toEmail}))`

/** The delegations from and to a person, without the other one. */
export async function* findDelegationsOf(person: Person): AsyncGenerator<object> {
  const { processId, signerId, delegatedAt } = delegations
  const columns = [processId, signerId, ...delegationColumns, delegatedAt]
  for await (const row of readRows(person, delegations, columns, isInDelegation(person))) {
    const { from_name, from_email, to_name, to_email, reason, ...delegation } = row as Record<string, string>
    yield {
      ...delegation,
      ...(hasAddressOf(person, { email: from_email! }) && { from_name, from_email, reason }),
      ...(hasAddressOf(person, { email: to_email! }) && { to_name, to_email }),
    }
  }
}

/** `column` refers to a process in which the person handed over, or took the place of someone who did. */
export const whereHandedOver = (column: AnyColumn, person: Person): SQL =>
  sql`${column} in (select ${delegations.processId} from ${delegations}
    where ${delegations.tenantId} = ${person.tenantId} and ${isInDelegation(person)})`

/** Whether a delegation to one of these signers of a process was erased: its certificate would not name it. */
export async function hasErasedDelegation(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  signerIds: number[],
): Promise<boolean> {
  const recorded = (await findTrail(tx, ctx, { process: processId })).filter(
    ({ type, data }) => type === 'signature.delegated' && signerIds.includes(Number(data.signer_id)),
  )
  const kept = await findDelegations(tx, ctx, eq(delegations.processId, processId))
  return kept.length < recorded.length
}

/**
 * Deletes the delegations of the next processes that meet `condition`. The certificates of completed ones name them, as
 * long as their files are kept.
 */
export const eraseDelegations =
  (condition: SQL): EraseStep =>
  async (tx, ctx, person) => {
    // While this waits for a lock, an expired process may be extended.
    const ended = await tx
      .select({ id: processes.id })
      .from(processes)
      .where(and(eq(processes.tenantId, ctx.tenantId), condition, whereHandedOver(processes.id, person)))
      .orderBy(asc(processes.id))
      .limit(BATCH_SIZE)
      .for('update')
    const processIds = ended.map(({ id }) => id)
    const erased = await tx
      .delete(delegations)
      .where(
        and(
          eq(delegations.tenantId, ctx.tenantId),
          isInDelegation(person),
          inArray(delegations.processId, processIds),
        ),
      )
      .returning({ id: delegations.id })
    await setUpdated(tx, ctx, processIds)
    return { delegations: erased.length }
  }
