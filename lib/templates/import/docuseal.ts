import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import { anyDate } from '#lib/processes/fields/field-rules'
import type { DocusealTemplate } from './docuseal-template.ts'
import type { ImportedField, ImportedPlace, ImportedTemplate } from './imported-template.ts'

/** The members of a submitter that decide who the person is, or whether there is one. */
const personMembers = [
  'email',
  'is_requester',
  'linked_to_uuid',
  'invite_by_uuid',
  'optional_invite_by_uuid',
  'invite_via_field_uuid',
] as const

type Field = DocusealTemplate['fields'][number]
type Area = NonNullable<Field['areas']>[number]

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
/** What DocuSeal replaces in a value when the signer signs. */
const VARIABLE = /\{(id|time|date|role|email|phone|name)\}/

/** The fields of which each area is a field: one signature is drawn into all of them. */
const SIGNED_TYPES = new Set<FieldType>(['signature', 'initials'])

/** Converts a template of DocuSeal. The areas of a field in one document become one field, and a file is asked for once. */
export function fromDocuseal(template: DocusealTemplate): ImportedTemplate {
  const { name, submitters, schema, fields } = template
  const preferences = template.preferences ?? {}
  const unsupported: ImportedTemplate['unsupported'] = []
  if (preferences.require_phone_2fa)
    unsupported.push({ path: 'preferences.require_phone_2fa', message: errorText('api.memberNotImported') })
  for (const [index, submitter] of submitters.entries())
    for (const member of personMembers)
      if (submitter[member])
        unsupported.push({
          path: `submitters.${index}.${member}`,
          message: errorText('api.memberDoesNotExist'),
        })
  for (const [index, { conditions }] of schema.entries())
    if (conditions?.length)
      unsupported.push({ path: `schema.${index}.conditions`, message: errorText('api.memberDoesNotExist') })
  const importedFields = fields.flatMap((field, index): ImportedField[] => {
    const type = fieldTypes[field.type]
    const path = `fields.${index}`
    const role = submitters.find(({ uuid }) => uuid === field.submitter_uuid)?.name
    if (!type || !role) {
      const message: ErrorText = type
        ? errorText('api.submitterNotInTemplate')
        : errorText('api.typeNotKnown', { type: field.type })
      unsupported.push({ path: `${path}.${type ? 'submitter_uuid' : 'type'}`, message })
      return []
    }
    const reject = (member: string, message: ErrorText) =>
      unsupported.push({ path: `${path}.${member}`, message })
    if (field.conditions?.length) reject('conditions', errorText('api.memberNotImported'))
    if (!isKept(type, field.preferences?.format))
      reject('preferences.format', errorText('api.memberNotImported'))
    if (field.preferences?.formula) reject('preferences.formula', errorText('api.memberNotImported'))
    if (field.preferences?.mask) reject('preferences.mask', errorText('api.memberDoesNotExist'))
    if (field.validation?.step) reject('validation.step', errorText('api.memberDoesNotExist'))
    const areas = field.areas ?? []
    if (areas.length === 0) reject('areas', errorText('api.fieldWithoutArea'))
    const auto = type === 'date' && field.default_value === SIGNING_DATE
    if (!auto && VARIABLE.test(String(field.default_value)))
      reject('default_value', errorText('api.memberNotImported'))
    const options = type === 'radio' || type === 'dropdown' ? toOptions(field.options ?? []) : []
    return groupByPlace(type, areas).map(([area, ...furtherAreas]) => ({
      path,
      memberPaths: listMemberPaths(path, field, areas.indexOf(area)),
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
      value: auto ? null : (field.default_value ?? null),
      options: options.map(({ value }) => value),
      ...(!auto && { validation: toValidation(type, field.validation ?? {}) }),
    }))
  })
  const roles = submitters.map((submitter, index) => ({
    name: submitter.name,
    order: (submitter.order ?? index) + 1,
    type: preferences.submitters_order === 'random' ? ('parallel' as const) : ('sequential' as const),
    role: 'signer' as const,
  }))
  const options = {
    ...(preferences.completed_redirect_url && { redirect_url: preferences.completed_redirect_url }),
    ...(preferences.require_email_2fa && { enable_otp: true }),
  }
  return { name, documents: schema.length, roles, fields: importedFields, options, unsupported }
}

/** An option without a text is called after its position. */
function toOptions(options: NonNullable<Field['options']>) {
  return options.map((option, index) => ({ ...option, value: option.value || `Option ${index + 1}` }))
}

function listMemberPaths(path: string, { title }: Field, areaIndex: number): Record<string, string> {
  const area = `${path}.areas.${areaIndex}`
  return {
    label: `${path}.${title ? 'title' : 'name'}`,
    value: `${path}.default_value`,
    read_only: `${path}.readonly`,
    'validation.min_date': `${path}.validation.min`,
    'validation.max_date': `${path}.validation.max`,
    document_id: `${area}.attachment_uuid`,
    page: `${area}.page`,
    x: `${area}.x`,
    y: `${area}.y`,
    width: `${area}.w`,
    height: `${area}.h`,
    layout: `${path}.areas`,
  }
}

/** Whether the document says the same in this format: a number without a currency, a day, a signature of any kind. */
function isKept(type: FieldType, format: string | null | undefined): boolean {
  if (!format) return true
  if (type === 'date') return /D/.test(format) && /Y/.test(format) && !/[Hhms]/.test(format)
  return /^(none|comma|dot|space|any|drawn_or_typed)$/.test(format)
}

/** The areas of a field by the fields that they become: their places. */
function groupByPlace(type: FieldType, areas: Area[]): [Area, ...Area[]][] {
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
  { pattern, min, max }: NonNullable<Field['validation']>,
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
