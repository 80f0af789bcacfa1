import { z } from 'zod'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import { anyDate } from '#lib/processes/fields/field-rules'
import type { ImportedField, ImportedPlace, ImportedTemplate } from './imported-template.ts'

const Area = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  page: z.int().min(0).meta({ description: 'The page, from 0.' }),
  attachment_uuid: z.string(),
  /** Of a radio field: the option of this button. */
  option_uuid: z.string().nullish(),
})
type Area = z.output<typeof Area>

/** A template as `GET /templates/{id}` of DocuSeal's API returns it; other members are ignored. */
export const DocusealTemplate = z.looseObject({
  name: z.string().min(1),
  submitters: z.array(z.object({ name: z.string().min(1), uuid: z.string() })),
  /** In the order of the documents. */
  schema: z.array(z.object({ attachment_uuid: z.string() })),
  preferences: z
    .object({
      submitters_order: z
        .string()
        .nullish()
        .meta({ description: '`random`: all people at once; any other: one after the other.' }),
      completed_redirect_url: z.string().nullish().meta({
        description:
          'Where the browser goes after the signature: `options.redirect_url` of the new template.',
      }),
      require_email_2fa: z.boolean().nullish().meta({
        description: 'Whether people confirm a code sent by email: `options.enable_otp` of the new template.',
      }),
      require_phone_2fa: z
        .boolean()
        .nullish()
        .meta({ description: 'Whether people confirm a code sent by text message; refused if true.' }),
    })
    .nullish()
    .meta({ description: 'The settings of the template.' }),
  fields: z.array(
    z.object({
      submitter_uuid: z.string(),
      name: z
        .string()
        .nullish()
        .meta({ description: 'The name of the field: its label where it has no title.' }),
      title: z.string().nullish().meta({ description: 'The label of the field.' }),
      type: z.string(),
      required: z.boolean().nullish(),
      readonly: z.boolean().nullish(),
      default_value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
      options: z
        .array(
          z.object({
            value: z.string().meta({ description: 'The text of the choice.' }),
            uuid: z.string().nullish(),
          }),
        )
        .nullish(),
      areas: z.array(Area).nullish(),
      conditions: z.array(z.unknown()).nullish(),
      preferences: z
        .object({
          formula: z.string().nullish(),
          format: z.string().nullish().meta({
            description:
              'The format of the value; refused where the document would say something else, as with a currency or a time.',
          }),
        })
        .nullish()
        .meta({ description: 'How the value is calculated and written.' }),
      validation: z
        .object({
          pattern: z.string().nullish(),
          min: z.union([z.number(), z.string()]).nullish(),
          max: z.union([z.number(), z.string()]).nullish(),
          /** Of a number: 1 for whole numbers. */
          step: z.union([z.number(), z.string()]).nullish(),
        })
        .nullish(),
    }),
  ),
})

const fieldTypes: Record<string, FieldType> = {
  text: 'text',
  cells: 'text',
  phone: 'text',
  signature: 'signature',
  initials: 'initials',
  date: 'date',
  number: 'number',
  checkbox: 'checkbox',
  radio: 'radio',
  select: 'dropdown',
  file: 'attachment',
}

/** The value of a date that is filled in when its signer signs. */
const SIGNING_DATE = '{{date}}'

/** The fields of which each area is a field: one signature is drawn into all of them. */
const SIGNED_TYPES = new Set<FieldType>(['signature', 'initials'])

/** Converts a template of DocuSeal. The areas of a field in one document become one field, and a file is asked for once. */
export function fromDocuseal(template: z.output<typeof DocusealTemplate>): ImportedTemplate {
  const { name, submitters, schema, fields } = template
  const preferences = template.preferences ?? {}
  const unsupported: ImportedTemplate['unsupported'] = []
  if (preferences.require_phone_2fa)
    unsupported.push({ path: 'preferences.require_phone_2fa', message: errorText('api.memberNotImported') })
  const importedFields = fields.flatMap((field, index): ImportedField[] => {
    const type = fieldTypes[field.type]
    const role = submitters.find(({ uuid }) => uuid === field.submitter_uuid)?.name
    if (!type || !role) {
      const message: ErrorText = type
        ? errorText('api.submitterNotInTemplate')
        : errorText('api.typeNotKnown', { type: field.type })
      unsupported.push({ path: `fields.${index}.${type ? 'submitter_uuid' : 'type'}`, message })
      return []
    }
    const reject = (member: string, message: ErrorText) =>
      unsupported.push({ path: `fields.${index}.${member}`, message })
    if (field.conditions?.length) reject('conditions', errorText('api.memberNotImported'))
    if (!isKept(type, field.preferences?.format))
      reject('preferences.format', errorText('api.memberNotImported'))
    if (field.preferences?.formula) reject('preferences.formula', errorText('api.memberNotImported'))
    if (field.validation?.step) reject('validation.step', errorText('api.memberDoesNotExist'))
    const areas = field.areas ?? []
    if (areas.length === 0) reject('areas', errorText('api.fieldWithoutArea'))
    const auto = type === 'date' && field.default_value === SIGNING_DATE
    const options = type === 'radio' || type === 'dropdown' ? (field.options ?? []) : []
    return placesOf(type, areas).map(([area, ...furtherAreas]) => ({
      documentIndex: schema.findIndex(({ attachment_uuid }) => attachment_uuid === area.attachment_uuid),
      role,
      type,
      ...(type === 'radio'
        ? toButtons([area, ...furtherAreas], options)
        : { ...toPlace(area), widgets: furtherAreas.map(toPlace) }),
      required: field.required ?? true,
      readOnly: !auto && (field.readonly ?? false),
      auto,
      label: field.title || field.name || null,
      placeholder: null,
      value:
        auto || field.default_value === null || field.default_value === undefined
          ? null
          : String(field.default_value),
      options: options.map(({ value }) => value),
      ...(!auto && { validation: toValidation(type, field.validation ?? {}) }),
    }))
  })
  const roles = submitters.map((submitter, index) => ({
    name: submitter.name,
    order: index + 1,
    type: preferences.submitters_order === 'random' ? ('parallel' as const) : ('sequential' as const),
    role: 'signer' as const,
  }))
  const options = {
    ...(preferences.completed_redirect_url && { redirect_url: preferences.completed_redirect_url }),
    ...(preferences.require_email_2fa && { enable_otp: true }),
  }
  return { name, documents: schema.length, roles, fields: importedFields, options, unsupported }
}

/** Whether the document says the same in this format: a number without a currency, a day, a signature of any kind. */
function isKept(type: FieldType, format: string | null | undefined): boolean {
  if (!format) return true
  if (type === 'date') return /D/.test(format) && /Y/.test(format) && !/[Hhms]/.test(format)
  return /^(none|comma|dot|space|any|drawn_or_typed)$/.test(format)
}

/** The areas of a field by the fields that they become: their places. */
function placesOf(type: FieldType, areas: Area[]): [Area, ...Area[]][] {
  if (type === 'attachment') return areas.slice(0, 1).map((area) => [area])
  if (SIGNED_TYPES.has(type)) return areas.map((area) => [area])
  const places = new Map<string, [Area, ...Area[]]>()
  for (const area of areas) {
    const others = places.get(area.attachment_uuid)
    if (others) others.push(area)
    else places.set(area.attachment_uuid, [area])
  }
  return [...places.values()]
}

function toPlace({ page, x, y, w, h }: Area): ImportedPlace {
  return { page: page + 1, x: x * 100, y: y * 100, width: w * 100, height: h * 100 }
}

/** The place of a radio field, around those buttons that are on the first page, and its buttons if each option has one. */
function toButtons(
  areas: [Area, ...Area[]],
  options: { value: string; uuid?: string | null | undefined }[],
): ImportedPlace & { widgets: ImportedPlace[] } {
  const [first] = areas
  const onFirstPage = areas.filter(({ page }) => page === first.page)
  const x = Math.min(...onFirstPage.map((area) => area.x))
  const y = Math.min(...onFirstPage.map((area) => area.y))
  const right = Math.max(...onFirstPage.map((area) => area.x + area.w))
  const bottom = Math.max(...onFirstPage.map((area) => area.y + area.h))
  const buttons = areas.map((area) => ({
    ...toPlace(area),
    option: options.find(({ uuid }) => uuid && uuid === area.option_uuid)?.value,
  }))
  const isWhole =
    buttons.every(({ option }) => option !== undefined) &&
    options.every(({ value }) => buttons.some(({ option }) => option === value))
  return { ...toPlace({ ...first, x, y, w: right - x, h: bottom - y }), widgets: isWhole ? buttons : [] }
}

/**
 * The limits of a number or a date, and the pattern of a text; there, a date without limits may be any. What is refused here
 * is an error of the template.
 */
function toValidation(
  type: FieldType,
  { pattern, min, max }: NonNullable<z.output<typeof DocusealTemplate>['fields'][number]['validation']>,
): ImportedField['validation'] {
  const limits =
    type === 'date'
      ? min || max
        ? { min_date: min ? String(min) : undefined, max_date: max ? String(max) : undefined }
        : anyDate
      : { min: toLimit(min), max: toLimit(max) }
  return { ...limits, pattern: pattern || undefined }
}

function toLimit(limit: number | string | null | undefined): number | undefined {
  return limit === null || limit === undefined || limit === '' ? undefined : Number(limit)
}
