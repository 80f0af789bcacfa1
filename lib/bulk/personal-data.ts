import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { processes } from '#db/schema/processes'
import {
  BATCH_SIZE,
  type EraseStep,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import { eraseActor } from '#lib/audit/personal-data'
import { canonicalEmail } from '#lib/core/email/canonical-email'
import { deleteUse } from '#lib/templates/use'
import { lockTemplateOf } from './present.ts'

/** The row of a bulk send has the address: in a cell, or as that of a signer in the form in which it is stored. */
const hasCellWithEmail = ({ email }: Person): SQL =>
  sql`(exists (select from jsonb_each_text(${bulkSendRows.cells}) cell where lower(trim(cell.value)) = ${email})
    or exists (select from jsonb_path_query(${bulkSendRows.input}, '$.signers[*].email') address
      where lower(address #>> '{}') = ${email}))`

/** Rows of bulk sends with the address; a pending row becomes failed, and the draft that it may have is deleted. */
const eraseRows: EraseStep = async (tx, ctx, person) => {
  const { tenantId } = ctx
  const rows = await tx
    .select({ id: bulkSendRows.id, bulkSendId: bulkSendRows.bulkSendId })
    .from(bulkSendRows)
    .where(and(eq(bulkSendRows.tenantId, tenantId), hasCellWithEmail(person)))
    .orderBy(asc(bulkSendRows.bulkSendId), asc(bulkSendRows.id))
    .limit(BATCH_SIZE)
  if (rows.length === 0) return { bulk_send_rows: 0 }
  // The job that sends rows takes the same locks first.
  const sendIds = [...new Set(rows.map((row) => row.bulkSendId))]
  for (const sendId of sendIds) await lockTemplateOf(tx, ctx, sendId)
  await tx
    .select({ id: bulkSends.id })
    .from(bulkSends)
    .where(and(eq(bulkSends.tenantId, tenantId), inArray(bulkSends.id, sendIds)))
    .orderBy(asc(bulkSends.id))
    .for('update')
  const isFound = inArray(
    bulkSendRows.id,
    rows.map((row) => row.id),
  )
  const drafts = await tx
    .select({ id: processes.id, testMode: processes.testMode })
    .from(bulkSendRows)
    .innerJoin(processes, eq(processes.id, bulkSendRows.processId))
    .where(
      and(
        eq(bulkSendRows.tenantId, tenantId),
        isFound,
        eq(bulkSendRows.status, 'pending'),
        eq(processes.status, 'draft'),
      ),
    )
    .orderBy(asc(processes.id))
    .for('update', { of: processes })
  for (const { id, testMode } of drafts) await deleteUse(tx, { ...ctx, testMode }, id)
  await tx
    .update(bulkSendRows)
    .set({
      cells: {},
      input: {},
      status: sql`case ${bulkSendRows.status} when 'pending' then 'failed' else ${bulkSendRows.status} end`,
      error: sql`case ${bulkSendRows.status} when 'pending' then 'The data of the person was erased.' end`,
    })
    .where(and(eq(bulkSendRows.tenantId, tenantId), isFound))
  return { bulk_send_rows: rows.length }
}

/** The rows with the address, with the cells of the person's role only. */
async function* findRows(person: Person): AsyncGenerator<object> {
  const columns = [bulkSendRows.bulkSendId, bulkSendRows.number, bulkSendRows.status, bulkSendRows.cells]
  for await (const row of readRows(person, bulkSendRows, columns, hasCellWithEmail(person))) {
    const { cells } = row as Pick<typeof bulkSendRows.$inferSelect, 'cells'>
    yield { ...row, cells: findOwnCells(cells, person) }
  }
}

/** The columns of a role are `Role.name`, `Role.email` and so on; in a list for one role they are `name` and `email`. */
function findOwnCells(cells: Record<string, string>, { email }: Person): Record<string, string> {
  const isAddress = (cell: string) => {
    const text = cell.trim()
    return (canonicalEmail(text) ?? text).toLowerCase() === email
  }
  const prefixes = Object.entries(cells).flatMap(([column, cell]) =>
    /(^|\.)email$/.test(column) && isAddress(cell) ? [column.slice(0, -'email'.length)] : [],
  )
  return Object.fromEntries(
    Object.entries(cells).filter(([column]) => prefixes.some((prefix) => column.startsWith(prefix))),
  )
}

export const bulkData: PersonalData = {
  find: (person) => ({
    bulk_send_rows: findRows(person),
  }),
  // Running bulk sends of the person pause, as the user is deleted.
  erase: [eraseRows, eraseActor(bulkSends, 'bulk_sends')],
  erased: [bulkSendRows.cells, bulkSendRows.input, bulkSends.actor, bulkSends.createdByName],
  kept: { 'a key must still be allowed from it': [bulkSends.address] },
}
