import { z } from 'zod'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import type { ImportedField, ImportedTemplate } from './imported-template.ts'

const Area = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  /** From 0. */
  page: z.int().min(0),
  attachment_uuid: z.string(),
})

/** A template as `GET /templates/{id}` of DocuSeal's API returns it; other members are ignored. */
export const DocusealTemplate = z.looseObject({
  name: z.string().min(1),
  submitters: z.array(z.object({ name: z.string().min(1), uuid: z.string() })),
  /** In the order of the documents. */
  schema: z.array(z.object({ attachment_uuid: z.string() })),
  fields: z.array(
    z.object({
      submitter_uuid: z.string(),
      name: z.string().nullish(),
      title: z.string().nullish(),
      type: z.string(),
      required: z.boolean().nullish(),
      readonly: z.boolean().nullish(),
      default_value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
      options: z.array(z.object({ value: z.string() })).nullish(),
      areas: z.array(Area).nullish(),
      conditions: z.array(z.unknown()).nullish(),
      preferences: z.object({ formula: z.string().nullish() }).nullish(),
      validation: z
        .object({
          pattern: z.string().nullish(),
          min: z.union([z.number(), z.string()]).nullish(),
          max: z.union([z.number(), z.string()]).nullish(),
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

/**
 * Converts a template of DocuSeal. Each area of a field becomes a field, but all areas of a radio field become one, and a
 * file is asked for once.
 */
export function fromDocuseal(template: z.output<typeof DocusealTemplate>): ImportedTemplate {
  const { name, submitters, schema, fields } = template
  const unsupported: ImportedTemplate['unsupported'] = []
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
    const withoutCounterpart = {
      conditions: field.conditions?.length,
      'preferences.formula': field.preferences?.formula,
    }
    for (const [member, value] of Object.entries(withoutCounterpart))
      if (value)
        unsupported.push({
          path: `fields.${index}.${member}`,
          message: errorText('api.memberWithoutCounterpart'),
        })
    const areas = field.areas ?? []
    if (areas.length === 0)
      unsupported.push({ path: `fields.${index}.areas`, message: errorText('api.fieldWithoutArea') })
    const places = type === 'radio' ? boundingArea(areas) : type === 'attachment' ? areas.slice(0, 1) : areas
    return places.map((area) => ({
      documentIndex: schema.findIndex(({ attachment_uuid }) => attachment_uuid === area.attachment_uuid),
      role,
      type,
      page: area.page + 1,
      ...{ x: area.x * 100, y: area.y * 100, width: area.w * 100, height: area.h * 100 },
      required: field.required ?? true,
      readOnly: field.readonly ?? false,
      auto: false,
      label: field.title || field.name || null,
      placeholder: null,
      value:
        field.default_value === null || field.default_value === undefined
          ? null
          : String(field.default_value),
      options: type === 'radio' || type === 'dropdown' ? (field.options ?? []).map(({ value }) => value) : [],
      validation: toValidation(type, field.validation ?? {}),
    }))
  })
  const roles = submitters.map((submitter, index) => ({
    name: submitter.name,
    order: index + 1,
    type: 'sequential' as const,
    role: 'signer' as const,
  }))
  return { name, documents: schema.length, roles, fields: importedFields, unsupported }
}

/** The limits of a number or a date, and the pattern of a text. What is refused here is an error of the template. */
function toValidation(
  type: FieldType,
  { pattern, min, max }: NonNullable<z.output<typeof DocusealTemplate>['fields'][number]['validation']>,
): ImportedField['validation'] {
  const limits =
    type === 'date'
      ? { min_date: min ? String(min) : undefined, max_date: max ? String(max) : undefined }
      : { min: toLimit(min), max: toLimit(max) }
  return { ...limits, pattern: pattern || undefined }
}

/** The rectangle around those buttons of a radio field that are on the same page as the first; empty without areas. */
function boundingArea(areas: z.output<typeof Area>[]): z.output<typeof Area>[] {
  const [first] = areas
  if (!first) return []
  const areasOnSamePage = areas.filter(
    ({ page, attachment_uuid }) => page === first.page && attachment_uuid === first.attachment_uuid,
  )
  const x = Math.min(...areasOnSamePage.map((area) => area.x))
  const y = Math.min(...areasOnSamePage.map((area) => area.y))
  const right = Math.max(...areasOnSamePage.map((area) => area.x + area.w))
  const bottom = Math.max(...areasOnSamePage.map((area) => area.y + area.h))
  return [{ ...first, x, y, w: right - x, h: bottom - y }]
}

function toLimit(limit: number | string | null | undefined): number | undefined {
  return limit === null || limit === undefined || limit === '' ? undefined : Number(limit)
}
