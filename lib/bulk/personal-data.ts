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
import { eraseActor } from '#lib/identity/deleted-users'
import type { UseTemplate } from '#lib/templates/input'
import { deleteUse } from '#lib/templates/use'
import { type Cells, columnKind } from './columns.ts'
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
  const { bulkSendId, number, status, cells, input } = bulkSendRows
  const columns = [bulkSendId, number, status, cells, input]
  for await (const row of readRows(person, bulkSendRows, columns, hasCellWithEmail(person))) {
    const { input, ...own } = row as Pick<typeof bulkSendRows.$inferSelect, 'cells' | 'input'>
    yield { ...own, cells: findOwnCells(own.cells, input as UseTemplate, person) }
  }
}

function findOwnCells(cells: Cells, { signers }: UseTemplate, { email }: Person): Cells {
  const roles = signers.map(({ role }) => role)
  const own = new Set(
    signers.filter((signer) => signer.email.toLowerCase() === email).map(({ role }) => role),
  )
  const isOwn = (name: string) => {
    const column = columnKind(name, roles)
    return column.kind === 'person' && own.has(column.role)
  }
  return Object.fromEntries(Object.entries(cells).filter(([name]) => isOwn(name)))
}

export const bulkData: PersonalData = {
  find: (person) => ({
    bulk_send_rows: findRows(person),
  }),
  // Running bulk sends of the person pause, as the user is deleted.
  erase: [eraseRows, eraseActor(bulkSends, 'bulk_sends')],
  erased: [
    bulkSendRows.cells,
    bulkSendRows.input,
    bulkSends.actor,
    bulkSends.address,
    bulkSends.createdByName,
  ],
}
