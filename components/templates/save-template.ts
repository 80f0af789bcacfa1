import { readVersioned, saveOnLeaving } from '#components/api/client.ts'
import type { Create } from '#components/api/create.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { toForm, toInput, withExistingRecords } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import type { Version } from '#components/processes/form/use-conflict.tsx'
import { templateDataFromTemplate } from '#components/templates/template-model.ts'
import { recordsToInput } from '#components/templates/template-zones.ts'
import type { FieldRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

/** What the form of a template started from; `stored` is null for a new template. */
export interface TemplateStart {
  stored: TemplateRecord | null
  /** The existing fields, which stay with their roles even if the roles are renamed. */
  fields: FieldRecord[]
}

/**
 * Saves the form of a template. If it was changed elsewhere, `decide` says which version is kept.
 * @returns null if the stored one is kept
 */
export async function saveTemplate(
  create: Create,
  form: ProcessForm,
  { stored, fields }: TemplateStart,
  decide: (current: TemplateRecord) => Promise<Version>,
): Promise<ItemResponse<TemplateRecord> | null> {
  const { signers, ...input } = toInput(form)
  const documentIds = new Set(input.documents.map((document) => document.id))
  const body = {
    ...input,
    documents: input.documents.map(({ id, order }) => ({ id, order })),
    roles: signers.map(({ name, order, type, role, otp, signature_level }) => ({
      ...{ name, order, type, role, otp, signature_level },
    })),
    fields: recordsToInput(fields, signers, documentIds),
  }
  if (stored === null) return create('POST /templates', { body })
  const path = { id: stored.id }
  // The record does not say its version, which is sent with the change.
  const current = await readVersioned('GET /templates/{id}', { path })
  const { data } = current.body
  if (data.updated_at === stored.updated_at)
    return (await saveOnLeaving('PATCH /templates/{id}', { path, body }, current.etag)).body
  if ((await decide(data)) === 'stored') return null
  const currentStart = templateDataFromTemplate(data)
  const adapted = withExistingRecords(form, toForm(currentStart), 'template')
  return saveTemplate(create, adapted, { stored: data, fields: currentStart.fields }, decide)
}
