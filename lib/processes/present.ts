import type { fields, processes, signers } from '#db/schema/processes'
import { env } from '#lib/core/env'
import { presentError } from '#lib/messages/english'
import type { ProcessField, ProcessParts, ProcessSigner } from './parts.ts'
import { awaitsProvider, isSigning } from './rules.ts'
import type { FieldRecord, ProcessRecord, SignerRecord } from './schema.ts'
import { presentDelivery } from './signers/delivery.ts'

export type ProcessRow = typeof processes.$inferSelect
export type SignerRow = typeof signers.$inferSelect
export type FieldRow = typeof fields.$inferSelect
type FieldProperties = Omit<ProcessField, 'id' | 'documentId' | 'signerId'>

/** A process with its documents, signers and fields. */
export interface WholeProcess extends ProcessParts {
  process: ProcessRow
}

export type SenderColumns = Pick<ProcessRow, 'sentById' | 'sentByName' | 'createdById' | 'createdByName'>

/** Whom signers see as the sender: who sent the process; where that is not stored, who created it. */
export function getSender({ sentById, sentByName, createdById, createdByName }: SenderColumns) {
  return sentByName === null ? { id: createdById, name: createdByName } : { id: sentById, name: sentByName }
}

/** Signing links by signer id, for a key that may see them. */
type Links = Map<number, string | null> | undefined

/** The API representation of a process. */
export function presentProcess(whole: WholeProcess, links?: Links): ProcessRecord {
  const { process, documents } = whole
  const awaited = whole.signers.filter(isSigning)
  return {
    id: process.id,
    name: process.name,
    description: process.description,
    status: process.status,
    folder_id: process.folderId,
    template:
      process.templateId === null ? null : { id: process.templateId, version: process.templateVersion ?? 1 },
    documents: documents.map((document) => ({
      id: document.documentId,
      name: document.name,
      order: document.position,
      page_count: document.pageCount,
      status: document.status,
      deleted_at: iso(document.fileDeletedAt),
    })),
    signers: whole.signers.map((signer) => presentSigner(process, signer, whole.signers, links)),
    fields: whole.fields.map((field) => presentFieldOf(whole, field)),
    options: { ...process.options },
    external_id: process.externalId,
    metadata: process.metadata,
    progress: {
      signed: awaited.filter((signer) => signer.status === 'signed').length,
      total: awaited.length,
    },
    ...presentError('seal_error', process.sealError),
    seal_blocked: process.sealBlocked,
    test_mode: process.testMode,
    created_by: presentUser({ id: process.createdById, name: process.createdByName }),
    created_at: process.createdAt.toISOString(),
    updated_at: process.updatedAt.toISOString(),
    sent_at: iso(process.sentAt),
    sent_by: process.sentAt && presentUser(getSender(process)),
    completed_at: iso(process.completedAt),
    cancelled_at: iso(process.cancelledAt),
    cancel_reason: process.cancelReason,
    voided_at: iso(process.voidedAt),
    void_reason: process.voidReason,
    expires_at: iso(process.expiresAt),
  }
}

/** The version of a draft, without its fields, which have one of their own. */
export const getDraftVersion = ({ updatedAt }: Pick<ProcessRow, 'updatedAt'>): string =>
  updatedAt.toISOString()

function presentUser({ id, name }: { id: number | null; name: string }) {
  return id === null ? null : { id, name }
}

function presentSigner(
  process: ProcessRow,
  signer: ProcessSigner,
  people: ProcessSigner[],
  links: Links,
): SignerRecord {
  return {
    id: signer.id,
    name: signer.name,
    email: signer.email,
    phone: signer.phone,
    order: signer.order,
    type: signer.type,
    role: signer.role,
    status: signer.status,
    locale: signer.locale,
    otp: signer.otp,
    signature_level: signer.signatureLevel,
    awaits_provider: process.status === 'in_progress' && awaitsProvider(process, signer),
    subject: signer.subject,
    message: signer.message,
    invited_at: iso(signer.invitedAt),
    viewed_at: iso(signer.viewedAt),
    signed_at: iso(signer.signedAt),
    refused_at: iso(signer.refusedAt),
    refusal_reason: signer.refusalReason,
    erased_at: iso(signer.erasedAt),
    reminders_sent: signer.remindersSent,
    delegated_by: signer.delegations.map(({ fromName, fromEmail, reason, delegatedAt }) => ({
      name: fromName,
      email: fromEmail,
      reason,
      delegated_at: delegatedAt.toISOString(),
    })),
    ...presentError('delivery_error', signer.deliveryError),
    delivery: presentDelivery(signer, people),
    ...(links ? { signing_url: links.get(signer.id) ?? null } : {}),
  }
}

/** A field with what its signer has added to it: the sender gets it with the signature. */
function presentFieldOf({ process, signers, attachments }: WholeProcess, field: ProcessField): FieldRecord {
  const record = presentField(field)
  if (field.type !== 'attachment') return record
  const hasSigned = signers.some((signer) => signer.id === field.signerId && signer.signedAt !== null)
  const added = hasSigned && attachments.find(({ fieldId }) => fieldId === field.id)
  if (!added) return record
  const { id, name, size, sha256, mimeType } = added
  const url = `${env().appUrl}/api/v1/signature-processes/${process.id}/attachments/${id}`
  return { ...record, attachment: { id, name, size, sha256, mime_type: mimeType, download_url: url } }
}

/** The API representation of a field to which nobody has added a file. */
export function presentField(field: ProcessField): FieldRecord {
  return {
    id: field.id,
    document_id: field.documentId,
    signer_id: field.signerId,
    ...presentProperties(field),
    ...(field.type === 'attachment' ? { attachment: null } : {}),
  }
}

/** The members that fields of processes and of templates share. */
export function presentProperties(field: FieldProperties) {
  return {
    type: field.type,
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    required: field.required,
    label: field.label,
    placeholder: field.placeholder,
    value: field.value,
    options: field.options,
    read_only: field.readOnly,
    auto: field.auto,
    imported: field.imported,
    validation: field.validation,
    condition: field.condition,
    formula: field.formula,
    editable: field.editable,
    layout: field.layout,
  }
}

function iso(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString()
}
