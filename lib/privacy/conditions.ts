import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { bulkSendRows } from '#db/schema/bulk'
import { users } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import { webhookMessages } from '#db/schema/webhooks'

/** A person, identified by tenant and email address (in lower case). */
export interface Person {
  tenantId: number
  email: string
}

/** The row of `signers` is the person. */
export const isPerson = ({ email }: Person): SQL => sql`lower(${signers.email}) = ${email}`

/** `column` refers to a row of `signers` that is the person. */
export const refersToSigner = (column: AnyColumn, person: Person): SQL =>
  sql`${column} in (select ${signers.id} from ${signers} where ${signers.tenantId} = ${person.tenantId} and ${isPerson(person)})`

/** `column` refers to a process in which the person is a signer or gets a copy. */
export const refersToProcess = (column: AnyColumn, person: Person): SQL =>
  sql`${column} in (select ${signers.processId} from ${signers} where ${signers.tenantId} = ${person.tenantId} and ${isPerson(person)})`

/** `column` refers to the user with the address. */
export const refersToUser = (column: AnyColumn, { tenantId, email }: Person): SQL =>
  sql`${column} in (select ${users.id} from ${users} where ${users.tenantId} = ${tenantId} and ${users.email} = ${email})`

/** `column` refers to a deleted user who had the address; only the event of the deletion still has it. */
export const refersToDeletedUser = (column: AnyColumn, { tenantId, email }: Person): SQL =>
  sql`${column} in (select (${events.data} ->> 'user_id')::bigint from ${events}
    where ${events.tenantId} = ${tenantId} and ${events.type} = 'user.deleted' and ${events.data} ->> 'email' = ${email})`

export const isRecipient = ({ email }: Person): SQL => sql`lower(${mails.recipient}) = ${email}`

/** The row of a bulk send has the address: in a cell, or as that of a signer in the form in which it is stored. */
export const hasCellWithEmail = ({ email }: Person): SQL =>
  sql`(exists (select from jsonb_each_text(${bulkSendRows.cells}) cell where lower(trim(cell.value)) = ${email})
    or exists (select from jsonb_path_query(${bulkSendRows.input}, '$.signers[*].email') address
      where lower(address #>> '{}') = ${email}))`

/** The event has the address as that of its actor or in its data. */
export const isNamedInEvent = ({ email }: Person): SQL =>
  sql`${email} in (lower(${events.actor} ->> 'email'), lower(${events.data} ->> 'email'), lower(${events.data} ->> 'new_email'))`

/** The body of the delivery has the address as a value. */
export const isNamedInMessage = ({ email }: Person): SQL =>
  sql`position(${JSON.stringify(email)} in lower(${webhookMessages.body})) > 0`
