import { ApiError, api, saveOnLeaving } from '#components/api/client.ts'
import type { Create } from '#components/api/create.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { toInput } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { processEtag } from '#components/processes/process-query.ts'
import type { ProcessRecord } from '#lib/processes/schema'

type ProcessResponse = ItemResponse<ProcessRecord>

/** The draft was changed elsewhere and is `stored` now, so the form was not saved. */
export class DraftConflict extends Error {
  readonly stored: ProcessRecord

  constructor(stored: ProcessRecord) {
    super('The draft was changed elsewhere.')
    this.name = 'DraftConflict'
    this.stored = stored
  }
}

/**
 * Creates a draft if `version` is null, else saves an existing one that must still be `version`.
 * @throws DraftConflict, or ApiError, also when the changed draft cannot be read
 */
export async function saveDraft(
  create: Create,
  form: ProcessForm,
  version: ProcessRecord | null,
): Promise<ProcessResponse> {
  if (version === null) return create('POST /signature-processes', { body: toInput(form) })
  const path = { id: version.id }
  try {
    const etag = processEtag(version)
    return (await saveOnLeaving('PATCH /signature-processes/{id}', { path, body: toInput(form) }, etag)).body
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isOutdated) throw error
    const { data } = await api('GET /signature-processes/{id}', { path })
    throw new DraftConflict(data)
  }
}
