import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { bulkSendRows } from '#db/schema/bulk'
import { users } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import { webhookMessages } from '#db/schema/webhooks'

/** A person by the tenant and the address in lower case. */
export interface Person {
  tenantId: number
  email: string
}

/** The person's rows of `signers`. */
export const isSigner = ({ email }: Person): SQL => sql`lower(${signers.email}) = ${email}`

/** `column` names a row of `signers` of the person. */
export const ofSigner = (column: AnyColumn, person: Person): SQL =>
  sql`${column} in (select ${signers.id} from ${signers} where ${signers.tenantId} = ${person.tenantId} and ${isSigner(person)})`

/** `column` names a process in which the person is a signer or gets a copy. */
export const ofProcess = (column: AnyColumn, person: Person): SQL =>
  sql`${column} in (select ${signers.processId} from ${signers} where ${signers.tenantId} = ${person.tenantId} and ${isSigner(person)})`

/** `column` names the user with the address. */
export const ofUser = (column: AnyColumn, { tenantId, email }: Person): SQL =>
  sql`${column} in (select ${users.id} from ${users} where ${users.tenantId} = ${tenantId} and ${users.email} = ${email})`

/** `column` names a deleted user who had the address: only the event of the deletion has it. */
export const ofDeletedUser = (column: AnyColumn, { tenantId, email }: Person): SQL =>
  sql`${column} in (select (${events.data} ->> 'user_id')::bigint from ${events}
    where ${events.tenantId} = ${tenantId} and ${events.type} = 'user.deleted' and ${events.data} ->> 'email' = ${email})`

export const isRecipient = ({ email }: Person): SQL => sql`lower(${mails.recipient}) = ${email}`

/** A cell of the row is the address. */
export const isInCells = ({ email }: Person): SQL =>
  sql`exists (select from jsonb_each_text(${bulkSendRows.cells}) cell where lower(trim(cell.value)) = ${email})`

/** The event names the address: that of its actor, or in its data. */
export const isInEvent = ({ email }: Person): SQL =>
  sql`${email} in (lower(${events.actor} ->> 'email'), lower(${events.data} ->> 'email'), lower(${events.data} ->> 'new_email'))`

/** The body of the delivery has the address as a value. */
export const isInMessage = ({ email }: Person): SQL =>
  sql`position(${JSON.stringify(email)} in lower(${webhookMessages.body})) > 0`
