import type { FieldRow } from '#lib/processes/present'
import { readDraft } from '#lib/processes/signers/signing-drafts'
import type { DraftRecord } from './schema.ts'

/**
 * A stored draft as it was saved, without the values of fields that a correction has removed; one of an earlier version
 * names no device.
 */
export function presentDraft(
  stored: Parameters<typeof readDraft>[0],
  fields: Pick<FieldRow, 'id'>[],
): DraftRecord | null {
  const saved = readDraft(stored)
  if (!saved) return null
  const draft = saved.content as Omit<DraftRecord, 'saved_at'>
  const fieldIds = new Set(fields.map(({ id }) => id))
  return {
    ...draft,
    values: draft.values.filter(({ field_id }) => fieldIds.has(field_id)),
    device: draft.device ?? null,
    saved_at: saved.savedAt.toISOString(),
  }
}
