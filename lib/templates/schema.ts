import { z } from 'zod'
import { signerRoles, signerTypes } from '#lib/core/enumerations'
import { searchParameter } from '#lib/core/query'
import { Instant, RecordId } from '#lib/core/shapes'
import { PersonShape } from '#lib/documents/schema'
import { FolderIdShape, FolderParameter } from '#lib/folders/schema'
import { OptionsShape } from '#lib/processes/options/schema'
import { FieldShape, ProcessDocumentShape, SignerShape } from '#lib/processes/schema'

const TemplateRoleShape = z
  .object({
    name: z.string().meta({ example: 'Landlord' }),
    order: z.int().meta({ example: 1 }),
    type: z.enum(signerTypes),
    role: z.enum(signerRoles).meta({ description: 'What the person does: the signer’s `role`.' }),
    otp: SignerShape.shape.otp,
    signature_level: SignerShape.shape.signature_level,
  })
  .meta({
    id: 'TemplateRole',
    description: 'A placeholder for a person, who is named when the template is used.',
  })

const TemplateFieldShape = FieldShape.omit({ signer_id: true })
  .extend({
    role: z
      .string()
      .meta({ description: 'Name of the template role that fills in the field.', example: 'Landlord' }),
  })
  .meta({
    id: 'TemplateField',
    description: 'A form field of a role, in points from the top left of the page.',
  })

const VariableMember = z.object({
  name: z.string().meta({ example: 'price' }),
  type: z.enum(['text', 'condition', 'list']),
})

const VariableShape = VariableMember.extend({
  name: z.string().meta({ example: 'rent' }),
  members: z.array(VariableMember).meta({ description: 'The names in the rows of a list.', example: [] }),
}).meta({
  id: 'TemplateVariable',
  description:
    'A placeholder of a DOCX of the template, filled in from `values` at each use. `text`: `[[name]]`; `condition`: `[[#if name]]…[[/if]]`; `list`: `[[#each name]]…[[/each]]`.',
})

export const TemplateShape = z
  .object({
    id: RecordId,
    version: z.int().meta({
      description:
        'Number of the current version. A change makes a new version where processes came from the current one.',
      example: 1,
    }),
    name: z.string().meta({ example: 'Lease' }),
    description: z.string().nullable().meta({ example: 'Flat 4, twelve months' }),
    folder_id: FolderIdShape,
    documents: z.array(
      ProcessDocumentShape.omit({ status: true, deleted_at: true }).meta({ id: 'TemplateDocument' }),
    ),
    roles: z.array(TemplateRoleShape),
    fields: z.array(TemplateFieldShape),
    variables: z.array(VariableShape).meta({
      description:
        'What the DOCX documents of the template need in `values`. The text tags in them become fields at each use.',
    }),
    options: OptionsShape,
    usage_count: z.int().meta({
      description:
        'Number of processes created from the template, without deleted drafts. It counts without a change of `updated_at`.',
      example: 4,
    }),
    test_mode: z.boolean(),
    created_by: PersonShape.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Template' })

export type TemplateRecord = z.infer<typeof TemplateShape>

export const TemplateVersionShape = TemplateShape.pick({
  version: true,
  name: true,
  description: true,
  documents: true,
  roles: true,
  fields: true,
  variables: true,
  options: true,
  updated_at: true,
})
  .extend({
    version: z.int().meta({ example: 2 }),
    current: z.boolean().meta({ description: 'The version that is edited and used.', example: false }),
    usage_count: z.int().meta({
      description: 'Number of processes that came from the version, without deleted drafts.',
      example: 3,
    }),
  })
  .meta({ id: 'TemplateVersion' })
export type TemplateVersionRecord = z.infer<typeof TemplateVersionShape>

const templateSorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'updated_at',
  '-updated_at',
  'usage_count',
  '-usage_count',
] as const

/** The query of the list, without paging. */
export const TemplateFilters = z.object({
  search: searchParameter('the name or the description'),
  folder_id: FolderParameter,
  sort: z.enum(templateSorts).default('-created_at'),
})

export type TemplateQuery = z.output<typeof TemplateFilters> & { page: number; per_page: number }
