import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { delegations } from '#db/schema/processes-links'
import { type EraseStep, type Person, readRows } from '#db/tenancy/personal-data'

const { fromName, fromEmail, toName, toEmail, reason } = delegations

/** The columns of delegations with personal data. */
export const delegationColumns = [fromName, fromEmail, toName, toEmail, reason]

/** The person handed over, or took the place of someone who did. */
const isInDelegation = ({ email }: Person): SQL => sql`${email} in (lower(${fromEmail}), lower(${toEmail}))`

/** The delegations from and to a person. */
export const findDelegationsOf = (person: Person) =>
  readRows(
    person,
    delegations,
    [delegations.processId, delegations.signerId, ...delegationColumns, delegations.delegatedAt],
    isInDelegation(person),
  )

/** Deletes the delegations of processes that meet `condition`. The certificates of completed ones name them. */
export const eraseDelegations =
  (condition: SQL): EraseStep =>
  async (tx, ctx, person) => {
    const ended = tx.select({ id: processes.id }).from(processes).where(condition)
    const erased = await tx
      .delete(delegations)
      .where(
        and(
          eq(delegations.tenantId, ctx.tenantId),
          isInDelegation(person),
          inArray(delegations.processId, ended),
        ),
      )
      .returning({ id: delegations.id })
    return { delegations: erased.length }
  }
