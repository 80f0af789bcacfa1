import type { FieldRow } from '#lib/processes/present'
import { readDraft } from '#lib/processes/signers/signing-drafts'
import type { DraftRecord } from './schema.ts'

type StoredDraft = Parameters<typeof readDraft>[0]

/** A stored draft as it was saved; one of an earlier version names no device. */
export function parseDraft(stored: StoredDraft): DraftRecord | null {
  const saved = readDraft(stored)
  if (!saved) return null
  const draft = saved.content as Omit<DraftRecord, 'saved_at'>
  return { ...draft, device: draft.device ?? null, saved_at: saved.savedAt.toISOString() }
}

/** As `parseDraft`, without the values of fields that a correction has removed. */
export function presentDraft(stored: StoredDraft, fields: FieldRow[]): DraftRecord | null {
  const draft = parseDraft(stored)
  if (!draft) return null
  const fieldIds = new Set(fields.map(({ id }) => id))
  return { ...draft, values: draft.values.filter(({ field_id }) => fieldIds.has(field_id)) }
}
