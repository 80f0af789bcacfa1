import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import type { AccountRecord } from '#lib/identity/schema'
import { DEFAULT_REMINDER_DAYS } from '#lib/processes/facts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

export const emptySigner: ProcessForm['signers'][number] = {
  id: null,
  name: '',
  email: '',
  role: 'signer',
  together: false,
  turn: null,
  language: '',
  code: '',
  phone: '',
  accessCode: '',
  hasAccessCode: false,
  level: 'simple',
  message: '',
  subject: null,
}

/** The form of a new process or template with these documents and the defaults of the organisation. */
export function emptyForm(
  documents: ProcessForm['documents'],
  defaults: Pick<AccountRecord['tenant'], 'expires_in_days' | 'reminder_days'>,
): ProcessForm {
  return {
    name: documents[0]?.name ?? '',
    description: '',
    folder: '',
    documents,
    signers: [emptySigner],
    inTurn: true,
    message: '',
    language: '',
    otp: true,
    notifications: true,
    delegation: false,
    downloadFirst: true,
    embedEvidence: false,
    expiresInDays: defaults.expires_in_days,
    reminders: defaults.reminder_days !== null,
    reminderDays: defaults.reminder_days ?? DEFAULT_REMINDER_DAYS,
    redirectUrl: null,
    signatureKinds: [],
  }
}

/** The data that fills the form: a draft, or a template with its roles as signers. */
export type Prepared = Pick<
  ProcessRecord,
  'name' | 'description' | 'folder_id' | 'documents' | 'signers' | 'options'
>

/** The form filled with a draft or a template. */
export function toForm(process: Prepared): ProcessForm {
  const { options } = process
  const signers = process.signers.toSorted((a, b) => a.order - b.order || a.id - b.id)
  const hasBothTypes = new Set(signers.map(({ type }) => type)).size > 1
  return {
    name: process.name,
    description: process.description ?? '',
    folder: String(process.folder_id ?? 'none'),
    documents: process.documents
      .toSorted((a, b) => a.order - b.order)
      .map((document) => ({ id: document.id, name: document.name, pageCount: document.page_count })),
    signers: signers.map((signer, index) => ({
      id: signer.id,
      name: signer.name,
      email: signer.email,
      role: signer.role,
      together: index > 0 && signer.order === signers[index - 1]?.order,
      turn: hasBothTypes ? { order: signer.order, type: signer.type } : null,
      language: signer.locale === options.locale ? '' : signer.locale,
      code: signer.otp ?? '',
      phone: signer.phone ?? '',
      accessCode: '',
      hasAccessCode: signer.otp === 'access_code',
      level: signer.signature_level,
      message: signer.message ?? '',
      subject: signer.subject ?? null,
    })),
    inTurn: signers.some((signer) => signer.type === 'sequential') || signers.length === 0,
    message: options.message ?? '',
    language: options.locale,
    otp: options.enable_otp,
    notifications: options.enable_notifications,
    delegation: options.allow_delegation,
    downloadFirst: options.allow_download_first,
    embedEvidence: options.embed_evidence,
    expiresInDays: options.expires_in_days,
    reminders: options.reminder_days !== null,
    reminderDays: options.reminder_days ?? DEFAULT_REMINDER_DAYS,
    redirectUrl: options.redirect_url ?? null,
    signatureKinds: options.signature_kinds,
  }
}

/** The form as API input. Signers who sign at the same time share an order. */
export function toInput(form: ProcessForm) {
  let order = 0
  const keepsTypes = form.signers.every(hasStoredTurn)
  return {
    name: form.name,
    description: form.description || null,
    ...(form.folder !== '' && { folder_id: form.folder === 'none' ? null : Number(form.folder) }),
    documents: form.documents.map(({ id, replaces }, index) => ({
      id,
      order: index + 1,
      ...(replaces !== undefined && { replaces }),
    })),
    signers: form.signers.map((row, index) => {
      const sharesOrder = form.inTurn && row.together && index > 0
      if (!sharesOrder) order += 1
      return {
        ...(row.id === null ? {} : { id: row.id }),
        name: row.name,
        email: row.email,
        role: row.role,
        order,
        type: form.inTurn ? (keepsTypes && row.turn?.type) || 'sequential' : ('parallel' as const),
        locale: row.language || form.language || undefined,
        otp: row.code || null,
        signature_level: isSigning(row) ? row.level : 'simple',
        phone: row.phone || null,
        ...(row.code === 'access_code' && row.accessCode !== '' && { access_code: row.accessCode }),
        message: row.message || null,
        subject: row.subject ?? null,
      }
    }),
    options: {
      enable_otp: form.otp,
      enable_notifications: form.notifications,
      allow_delegation: form.delegation,
      allow_download_first: form.downloadFirst,
      embed_evidence: form.embedEvidence,
      expires_in_days: form.expiresInDays,
      reminder_days: form.reminders ? form.reminderDays : null,
      message: form.message || null,
      locale: form.language || undefined,
      redirect_url: form.redirectUrl,
      ...(form.signatureKinds.length > 0 && { signature_kinds: form.signatureKinds }),
    },
  }
}

type SignerRow = ProcessForm['signers'][number]

/** Whether a person comes after, or together with, the one before, as was stored; also if one of them is new. */
function hasStoredTurn({ turn, together }: SignerRow, index: number, rows: SignerRow[]): boolean {
  const before = rows[index - 1]?.turn
  return !turn || !before || (together ? turn.order === before.order : turn.order > before.order)
}

/**
 * Signers of earlier input with the ids and access codes that exist in the record now; the others are new. The ids of
 * roles are their positions, which may have changed: a role is recognised by its name, and a renamed one by its position.
 */
export function withExistingIds(
  rows: SignerRow[],
  existing: SignerRow[],
  of: 'process' | 'template',
): SignerRow[] {
  const names = new Set(rows.map(({ name }) => name))
  return rows.map((row) => {
    const sameName = of === 'template' ? existing.find(({ name }) => name === row.name) : undefined
    const sameId = existing.find(({ id, name }) => id === row.id && (of === 'process' || !names.has(name)))
    const { id, hasAccessCode } = sameName ?? sameId ?? emptySigner
    return { ...emptySigner, ...row, id, hasAccessCode }
  })
}

/** Input of a record that was changed meanwhile, without the ids of people and replaced documents that are gone. */
export function withExistingRecords(
  input: ProcessForm,
  stored: ProcessForm,
  of: 'process' | 'template',
): ProcessForm {
  const storedIds = new Set(stored.documents.map(({ id }) => id))
  return {
    ...input,
    documents: input.documents.map(({ replaces, ...document }) =>
      replaces !== undefined && storedIds.has(replaces) ? { ...document, replaces } : document,
    ),
    signers: withExistingIds(input.signers, stored.signers, of),
  }
}

/** The input that the browser keeps until it is saved. */
export function withoutAccessCodes<Input extends { signers: { accessCode: string }[] }>(form: Input): Input {
  return { ...form, signers: form.signers.map((row) => ({ ...row, accessCode: '' })) }
}

/** The form control that shows the errors of a field of the API. */
export function toControlName(field: string): string {
  const renamed: Record<string, string> = {
    folder_id: 'folder',
    'options.message': 'message',
    'options.expires_in_days': 'expiresInDays',
    'options.reminder_days': 'reminderDays',
  }
  return (
    renamed[field] ??
    field
      .replace(/^roles\./, 'signers.')
      .replace(/^(documents\.\d+)\..*/, '$1')
      .replace(/\.access_code$/, '.accessCode')
      .replace(/\.otp$/, '.code')
      .replace(/\.signature_level$/, '.level')
  )
}
