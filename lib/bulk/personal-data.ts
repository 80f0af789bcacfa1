import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import {
  BATCH_SIZE,
  type EraseStep,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import { eraseActor } from '#lib/audit/personal-data'

/** The row of a bulk send has the address: in a cell, or as that of a signer in the form in which it is stored. */
const hasCellWithEmail = ({ email }: Person): SQL =>
  sql`(exists (select from jsonb_each_text(${bulkSendRows.cells}) cell where lower(trim(cell.value)) = ${email})
    or exists (select from jsonb_path_query(${bulkSendRows.input}, '$.signers[*].email') address
      where lower(address #>> '{}') = ${email}))`

/** Rows of bulk sends with the address; a pending row becomes failed and is not sent. */
const eraseRows: EraseStep = async (tx, { tenantId }, person) => {
  const rows = await tx
    .select({ id: bulkSendRows.id, bulkSendId: bulkSendRows.bulkSendId })
    .from(bulkSendRows)
    .where(and(eq(bulkSendRows.tenantId, tenantId), hasCellWithEmail(person)))
    .orderBy(asc(bulkSendRows.bulkSendId), asc(bulkSendRows.id))
    .limit(BATCH_SIZE)
  if (rows.length === 0) return { bulk_send_rows: 0 }
  // The job that sends rows takes the same lock first.
  const sendIds = [...new Set(rows.map((row) => row.bulkSendId))]
  await tx
    .select({ id: bulkSends.id })
    .from(bulkSends)
    .where(and(eq(bulkSends.tenantId, tenantId), inArray(bulkSends.id, sendIds)))
    .orderBy(asc(bulkSends.id))
    .for('update')
  await tx
    .update(bulkSendRows)
    .set({
      cells: {},
      input: {},
      status: sql`case ${bulkSendRows.status} when 'pending' then 'failed' else ${bulkSendRows.status} end`,
      error: sql`case ${bulkSendRows.status} when 'pending' then 'The data of the person was erased.' end`,
    })
    .where(
      and(
        eq(bulkSendRows.tenantId, tenantId),
        inArray(
          bulkSendRows.id,
          rows.map((row) => row.id),
        ),
      ),
    )
  return { bulk_send_rows: rows.length }
}

export const bulkData: PersonalData = {
  find: (person) => ({
    bulk_send_rows: readRows(
      person,
      bulkSendRows,
      [bulkSendRows.bulkSendId, bulkSendRows.number, bulkSendRows.status, bulkSendRows.cells],
      hasCellWithEmail(person),
    ),
  }),
  // Running bulk sends of the person pause, as the user is deleted.
  erase: [eraseRows, eraseActor(bulkSends, 'bulk_sends')],
  erased: [bulkSendRows.cells, bulkSendRows.input, bulkSends.actor, bulkSends.createdByName],
  kept: { 'a key must still be allowed from it': [bulkSends.address] },
}
