import { sql } from 'drizzle-orm'
import type { PresentedField, PresentedProcess, PresentedSigner, ProcessDocumentRow } from '../present.ts'
import type { SignerMail } from '../signers/delivery.ts'

type Columns<Row> = Record<keyof Row, string>

const documentColumns: Columns<ProcessDocumentRow> = {
  documentId: 'p.document_id',
  position: 'p.position',
  pageCount: 'p.page_count',
  name: 'd.name',
  status: 'd.status',
  fileDeletedAt: 'p.file_deleted_at',
}

const mailColumns: Columns<SignerMail> = {
  recipient: 'm.recipient',
  status: 'm.status',
  error: 'm.error',
  createdAt: 'm.created_at',
  sentAt: 'm.sent_at',
}

/** A signer in a list, with the last email to them. */
type ListedSigner = PresentedSigner & { lastMail: SignerMail | null }

const signerColumns: Columns<ListedSigner> = {
  id: 's.id',
  name: 's.name',
  email: 's.email',
  phone: 's.phone',
  order: 's."order"',
  type: 's.type',
  role: 's.role',
  status: 's.status',
  locale: 's.locale',
  otp: 's.otp',
  subject: 's.subject',
  message: 's.message',
  invitedAt: 's.invited_at',
  viewedAt: 's.viewed_at',
  signedAt: 's.signed_at',
  refusedAt: 's.refused_at',
  refusalReason: 's.refusal_reason',
  remindersSent: 's.reminders_sent',
  deliveryError: 's.delivery_error',
  // A statement of its own for them takes a quarter of the time of a page. The topic is that of `signerTopic`.
  lastMail: `(select json_build_array(${Object.values(mailColumns)}) from mails m
    where m.tenant_id = s.tenant_id and m.topic = 'signer:' || s.id and s.invited_at is not null
    order by m.id desc limit 1)`,
}

const fieldColumns: Columns<PresentedField> = {
  id: 'f.id',
  documentId: 'f.document_id',
  signerId: 'f.signer_id',
  type: 'f.type',
  page: 'f.page',
  x: 'f.x',
  y: 'f.y',
  width: 'f.width',
  height: 'f.height',
  required: 'f.required',
  label: 'f.label',
  placeholder: 'f.placeholder',
  value: 'f.value',
  options: 'f.options',
  readOnly: 'f.read_only',
  auto: 'f.auto',
  imported: 'f.imported',
  validation: 'f.validation',
  condition: 'f.condition',
  formula: 'f.formula',
  editable: 'f.editable',
  layout: 'f.layout',
}

/** Rows as arrays of values without column names, with which the query takes 50 % longer. */
const rowsOf = (columns: Record<string, string>, order: string, from: string) =>
  `(select coalesce(json_agg(json_build_array(${Object.values(columns)}) order by ${order}), '[]') from ${from})`

/** The documents, signers and fields of each process of a page, as part of the statement that reads the page. */
export const processPartsSql = sql.raw(`json_build_array(
  ${rowsOf(
    documentColumns,
    'p.position, p.id',
    `process_documents p join documents d on d.id = p.document_id
      where p.tenant_id = processes.tenant_id and p.process_id = processes.id`,
  )},
  ${rowsOf(
    signerColumns,
    's."order", s.id',
    'signers s where s.tenant_id = processes.tenant_id and s.process_id = processes.id',
  )},
  ${rowsOf(
    fieldColumns,
    'f.id',
    'fields f where f.tenant_id = processes.tenant_id and f.process_id = processes.id',
  )})`)

type Json = string | number | boolean | null | object

/** Parses the result of `processPartsSql` into rows. */
export function parseParts(
  json: unknown,
): Omit<PresentedProcess, 'process' | 'signers'> & { signers: ListedSigner[] } {
  const [documents, signers, fields] = json as [Json[][], Json[][], Json[][]]
  return {
    documents: documents.map((values) => {
      const document = rowFrom(documentColumns, values)
      return { ...document, fileDeletedAt: dateOf(document.fileDeletedAt) }
    }),
    signers: signers.map((values) => {
      const signer = rowFrom(signerColumns, values)
      return {
        ...signer,
        invitedAt: dateOf(signer.invitedAt),
        viewedAt: dateOf(signer.viewedAt),
        signedAt: dateOf(signer.signedAt),
        refusedAt: dateOf(signer.refusedAt),
        lastMail: mailFrom(signer.lastMail),
      }
    }),
    fields: fields.map((values) => rowFrom(fieldColumns, values)),
  }
}

function mailFrom(values: unknown): SignerMail | null {
  if (values === null) return null
  const mail = rowFrom(mailColumns, values as Json[])
  return { ...mail, createdAt: new Date(mail.createdAt), sentAt: dateOf(mail.sentAt) }
}

function rowFrom<Row>(columns: Columns<Row>, values: Json[]): Row {
  return Object.fromEntries(Object.keys(columns).map((key, index) => [key, values[index]])) as Row
}

/** JSON has times as text. */
function dateOf(instant: Date | string | null): Date | null {
  return instant === null ? null : new Date(instant)
}
