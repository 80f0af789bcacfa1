import { isNotNull, sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, isOneOf, ref, storedError } from './columns.ts'
import { tenants } from './identity.ts'

const channels = ['email', 'sms'] as const
const emailStatuses = ['local', 'queued', 'sent', 'failed'] as const

export interface FailureJob {
  queue: string
  data: Record<string, string | number | boolean>
  /** A run of it has recorded the failure. */
  isRecorded?: true
  /** A run of it has recorded that the email could not be delivered where it was forwarded to. */
  isForwardRecorded?: true
}

export const mails = pgTable(
  'mails',
  {
    id: id(),
    tenantId: ref().notNull(),
    /** Text messages go to the SMS provider; their recipient is a phone number. */
    channel: text({ enum: channels }).notNull().default('email'),
    /** The address; everything else is encrypted. */
    recipient: text().notNull(),
    /** Of a text message: the address of the person whose number it goes to. The signer may be another person later. */
    personEmail: text(),
    /** Subject and bodies, encrypted; null once it is sent or has failed. */
    content: bytea(),
    /** `local`: there is no SMTP server; the email is shown at /mailbox. A text message is never `local`. */
    status: text({ enum: emailStatuses }).notNull(),
    /** The last error of the SMTP server, without links and codes of the email, or of the SMS provider. */
    error: storedError(),
    /** The subject of the message, to find the last one by: `signer:7`. */
    topic: text(),
    /** The job to enqueue when the message cannot be delivered; its data has `returned` if another server has returned it. */
    failureJob: jsonb().$type<FailureJob>(),
    createdAt: instant().notNull(),
    /**
     * Of a queued or failed email: when an attempt began that may have succeeded. It goes on, or ended without an answer of
     * the server or with its worker, possibly before the server had anything. Of one that was returned: when it was sent.
     */
    sentAt: instant(),
  },
  (table) => [
    index('mails_tenant').on(table.tenantId, table.createdAt),
    index('mails_recipient').on(table.tenantId, sql`lower(${table.recipient})`),
    index('mails_person')
      .on(table.tenantId, sql`lower(${table.personEmail})`)
      .where(isNotNull(table.personEmail)),
    index('mails_topic').on(table.tenantId, table.topic, table.id).where(isNotNull(table.topic)),
    index('mails_status').on(table.status),
    isOneOf('mails_channel_known', table.channel, channels),
    isOneOf('mails_status_known', table.status, emailStatuses),
  ],
)

/** The name and the address, of a domain of its own, that a tenant's emails are sent from. */
export const senderDomains = pgTable('sender_domains', {
  tenantId: ref()
    .primaryKey()
    .references(() => tenants.id),
  name: text().notNull(),
  address: text().notNull(),
  /** What the domain's TXT record must have, to show that the tenant controls it. */
  token: text().notNull(),
  /** The DKIM selector (RFC 6376, 3.1). */
  selector: text().notNull(),
  /** PKCS#8, encrypted with AES-256-GCM (core/secretbox), bound to the tenant. */
  privateKey: bytea().notNull(),
  /** SubjectPublicKeyInfo. */
  publicKey: bytea().notNull(),
  /** Whether the last check found the records. */
  tokenFound: boolean().notNull().default(false),
  keyFound: boolean().notNull().default(false),
  checkedAt: instant(),
  /** Since when both records are found; null: the emails are sent from the installation's address. */
  verifiedAt: instant(),
  /** When a record was missing that was found before. */
  lostAt: instant(),
  updatedAt: instant().notNull(),
})

/** The address that gets a copy of a tenant's emails about completed processes. */
export const archiveAddresses = pgTable('archive_addresses', {
  tenantId: ref()
    .primaryKey()
    .references(() => tenants.id),
  email: text().notNull(),
  /** The nonce from which the link is derived that was mailed to the address. */
  nonce: text().notNull(),
  /** When the link was used; copies are sent from then on. */
  confirmedAt: instant(),
  updatedAt: instant().notNull(),
})
