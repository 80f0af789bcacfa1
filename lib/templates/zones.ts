import type { TemplateField, TemplateRole } from '#db/schema/templates'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import type { DocumentRow } from '#lib/documents/present'
import { errorText } from '#lib/messages/errors'
import { withDocumentIds } from '#lib/processes/fields/document-ids'
import { planFieldChanges } from '#lib/processes/fields/field-changes'
import type { ImportedField, Recipient } from '#lib/processes/fields/import'
import type { Place } from '#lib/processes/fields/input'
import { formatLogicErrors } from '#lib/processes/fields/logic-errors'
import { findEnteredOverflowErrors } from '#lib/processes/fields/text-fits'
import { type FieldContext, validateFields } from '#lib/processes/fields/zones'
import { isSigning } from '#lib/processes/rules'
import type { DocumentsById } from './documents.ts'
import type { TemplateFieldInput } from './input.ts'
import type { TemplateRow } from './present.ts'

/** The documents and roles that template fields refer to. */
interface TemplateFieldContext {
  documents: DocumentsById
  roles: Pick<TemplateRole, 'name' | 'role'>[]
}

type PlacedTemplateField = Omit<TemplateFieldInput, 'anchor' | 'document_index' | keyof Place> &
  Place & { document_id: number }

/**
 * The fields with the ids of their documents; see `withDocumentIds`.
 * @throws AppError `validation_error`, also with the errors found before
 */
export function withTemplateDocuments(
  fields: TemplateFieldInput[],
  documentIds: number[],
  errorsBefore: FieldErrors,
) {
  const errors: FieldErrors = {}
  const withIds = withDocumentIds(fields, documentIds, errors)
  if (Object.keys(errors).length > 0) throwIfInvalid({ ...errorsBefore, ...errors })
  return withIds
}

const nouns: FieldContext['nouns'] = {
  whole: 'template',
  person: 'role',
  unknownPerson: errorText('documents.notARoleOfTemplate'),
}

type StoredFields = Pick<TemplateRow, 'fields' | 'lastFieldId'>

/**
 * The fields of a template after a request, validated like those of a process; errors under `fields.N.member`. An entry
 * keeps the id of the stored field that it names or equals. A new template has no stored fields, and ignores ids.
 */
export async function planTemplateFields(
  ctx: Ctx,
  inputs: PlacedTemplateField[],
  stored: StoredFields | null,
  template: TemplateFieldContext & { roles: TemplateRole[]; locale: string },
  errors: FieldErrors,
): Promise<StoredFields> {
  const { roles } = template
  const roleNumberByName = numberRoles(roles)
  for (const [index, { document_id }] of inputs.entries()) {
    if (isFilledIn(template.documents.get(document_id)))
      errors[`fields.${index}.document_id`] = [errorText('documents.fieldOnFilledDocument')]
  }
  const validated = validateFields(
    inputs.map(({ role, ...field }) => ({ ...field, signer_id: roleNumberByName.get(role) ?? 0 })),
    toFieldContext(template),
    errors,
  )
  const ids = inputs.map(({ id }) => id)
  const storedFields = stored?.fields ?? []
  const overflows = await findEnteredOverflowErrors(ctx, validated, ids, storedFields, template.locale)
  Object.assign(errors, overflows)
  const { result } = planFieldChanges(
    storedFields.map(({ role, ...field }) => ({
      ...field,
      signerId: roleNumberByName.get(role) ?? 0,
    })),
    validated.map((field, index) => ({ field, id: inputs[index]!.id, place: `fields.${index}` })),
    stored ? 'replace' : 'add',
    errors,
    'template',
  )
  const places = result.map(({ place }) => place)
  const resultFields = result.map(({ field }) => field)
  Object.assign(errors, formatLogicErrors(resultFields, places))
  let lastFieldId = stored?.lastFieldId ?? 0
  const fields = result.map(({ id, field: { signerId, ...field } }) => {
    if (id === undefined) lastFieldId += 1
    return { ...field, id: id ?? lastFieldId, role: roles[signerId - 1]!.name }
  })
  return { fields: fields.sort((a, b) => a.id - b.id), lastFieldId }
}

/** The text of such a document moves with its values, and with it its text tags, which become fields at each use. */
export function isFilledIn(document: Pick<DocumentRow, 'sourceSha256'> | undefined): boolean {
  return document !== undefined && document.sourceSha256 !== null
}

/** Numbers from 1 that stand for roles where `validateFields` expects ids of signers. */
function numberRoles(roles: TemplateFieldContext['roles']): Map<string, number> {
  return new Map(roles.map((role, index) => [role.name, index + 1]))
}

function toFieldContext({ documents, roles }: TemplateFieldContext): FieldContext {
  return { documents, signers: new Map(roles.map((role, index) => [index + 1, role])), nouns }
}

/** The fields whose document still exists and whose role exists and signs. */
export function remainingFields(
  fields: TemplateField[],
  documents: DocumentsById,
  roles: TemplateRole[],
): TemplateField[] {
  const signingRoles = new Set(roles.filter(isSigning).map((role) => role.name))
  return fields.filter((field) => documents.has(field.documentId) && signingRoles.has(field.role))
}

/** The roles as those who get imported fields, in the order of the roles. */
export function toRecipients(roles: TemplateRole[]): Recipient[] {
  return roles.map(({ name: roleName, role }) => ({ role, roleName }))
}

/** Imported fields with the names of the roles that `toRecipients` has numbered. */
export function withRoleNames(fields: ImportedField[], roles: TemplateRole[]) {
  return fields.map(({ signer_index, ...field }) => ({ ...field, role: roles[signer_index]!.name }))
}
