import { z } from 'zod'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import type { ImportedField, ImportedTemplate } from './imported-template.ts'

const Choice = z.object({ value: z.string(), checked: z.boolean().nullish() })

/** A template as `GET /template/{id}` of Documenso's API (v2) returns it; other members are ignored. */
export const DocumensoTemplate = z.looseObject({
  title: z.string().min(1),
  templateMeta: z.object({ signingOrder: z.enum(['PARALLEL', 'SEQUENTIAL']).nullish() }).nullish(),
  recipients: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      role: z.string(),
      signingOrder: z.int().nullish(),
    }),
  ),
  envelopeItems: z.array(z.object({ id: z.string() })).nullish(),
  fields: z.array(
    z.object({
      envelopeItemId: z.string().nullish(),
      recipientId: z.int(),
      type: z.string(),
      /** From 1. */
      page: z.int().positive(),
      /** Percent of the page, as a number or a decimal text. */
      positionX: z.coerce.number(),
      positionY: z.coerce.number(),
      width: z.coerce.number(),
      height: z.coerce.number(),
      fieldMeta: z
        .object({
          label: z.string().nullish(),
          placeholder: z.string().nullish(),
          required: z.boolean().nullish(),
          readOnly: z.boolean().nullish(),
          text: z.string().nullish(),
          value: z.string().nullish(),
          defaultValue: z.string().nullish(),
          values: z.array(Choice).nullish(),
          /** Of all three, 0 is none. */
          characterLimit: z.coerce.number().nullish(),
          minValue: z.coerce.number().nullish(),
          maxValue: z.coerce.number().nullish(),
          /** How many boxes must be checked. */
          validationRule: z.string().nullish(),
        })
        .nullish(),
    }),
  ),
})

type Field = z.output<typeof DocumensoTemplate>['fields'][number]

const fieldTypes: Record<string, FieldType> = {
  SIGNATURE: 'signature',
  FREE_SIGNATURE: 'signature',
  INITIALS: 'initials',
  NAME: 'name',
  EMAIL: 'email',
  DATE: 'date',
  TEXT: 'text',
  NUMBER: 'number',
  RADIO: 'radio',
  CHECKBOX: 'checkbox',
  DROPDOWN: 'dropdown',
}
/** Optional unless they are marked as required, also without `fieldMeta`; fields of other types are required. */
const OPTIONAL_TYPES = new Set(['TEXT', 'NUMBER', 'RADIO', 'CHECKBOX', 'DROPDOWN'])
const signerRoles: Record<string, ImportedTemplate['roles'][number]['role']> = {
  SIGNER: 'signer',
  APPROVER: 'approver',
  VIEWER: 'viewer',
  CC: 'cc',
}

/** Converts a template of Documenso; each recipient becomes a role with the recipient's name. */
export function fromDocumenso(template: z.output<typeof DocumensoTemplate>): ImportedTemplate {
  const { title, templateMeta, recipients, envelopeItems, fields } = template
  const items = envelopeItems ?? []
  const unsupported: ImportedTemplate['unsupported'] = []
  // PARALLEL is Documenso's default.
  const roleType = templateMeta?.signingOrder === 'SEQUENTIAL' ? 'sequential' : 'parallel'
  const roles = recipients.map((recipient, index) => {
    const signerRole = signerRoles[recipient.role]
    if (!signerRole) {
      const message: ErrorText = errorText('api.roleNotKnown', { role: recipient.role })
      unsupported.push({ path: `recipients.${index}.role`, message })
    }
    return {
      id: recipient.id,
      name: recipient.name || recipient.email || `Recipient ${index + 1}`,
      order: recipient.signingOrder ?? index + 1,
      // An unsupported recipient is reported, and imported as a signer so that its fields have a role.
      role: signerRole ?? ('signer' as const),
    }
  })
  const importedFields = fields.flatMap((field, index): ImportedField[] => {
    const type = fieldTypes[field.type]
    const roleName = roles.find(({ id }) => id === field.recipientId)?.name
    const path = `fields.${index}`
    if (!type)
      unsupported.push({ path: `${path}.type`, message: errorText('api.typeNotKnown', { type: field.type }) })
    else if (!roleName)
      unsupported.push({ path: `${path}.recipientId`, message: errorText('api.recipientNotInTemplate') })
    else if (type === 'checkbox' && (field.fieldMeta?.values?.length ?? 0) > 1)
      unsupported.push({
        path: `${path}.type`,
        message: errorText('api.checkboxWithSeveralBoxes'),
      })
    else if (field.fieldMeta?.validationRule)
      unsupported.push({
        path: `${path}.fieldMeta.validationRule`,
        message: errorText('api.memberDoesNotExist'),
      })
    else {
      const itemIndex = items.findIndex(({ id }) => id === field.envelopeItemId)
      return [toField(field, type, roleName, items.length === 0 ? 0 : itemIndex)]
    }
    return []
  })
  return {
    name: title,
    documents: Math.max(1, items.length),
    roles: roles.map(({ name, order, role }) => ({ name, order, type: roleType, role })),
    fields: importedFields,
    unsupported,
  }
}

function toField(field: Field, type: FieldType, roleName: string, documentIndex: number): ImportedField {
  const { fieldMeta, page, positionX: x, positionY: y, width, height } = field
  const values = fieldMeta?.values ?? []
  const preset = fieldMeta?.text || fieldMeta?.value || fieldMeta?.defaultValue
  const checkedValue = values.find((choice) => choice.checked)?.value
  const readOnly = fieldMeta?.readOnly ?? false
  return {
    documentIndex,
    role: roleName,
    type,
    page,
    x,
    y,
    width,
    height,
    required: OPTIONAL_TYPES.has(field.type) ? fieldMeta?.required === true : true,
    readOnly,
    auto: type === 'date' && !readOnly,
    label: fieldMeta?.label || null,
    placeholder: fieldMeta?.placeholder || null,
    value:
      type === 'checkbox' ? (checkedValue === undefined ? null : 'true') : preset || checkedValue || null,
    options: type === 'radio' || type === 'dropdown' ? values.map(({ value }) => value) : [],
    validation: {
      min: fieldMeta?.minValue || undefined,
      max: fieldMeta?.maxValue || undefined,
      max_length: fieldMeta?.characterLimit || undefined,
    },
  }
}
