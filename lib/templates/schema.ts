import { z } from 'zod'
import { searchIn } from '#lib/core/query'
import { PersonShape } from '#lib/documents/schema'
import {
  FieldShape,
  OptionsShape,
  ProcessDocumentShape,
  signerRoles,
  signerTypes,
} from '#lib/processes/schema'

const when = z.iso.datetime()

export const TemplateRoleShape = z
  .object({
    name: z.string(),
    order: z.int(),
    type: z.enum(signerTypes),
    role: z
      .enum(signerRoles)
      .meta({ description: 'What whoever takes the place does: the signer’s `role`.' }),
  })
  .meta({ id: 'TemplateRole', description: 'A place that a person takes when the template is used.' })

export const TemplateFieldShape = FieldShape.omit({ id: true, signer_id: true })
  .extend({ role: z.string().meta({ description: 'Name of the role that fills it.' }) })
  .meta({ id: 'TemplateField', description: 'A zone for a role, in points from the top left of the page.' })

export const TemplateShape = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    documents: z.array(ProcessDocumentShape.omit({ status: true }).meta({ id: 'TemplateDocument' })),
    roles: z.array(TemplateRoleShape),
    fields: z.array(TemplateFieldShape),
    options: OptionsShape,
    usage_count: z.int().meta({ description: 'How many processes were made from it.' }),
    test_mode: z.boolean(),
    created_by: PersonShape.nullable(),
    created_at: when,
    updated_at: when,
  })
  .meta({ id: 'Template' })

export type TemplateRecord = z.infer<typeof TemplateShape>

export const templateSorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'updated_at',
  '-updated_at',
  'usage_count',
  '-usage_count',
] as const

/** The query of the list, beside paging. */
export const TemplateFilters = z.object({
  search: searchIn('the name or the description'),
  sort: z.enum(templateSorts).default('-created_at'),
})

export type TemplateQuery = z.output<typeof TemplateFilters> & { page: number; per_page: number }
