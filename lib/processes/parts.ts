import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { buildArray, constantSql, type RowOf, rowMaker } from '#db/lists/rows'
import { documents } from '#db/schema/documents'
import { mails } from '#db/schema/mail'
import { fields, processDocuments, processes, signers } from '#db/schema/processes'
import { attachments, delegations } from '#db/schema/processes-links'
import { listHandovers } from './signers/handovers.ts'

const { documentId, position, pageCount, fileDeletedAt } = processDocuments
const { name, status } = documents
const documentColumns = { documentId, position, pageCount, name, status, fileDeletedAt }

const { channel, recipient, status: mailStatus, error, createdAt, sentAt } = mails
const mailColumns = { channel, recipient, status: mailStatus, error, createdAt, sentAt }

/** Without what belongs to signing: one-time codes, consent, signatures, and from where they came. */
const signerColumns = {
  id: signers.id,
  name: signers.name,
  email: signers.email,
  phone: signers.phone,
  order: signers.order,
  type: signers.type,
  role: signers.role,
  status: signers.status,
  locale: signers.locale,
  otp: signers.otp,
  signatureLevel: signers.signatureLevel,
  embeddedAt: signers.embeddedAt,
  accessCodeHash: signers.accessCodeHash,
  subject: signers.subject,
  message: signers.message,
  tokenNonce: signers.tokenNonce,
  tokenHash: signers.tokenHash,
  invitedAt: signers.invitedAt,
  viewedAt: signers.viewedAt,
  signedAt: signers.signedAt,
  refusedAt: signers.refusedAt,
  refusalReason: signers.refusalReason,
  remindersSent: signers.remindersSent,
  deliveryError: signers.deliveryError,
  erasedAt: signers.erasedAt,
}

const { signerId, fromName, fromEmail, toEmail, reason, delegatedAt } = delegations
const delegationColumns = { signerId, fromName, fromEmail, toEmail, reason, delegatedAt }

const attachmentColumns = {
  ...{ id: attachments.id, fieldId: attachments.fieldId, signerId: attachments.signerId },
  ...{ name: attachments.name, mimeType: attachments.mimeType },
  ...{ size: attachments.size, sha256: attachments.sha256 },
}

const { tenantId: _tenantId, processId: _processId, ...fieldColumns } = getTableColumns(fields)

/** The last email or text message to a signer, with a link or code. */
export type SignerMail = RowOf<typeof mailColumns>
export type ProcessSigner = RowOf<typeof signerColumns> & {
  lastMail: SignerMail | null
  /** Who handed over, in order. */
  delegations: RowOf<typeof delegationColumns>[]
}
export type ProcessField = RowOf<typeof fieldColumns>
type ProcessAttachment = RowOf<typeof attachmentColumns>

/** The documents, signers, fields and attachments of a process. */
export interface ProcessParts {
  documents: RowOf<typeof documentColumns>[]
  signers: ProcessSigner[]
  fields: ProcessField[]
  attachments: ProcessAttachment[]
}

const selectParts = (
  table: typeof processDocuments | typeof signers | typeof fields | typeof delegations | typeof attachments,
  values: (PgColumn | SQL)[],
  order: PgColumn[],
  join = sql``,
) => sql`(
  select coalesce(json_agg(${buildArray(values)} order by ${sql.join(order, sql`, `)}), '[]')
  from ${table} ${join} where ${table.tenantId} = ${processes.tenantId} and ${table.processId} = ${processes.id})`

// A statement of its own for them takes a quarter of the time of a page. The topic is that of `signerTopic`.
const lastMail = sql`(
  select ${buildArray(Object.values(mailColumns))} from ${mails}
  where ${mails.tenantId} = ${signers.tenantId} and ${mails.topic} = 'signer:' || ${signers.id}
    and ${signers.invitedAt} is not null
  order by ${mails.id} desc limit 1)`

/** The documents, signers, fields, delegations and attachments of each row of `processes`, as one column of a statement. */
export const processPartsSql = constantSql(
  buildArray([
    selectParts(
      processDocuments,
      Object.values(documentColumns),
      [position, processDocuments.id],
      sql`join ${documents} on ${documents.id} = ${documentId}`,
    ),
    selectParts(signers, [...Object.values(signerColumns), lastMail], [signers.order, signers.id]),
    selectParts(fields, Object.values(fieldColumns), [fields.id]),
    selectParts(delegations, Object.values(delegationColumns), [delegations.id]),
    selectParts(attachments, Object.values(attachmentColumns), [attachments.id]),
  ]),
)

const toDocument = rowMaker(documentColumns)
const toSigner = rowMaker(signerColumns)
const toMail = rowMaker(mailColumns)
const toField = rowMaker(fieldColumns)
const toDelegation = rowMaker(delegationColumns)
const toAttachment = rowMaker(attachmentColumns)

/** Parses the result of `processPartsSql` into rows. */
export function parseParts(json: unknown): ProcessParts {
  const [documentRows, signerRows, fieldRows, delegationRows, attachmentRows] = json as [
    unknown[][],
    unknown[][],
    unknown[][],
    unknown[][],
    unknown[][],
  ]
  const delegationsBySigner = Map.groupBy(delegationRows.map(toDelegation), (row) => row.signerId)
  return {
    documents: documentRows.map(toDocument),
    signers: signerRows.map((values) => {
      const mail = values.at(-1) as unknown[] | null
      const signer = toSigner(values)
      return Object.assign(signer, {
        lastMail: mail && toMail(mail),
        delegations: listHandovers(delegationsBySigner.get(signer.id) ?? [], signer.email),
      })
    }),
    fields: fieldRows.map(toField),
    attachments: attachmentRows.map(toAttachment),
  }
}
