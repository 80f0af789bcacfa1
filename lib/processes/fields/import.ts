import type { SignerRole } from '#db/schema/processes'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { readFileFields } from '#lib/documents/file-fields'
import { findDocuments } from '#lib/documents/find'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FileField, FileFields } from '#lib/pdf/import/file-field'
import { isSigning } from '../rules.ts'
import { getFileRules } from './field-rules.ts'
import type { NewFieldInput } from './input.ts'
import { tellOperandsApart } from './operands.ts'

/** A person or a role of a template that fields can go to. */
export interface Recipient {
  role: SignerRole
  /** The role in text tags. */
  roleName: string | undefined
}

/** An imported field, with its name in the file. */
export type ImportedField = NewFieldInput & { document_index: number; name: string }

/**
 * The form fields and text tags of documents as fields of the recipients, who are named by their position. Unknown
 * documents have none.
 * @throws AppError `validation_error` under `documents.N` for a text tag that is not understood, under `import_fields`
 * when roles or fields have no recipient
 */
export async function importFields(
  ctx: Ctx,
  documentIds: number[],
  recipients: Recipient[],
): Promise<ImportedField[]> {
  const documents = await read(ctx, (reader) => findDocuments(reader, ctx, documentIds))
  const fieldsOfDocuments: (FileFields | null)[] = []
  for (const id of documentIds) {
    const document = documents.get(id)
    fieldsOfDocuments.push(document ? await readFileFields(ctx, document.workingSha256) : null)
  }
  return assignFileFields(fieldsOfDocuments, recipients)
}

/** Like `importFields`, of fields that were read before; null for a document without. */
export function assignFileFields(
  fieldsOfDocuments: (FileFields | null)[],
  recipients: Recipient[],
): ImportedField[] {
  const errors: FieldErrors = {}
  const fileFields: { field: FileField; documentIndex: number }[] = []
  for (const [documentIndex, found] of fieldsOfDocuments.entries()) {
    if (!found) continue
    fileFields.push(...found.fields.map((field) => ({ field, documentIndex })))
    const texts = listImportErrors(found)
    if (texts.length > 0) errors[`documents.${documentIndex}`] = texts
  }
  throwIfInvalid(errors)
  const recipientIndexes = assignRoles([...new Set(fileFields.map(({ field }) => field.role))], recipients)
  const inputs = fileFields.map(({ field, documentIndex }) =>
    toFieldInput(field, documentIndex, recipientIndexes.get(field.role)!),
  )
  return tellOperandsApart(inputs, ({ document_index }) => document_index)
}

/** Why the fields of a file cannot be imported: its problems, without those of which only one form field is left out. */
export function listImportErrors({ problems }: FileFields): ErrorText[] {
  return problems
    .filter(({ source, warning }) => source !== 'form' && !warning)
    .map(({ page, text, reason }) =>
      text ? errorText('import.problemOfTag', { page, tag: text, message: reason }) : reason,
    )
}

/** The position of the recipient of each role; that of null is the first who signs. */
function assignRoles(roles: (string | null)[], recipients: Recipient[]): Map<string | null, number> {
  const signing = recipients.flatMap((recipient, index) => (isSigning(recipient) ? [index] : []))
  if (roles.length > 0 && signing.length === 0)
    throwIfInvalid({ import_fields: [errorText('processes.fieldsWithoutSigner')] })
  const assigned = new Map<string | null, number>()
  for (const role of roles) {
    const index = signing.find((candidate) => isNamed(recipients[candidate]!, role))
    if (index !== undefined) assigned.set(role, index)
  }
  const assignedIndexes = new Set(assigned.values())
  const free = signing.filter((index) => !assignedIndexes.has(index))
  for (const role of roles) {
    if (role === null || assigned.has(role)) continue
    const index = free.shift()
    if (index === undefined)
      throwIfInvalid({ import_fields: [errorText('processes.noSignerForTagRole', { role })] })
    else assigned.set(role, index)
  }
  return assigned.set(null, signing[0] ?? 0)
}

function isNamed({ roleName }: Recipient, role: string | null): boolean {
  return role !== null && roleName?.toLowerCase() === role.toLowerCase()
}

/** A form field or text tag of a document as an input, for the recipient at this position. */
export function toFieldInput(field: FileField, documentIndex: number, signerIndex: number): ImportedField {
  const { name, type, page, x, y, width, height, required, readOnly, value } = field
  return {
    ...{ name, type, page, x, y, width, height, required, value },
    unit: 'pt',
    document_index: documentIndex,
    signer_index: signerIndex,
    label: field.label || null,
    placeholder: field.placeholder,
    options: field.options,
    read_only: readOnly,
    auto: field.auto,
    imported: true,
    condition: null,
    formula: field.formula,
    editable: field.editable,
    layout: field.layout,
    validation: getFileRules(field),
  }
}
