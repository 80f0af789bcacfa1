import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { getSearchView, whereIndexed } from '#db/lists/members'
import { mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import {
  BATCH_SIZE,
  type EraseStep,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'

/** A text message that an earlier version queued during an upgrade is found by the signer it was for. */
const isRecipient = ({ tenantId, email }: Person): SQL => {
  const isNamed = sql`(lower(${mails.recipient}) = ${email} or lower(${mails.personEmail}) = ${email})`
  return sql`(${whereIndexed(mails, tenantId, isNamed)}
    or (${mails.channel} = 'sms' and ${mails.personEmail} is null and ${mails.topic} = any(array(
      select 'signer:' || ${signers.id} from ${getSearchView(signers)}
      where ${signers.tenantId} = ${tenantId} and lower(${signers.email}) = ${email}))))`
}

/** Emails to the person: queued ones, those of an installation without SMTP, and the records of sent ones. */
const eraseMails: EraseStep = async (tx, { tenantId }, person) => {
  const nextIds = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.tenantId, tenantId), isRecipient(person)))
    .limit(BATCH_SIZE)
  const deletedRows = await tx
    .delete(mails)
    .where(and(eq(mails.tenantId, tenantId), inArray(mails.id, nextIds)))
    .returning({ id: mails.id })
  return { emails: deletedRows.length }
}

export const mailData: PersonalData = {
  find: (person) => ({
    // Without their content, which is kept only until they are sent: it has signing links, codes and other secrets.
    emails: readRows(
      person,
      mails,
      [mails.channel, mails.recipient, mails.status, mails.createdAt, mails.sentAt],
      isRecipient(person),
    ),
  }),
  erase: [eraseMails],
  erased: [mails.recipient, mails.personEmail, mails.content],
}
