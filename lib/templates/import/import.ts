import { z } from 'zod'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError, type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { readIssue, zodMessage } from '#lib/core/zod-messages'
import { findDocuments } from '#lib/documents/find'
import type { DocumentRow } from '#lib/documents/present'
import { errorText } from '#lib/messages/errors'
import { roundPoints } from '#lib/pdf/geometry'
import { authorize } from '#lib/policy'
import { inPoints } from '#lib/processes/fields/zones'
import { DocumentInput } from '#lib/processes/input'
import { createTemplate } from '../create.ts'
import { CreateTemplate } from '../input.ts'
import type { TemplateRecord } from '../schema.ts'
import { DocumensoTemplate, fromDocumenso } from './documenso.ts'
import { fromDocuseal } from './docuseal.ts'
import { DocusealTemplate } from './docuseal-template.ts'
import type { ImportedPlace, ImportedTemplate } from './imported-template.ts'

const documents = z.array(DocumentInput.pick({ id: true })).meta({
  description: 'The uploaded files of the template, in its order.',
  example: [{ id: 7 }],
})

export const ImportTemplate = z
  .discriminatedUnion('format', [
    z.object({ format: z.literal('docuseal'), template: DocusealTemplate, documents }),
    z.object({ format: z.literal('documenso'), template: DocumensoTemplate, documents }),
  ])
  .meta({
    id: 'ImportTemplate',
    description:
      'A template as the API of DocuSeal (`GET /templates/{id}`) or of Documenso (v2, `GET /template/{id}`) returns it, and its files.',
    example: {
      format: 'docuseal',
      template: {
        name: 'Lease',
        submitters: [{ name: 'Tenant', uuid: 's1' }],
        schema: [{ attachment_uuid: 'a1' }],
        fields: [
          {
            submitter_uuid: 's1',
            name: 'Signature',
            type: 'signature',
            areas: [{ x: 0.1, y: 0.8, w: 0.3, h: 0.05, page: 0, attachment_uuid: 'a1' }],
          },
        ],
      },
      documents: [{ id: 7 }],
    },
  })
export type ImportTemplate = z.output<typeof ImportTemplate>

/** The members of the imported template that members of the new one are made from, by their paths. */
const sourcePaths: Record<ImportTemplate['format'], Record<string, string>> = {
  docuseal: {
    name: 'name',
    roles: 'submitters',
    fields: 'fields',
    'options.redirect_url': 'preferences.completed_redirect_url',
  },
  documenso: {
    name: 'title',
    roles: 'recipients',
    fields: 'fields',
    'options.message': 'templateMeta.message',
    'options.redirect_url': 'templateMeta.redirectUrl',
  },
}

/**
 * Creates a template from a template of DocuSeal or Documenso.
 * @throws AppError `validation_error` under `template.…` for members that are unsupported or invalid here, under
 * `documents` if their number differs
 */
export async function importTemplate(ctx: Ctx, input: ImportTemplate): Promise<TemplateRecord> {
  authorize(ctx, 'template.write')
  const imported = input.format === 'docuseal' ? fromDocuseal(input.template) : fromDocumenso(input.template)
  throwIfInvalid(findErrors(imported, input.documents.length))
  const { name, roles, fields, options } = imported
  const documentIds = input.documents.map(({ id }) => id)
  const documents = await read(ctx, (reader) => findDocuments(reader, ctx, documentIds))
  const template = {
    name,
    documents: input.documents,
    roles,
    options,
    fields: fields.map(({ documentIndex, readOnly, widgets, ...field }) => {
      const id = documentIds[documentIndex] ?? 0
      return {
        ...field,
        ...placeInPoints(field, widgets ?? [], documents.get(id)?.pages ?? []),
        document_id: id,
        read_only: readOnly,
      }
    }),
  }
  const { data, error } = CreateTemplate.safeParse(template, { error: zodMessage })
  if (error) throwIfInvalid(withSourcePaths(toFieldErrors(error), imported, input.format))
  try {
    return await createTemplate(ctx, data!)
  } catch (error) {
    if (error instanceof AppError) throwIfInvalid(withSourcePaths(error.fields, imported, input.format))
    throw error
  }
}

/** Errors of the new template by the paths of the members in the request. */
function withSourcePaths(
  errors: FieldErrors,
  { fields }: ImportedTemplate,
  format: ImportTemplate['format'],
): FieldErrors {
  const toSourcePath = (path: string) => {
    const [, index, member = ''] = /^fields\.(\d+)\.(.+)$/.exec(path) ?? []
    const field = fields[Number(index)]
    if (field) {
      const known = findPrefix(field.memberPaths, member)
      return `template.${known ? field.memberPaths[known] : `${field.path}.${member}`}`
    }
    const known = findPrefix(sourcePaths[format], path)
    return known ? `template.${sourcePaths[format][known]}${path.slice(known.length)}` : path
  }
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [toSourcePath(path), messages]))
}

function findPrefix(paths: Record<string, string>, path: string): string | undefined {
  return Object.keys(paths).find((start) => `${path}.`.startsWith(`${start}.`))
}

/** The places of a field; those on pages that do not exist are left for the errors of `createTemplate`. */
function placeInPoints(field: ImportedPlace, widgets: ImportedPlace[], pages: DocumentRow['pages']) {
  const toPoints = ({ page, x, y, width, height }: ImportedPlace) =>
    inPoints({ x, y, width, height, unit: 'percent' }, pages[page - 1] ?? { width: 100, height: 100 })
  const box = toPoints(field)
  if (widgets.length === 0) return box
  return {
    ...box,
    layout: {
      widgets: widgets.map((widget) => {
        const { x, y, width, height } = toPoints(widget)
        const place = {
          page: widget.page,
          dx: roundPoints(x - box.x),
          dy: roundPoints(y - box.y),
          width,
          height,
        }
        return widget.option === undefined ? place : { ...place, option: widget.option }
      }),
    },
  }
}

function toFieldErrors({ issues }: z.ZodError): FieldErrors {
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), readIssue(issue)]))
}

function findErrors(
  { unsupported, documents: expected }: ImportedTemplate,
  signerCount: number,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of unsupported) errors[`template.${path}`] = [message]
  if (expected !== signerCount)
    errors.documents = [errorText('api.otherNumberOfDocuments', { expected, given: signerCount })]
  return errors
}
