import { z } from 'zod'
import { findLocale, signerLocales } from '#lib/core/locales'
import { signatureKinds } from '#lib/core/signature-kinds'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import type { ImportedField, ImportedTemplate } from './imported-template.ts'

const Choice = z.object({
  value: z.string().meta({ description: 'The text of the choice.' }),
  checked: z.boolean().nullish(),
})

const AuthOptions = z
  .record(z.string(), z.unknown())
  .nullish()
  .meta({ description: 'How people prove who they are; refused unless they need not.' })

/** A template as `GET /template/{id}` of Documenso's API (v2) returns it; other members are ignored. */
export const DocumensoTemplate = z.looseObject({
  title: z.string().min(1),
  authOptions: AuthOptions,
  templateMeta: z
    .object({
      signingOrder: z.enum(['PARALLEL', 'SEQUENTIAL']).nullish(),
      distributionMethod: z.string().nullish().meta({
        description:
          '`NONE`: the service sends no emails to signers (`options.enable_notifications` of the new template).',
      }),
      allowDictateNextSigner: z
        .boolean()
        .nullish()
        .meta({ description: 'Whether people name the next signer; refused if true.' }),
      message: z
        .string()
        .nullish()
        .meta({ description: 'The text of the invitation; refused with variables such as `{signer.name}`.' }),
      redirectUrl: z.string().nullish().meta({
        description:
          'A link that the signing page shows after the signature: `options.redirect_url` of the new template.',
      }),
      language: z
        .string()
        .nullish()
        .meta({ description: 'The language of emails and signing pages; refused if there is none here.' }),
      drawSignatureEnabled: z.boolean().nullish().meta({ description: 'Whether signatures may be drawn.' }),
      typedSignatureEnabled: z.boolean().nullish().meta({ description: 'Whether signatures may be typed.' }),
      uploadSignatureEnabled: z
        .boolean()
        .nullish()
        .meta({ description: 'Whether signatures may be uploaded as an image.' }),
    })
    .nullish(),
  recipients: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      role: z.string(),
      signingOrder: z.int().nullish(),
      authOptions: AuthOptions,
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
      // Percent of the page, as a number or a decimal text.
      positionX: z.coerce.number(),
      positionY: z.coerce.number(),
      width: z.coerce.number().meta({ description: 'The width, in percent of that of the page.' }),
      height: z.coerce.number().meta({ description: 'The height, in percent of that of the page.' }),
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

type Template = z.output<typeof DocumensoTemplate>
type Field = Template['fields'][number]

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
export function fromDocumenso(template: Template): ImportedTemplate {
  const { title, templateMeta, recipients, envelopeItems, fields } = template
  const items = envelopeItems ?? []
  const unsupported: ImportedTemplate['unsupported'] = listUnsupported(template).map((path) => ({
    path,
    message: errorText('api.memberNotImported'),
  }))
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
    else if (type === 'checkbox' && hasText(field.fieldMeta?.values?.[0]?.value))
      unsupported.push({
        path: `${path}.fieldMeta.values.0.value`,
        message: errorText('api.checkboxWithText'),
      })
    else {
      const itemIndex = items.findIndex(({ id }) => id === field.envelopeItemId)
      return [toField(field, path, type, roleName, items.length === 0 ? 0 : itemIndex)]
    }
    return []
  })
  return {
    name: title,
    documents: Math.max(1, items.length),
    roles: roles.map(({ name, order, role }) => ({ name, order, type: roleType, role })),
    fields: importedFields,
    options: toOptions(templateMeta ?? {}),
    unsupported,
  }
}

/** The members to set up in the new template, such as how people prove who they are, by their paths. */
function listUnsupported({ authOptions, templateMeta, recipients }: Template): string[] {
  const { allowDictateNextSigner, message, language } = templateMeta ?? {}
  return [
    ...listAuth('authOptions', authOptions),
    ...recipients.flatMap((recipient, index) =>
      listAuth(`recipients.${index}.authOptions`, recipient.authOptions),
    ),
    ...(allowDictateNextSigner ? ['templateMeta.allowDictateNextSigner'] : []),
    // A name is put in place of `{signer.name}` there.
    ...(/\{(signer|document)\./.test(message ?? '') ? ['templateMeta.message'] : []),
    ...(language && !findLocale(signerLocales, language) ? ['templateMeta.language'] : []),
  ]
}

function listAuth(path: string, options: z.output<typeof AuthOptions>): string[] {
  const asked = Object.entries(options ?? {}).filter(([, value]) =>
    [value].flat().some((method) => method && method !== 'EXPLICIT_NONE'),
  )
  return asked.map(([name]) => `${path}.${name}`)
}

/** Documenso names a box without a text after its position. */
const hasText = (value = '') => value.trim() !== '' && !/^empty-value-\d*$/.test(value)

function toOptions(meta: NonNullable<Template['templateMeta']>): ImportedTemplate['options'] {
  const { message, redirectUrl, language, distributionMethod } = meta
  const isAllowed = {
    drawn: meta.drawSignatureEnabled,
    typed: meta.typedSignatureEnabled,
    uploaded: meta.uploadSignatureEnabled,
  }
  const kinds = signatureKinds.filter((kind) => isAllowed[kind])
  return {
    ...(message && { message }),
    ...(redirectUrl && { redirect_url: redirectUrl }),
    locale: findLocale(signerLocales, language) ?? undefined,
    ...(kinds.length > 0 && { signature_kinds: kinds }),
    ...(distributionMethod === 'NONE' && { enable_notifications: false }),
  }
}

function toField(
  field: Field,
  path: string,
  type: FieldType,
  roleName: string,
  documentIndex: number,
): ImportedField {
  const { fieldMeta, page, positionX: x, positionY: y, width, height } = field
  const values = fieldMeta?.values ?? []
  const preset = fieldMeta?.text || fieldMeta?.value || fieldMeta?.defaultValue
  const checkedValue = values.find((choice) => choice.checked)?.value
  const readOnly = fieldMeta?.readOnly ?? false
  const meta = `${path}.fieldMeta`
  return {
    path,
    memberPaths: {
      document_id: `${path}.envelopeItemId`,
      x: `${path}.positionX`,
      y: `${path}.positionY`,
      label: `${meta}.label`,
      placeholder: `${meta}.placeholder`,
      value: meta,
      options: `${meta}.values`,
      read_only: `${meta}.readOnly`,
      'validation.min': `${meta}.minValue`,
      'validation.max': `${meta}.maxValue`,
      'validation.max_length': `${meta}.characterLimit`,
    },
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
