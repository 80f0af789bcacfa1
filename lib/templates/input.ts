import { z } from 'zod'
import { signerRoles, signerTypes } from '#lib/core/enumerations'
import { RecordIdInput } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import { FolderIdInput } from '#lib/folders/schema'
import { limits } from '#lib/processes/facts'
import {
  CHECK_IF_OBJECT,
  documentReference,
  fieldMembers,
  needsPlace,
  presetValue,
} from '#lib/processes/fields/input'
import {
  CreateProcess,
  DocumentInput,
  importFields,
  newFolderId,
  OptionsInput,
  SignerInput,
  send,
} from '#lib/processes/input'

const name = CreateProcess.shape.name
const description = CreateProcess.shape.description

const RoleInput = z.object({
  name: name.meta({ example: 'Landlord' }),
  order: SignerInput.shape.order,
  type: z.enum(signerTypes).default('sequential'),
  role: z.enum(signerRoles).default('signer').meta({ description: 'The `role` of the signer.' }),
  otp: SignerInput.shape.otp.meta({
    description:
      'How the person confirms who they are, unless the use of the template says it; the phone number or access code is given then.',
    example: 'email',
  }),
  signature_level: SignerInput.shape.signature_level.meta({
    description: 'Who makes the signature of the person, unless the use of the template says it.',
    example: 'simple',
  }),
})

/** Runs the check even if rows have other errors, so that all errors are reported at once. */
const CHECK_IF_ARRAY = { when: ({ value }: { value: unknown }) => Array.isArray(value) }

/** Fields and signers refer to roles by name, so names must be unique. */
const roles = z
  .array(RoleInput)
  .max(limits.signers)
  .superRefine((rows, ctx) => {
    const seenNames = new Set<string>()
    for (const [index, row] of rows.entries()) {
      if (typeof row?.name !== 'string') continue
      const key = row.name.toLowerCase()
      if (seenNames.has(key)) {
        ctx.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: issueMessage('documents.roleAppearsTwice', { role: row.name }),
        })
      }
      seenNames.add(key)
    }
  }, CHECK_IF_ARRAY)

export const TemplateFieldInput = needsPlace(
  fieldMembers.omit({ signer_id: true }).extend({
    id: RecordIdInput.optional().meta({
      description:
        'With PATCH: the field of this template that the entry changes; it keeps its id. With POST it is ignored.',
      example: 7,
    }),
    ...documentReference,
    role: name.meta({
      description: 'Name of the template role that fills in the field.',
      example: 'Landlord',
    }),
  }),
)
  .superRefine(({ document_id, document_index }, ctx) => {
    if (document_id === undefined && document_index === undefined)
      ctx.addIssue({ code: 'custom', path: ['document_id'], message: issueMessage('values.required') })
  }, CHECK_IF_OBJECT)
  .meta({ id: 'TemplateFieldInput' })

const documents = z.array(DocumentInput).max(limits.documents).meta({
  description: 'Uploaded documents. They remain available for processes; each process works on a copy.',
})
const fields = z.array(TemplateFieldInput).max(limits.fields)
const fieldExample = {
  document_id: 7,
  role: 'Tenant',
  type: 'signature',
  page: 1,
  x: 72,
  y: 640,
  width: 160,
  height: 40,
}

export const CreateTemplate = z
  .object({
    name,
    description,
    folder_id: newFolderId,
    documents: documents.default([]).meta({ example: [{ id: 7, order: 1 }] }),
    roles: roles.default([]).meta({ example: [{ name: 'Tenant', order: 1 }] }),
    fields: fields.default([]).meta({ example: [fieldExample] }),
    import_fields: importFields.meta({
      description:
        'Also adds the form fields and text tags of the documents as fields of the roles, as for a process: those of a role in text tags go to the template role with that name.',
    }),
    options: OptionsInput.optional(),
  })
  .meta({ id: 'CreateTemplate' })

export const UpdateTemplate = z
  .object({
    name: name.optional(),
    description,
    folder_id: FolderIdInput.meta({
      description: 'Moves the template with its documents. Null for no folder.',
      example: null,
    }),
    documents: documents.optional(),
    roles: roles.optional(),
    fields: fields.optional(),
    options: OptionsInput.optional(),
  })
  .meta({
    id: 'UpdateTemplate',
    description:
      'Absent members stay unchanged; `documents`, `roles` and `fields` replace the existing ones. Without `fields`, the fields of removed documents and roles are removed.',
  })

/** Turns `{Tenant: {name, email}}` into `[{role: 'Tenant', name, email}]`; leaves a list unchanged. */
export function listOfSigners(signers: unknown): unknown {
  if (typeof signers !== 'object' || signers === null || Array.isArray(signers)) return signers
  return Object.entries(signers).map(([role, person]) =>
    typeof person === 'object' ? { ...person, role } : person,
  )
}

/** The rows of a list that is filled into a DOCX. */
const MAX_LIST_ROWS = 1000
const UseValues = z
  .record(
    z.string().min(1).max(255),
    z.union([presetValue, z.array(z.record(z.string().min(1).max(255), presetValue)).max(MAX_LIST_ROWS)]),
  )
  .default({})
  .meta({
    description:
      'Values by the name of their variable of the template (a list has rows, a condition holds unless it is empty, absent or `false` in any case, also as spreadsheets write it in the language of the template or of the process), or preset values by the `label` of their field.',
    example: {},
  })

export const UseTemplate = z
  .object({
    name: name.optional().meta({ description: 'Name of the process; by default that of the template.' }),
    description,
    folder_id: FolderIdInput.meta({
      description: 'The folder of the process; by default that of the template. Null for no folder.',
      example: null,
    }),
    signers: z
      .preprocess(
        listOfSigners,
        z
          .array(
            SignerInput.omit({ order: true, type: true, role: true }).extend({
              role: name.meta({ description: 'Name of the template role of this person.' }),
            }),
          )
          .max(limits.signers),
      )
      .default([])
      .meta({
        description: 'One person for each role; also as an object of people by role.',
        example: [{ role: 'Tenant', name: 'Ada Lovelace', email: 'ada@example.com' }],
      }),
    values: UseValues,
    send,
    options: OptionsInput.optional().meta({
      description: 'In place of those options of the template; the others stay.',
    }),
    external_id: CreateProcess.shape.external_id,
    metadata: CreateProcess.shape.metadata,
  })
  .meta({ id: 'UseTemplate' })

export type CreateTemplate = z.output<typeof CreateTemplate>
export type UpdateTemplate = z.output<typeof UpdateTemplate>
export type UseTemplate = z.output<typeof UseTemplate>
export type TemplateFieldInput = z.output<typeof TemplateFieldInput>
export type RoleInput = z.output<typeof RoleInput>
