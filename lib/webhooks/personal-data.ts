import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '#db/schema/webhooks'
import {
  BATCH_SIZE,
  type EraseStep,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'

/** The body of the delivery has the address as a value. */
const isNamedInMessage = ({ email }: Person): SQL =>
  sql`position(${JSON.stringify(email)} in lower(${webhookMessages.body})) > 0`

/** Finished webhook deliveries. Pending ones finish within days and are then deleted by age. */
const eraseMessages: EraseStep = async (tx, { tenantId }, person) => {
  const nextIds = tx
    .select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.tenantId, tenantId),
        ne(webhookMessages.status, 'pending'),
        isNamedInMessage(person),
      ),
    )
    .limit(BATCH_SIZE)
  const deletedRows = await tx
    .delete(webhookMessages)
    .where(and(eq(webhookMessages.tenantId, tenantId), inArray(webhookMessages.id, nextIds)))
    .returning({ id: webhookMessages.id })
  return { webhook_messages: deletedRows.length }
}

export const webhookData: PersonalData = {
  find: (person) => ({
    // Without the body, which may name the other signers of a process: `events` has what it says about the person.
    webhook_messages: readRows(
      person,
      webhookMessages,
      [webhookMessages.event, webhookMessages.eventId, webhookMessages.createdAt],
      isNamedInMessage(person),
    ),
  }),
  erase: [eraseMessages],
  erased: [webhookMessages.body],
}
