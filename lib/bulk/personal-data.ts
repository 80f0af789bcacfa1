import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { processes } from '#db/schema/processes'
import {
  BATCH_SIZE,
  ERASED_NAME,
  type EraseStep,
  hasAddressOf,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import type { Json } from '#lib/core/json'
import { eraseActor, isMadeBy } from '#lib/identity/deleted-users'
import type { UseTemplate } from '#lib/templates/input'
import { deleteUse } from '#lib/templates/use'
import { type Cells, columnKind } from './columns.ts'
import { lockTemplateOf } from './present.ts'

/** The person has a role in the row: by the address in the form in which it is stored. Values are not searched. */
const hasRole = ({ email }: Person): SQL =>
  sql`exists (select from jsonb_path_query(${bulkSendRows.input}, '$.signers[*].email') address
    where lower(address #>> '{}') = ${email})`

/**
 * Takes the person out of the rows in which they have a role. One that is still to be sent becomes failed, and the draft
 * that it may have is deleted.
 */
const eraseRows: EraseStep = async (tx, ctx, person) => {
  const { tenantId } = ctx
  const found = await tx
    .select({ id: bulkSendRows.id, bulkSendId: bulkSendRows.bulkSendId })
    .from(bulkSendRows)
    .where(and(eq(bulkSendRows.tenantId, tenantId), hasRole(person)))
    .orderBy(asc(bulkSendRows.bulkSendId), asc(bulkSendRows.id))
    .limit(BATCH_SIZE)
  if (found.length === 0) return { bulk_send_rows: 0 }
  // The job that sends rows takes the same locks first.
  const sendIds = [...new Set(found.map((row) => row.bulkSendId))]
  for (const sendId of sendIds) await lockTemplateOf(tx, ctx, sendId)
  const sends = await tx
    .select({ id: bulkSends.id, status: bulkSends.status })
    .from(bulkSends)
    .where(and(eq(bulkSends.tenantId, tenantId), inArray(bulkSends.id, sendIds)))
    .orderBy(asc(bulkSends.id))
    .for('update')
  const isFound = and(
    eq(bulkSendRows.tenantId, tenantId),
    inArray(
      bulkSendRows.id,
      found.map((row) => row.id),
    ),
  )
  const drafts = await tx
    .select({ id: processes.id, testMode: processes.testMode })
    .from(bulkSendRows)
    .innerJoin(processes, eq(processes.id, bulkSendRows.processId))
    .where(and(isFound, eq(bulkSendRows.status, 'pending'), eq(processes.status, 'draft')))
    .orderBy(asc(processes.id))
    .for('update', { of: processes })
  for (const { id, testMode } of drafts) await deleteUse(tx, { ...ctx, testMode }, id)
  const rows = await tx.select().from(bulkSendRows).where(isFound).for('update')
  const ofPerson = rows.filter((row) => findOwnRoles(row, person).length > 0)
  const cancelledIds = sends.filter(({ status }) => status === 'cancelled').map(({ id }) => id)
  for (const { id, bulkSendId, status, ...row } of ofPerson) {
    const willBeSent = status === 'pending' && !cancelledIds.includes(bulkSendId)
    await tx
      .update(bulkSendRows)
      .set({
        ...withoutPerson(row, person),
        ...(willBeSent && { status: 'failed', error: 'The data of the person was erased.' }),
      })
      .where(and(eq(bulkSendRows.tenantId, tenantId), eq(bulkSendRows.id, id)))
  }
  return { bulk_send_rows: ofPerson.length }
}

type RowData = Pick<typeof bulkSendRows.$inferSelect, 'cells' | 'input'>

const listPeople = ({ input }: RowData) => (input as UseTemplate).signers

const findOwnRoles = (row: RowData, person: Person) =>
  listPeople(row).flatMap((signer) => (hasAddressOf(person, signer) ? [signer.role] : []))

function withoutPerson(row: RowData, person: Person): RowData {
  const ownCells = findOwnCells(row, person)
  const signers = listPeople(row).map((signer) =>
    hasAddressOf(person, signer) ? { role: signer.role, name: ERASED_NAME, email: '' } : signer,
  )
  return {
    cells: Object.fromEntries(Object.entries(row.cells).filter(([name]) => !Object.hasOwn(ownCells, name))),
    input: { ...(row.input as object), signers } as Json,
  }
}

/** The cells of the roles that the person has. */
function findOwnCells(row: RowData, person: Person): Cells {
  const roles = listPeople(row).map(({ role }) => role)
  const own = findOwnRoles(row, person)
  const isOwn = (name: string) => {
    const column = columnKind(name, roles)
    return column.kind === 'person' && own.includes(column.role)
  }
  return Object.fromEntries(Object.entries(row.cells).filter(([name]) => isOwn(name)))
}

/** The rows in which the person has a role, with the cells of that role only. */
async function* findRows(person: Person): AsyncGenerator<object> {
  const { bulkSendId, number, status, cells, input } = bulkSendRows
  const columns = [bulkSendId, number, status, cells, input]
  for await (const row of readRows(person, bulkSendRows, columns, hasRole(person))) {
    const { input, ...shown } = row as RowData
    yield { ...shown, cells: findOwnCells({ ...shown, input }, person) }
  }
}

export const bulkData: PersonalData = {
  find: (person) => ({
    bulk_send_rows: findRows(person),
    bulk_sends: readRows(
      person,
      bulkSends,
      [bulkSends.name, bulkSends.status, bulkSends.createdByName, bulkSends.address, bulkSends.createdAt],
      isMadeBy(bulkSends.actor, person),
    ),
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
