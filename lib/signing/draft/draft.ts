import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldRow } from '#lib/processes/present'
import { findDraft } from '#lib/processes/signers/signing-drafts'
import { getActingSigner } from '../load.ts'
import type { DraftRecord } from './schema.ts'

type StoredDraft = NonNullable<Awaited<ReturnType<typeof findDraft>>>

/** A stored draft as it was saved; one of an earlier version names no device. */
export function parseDraft({ content, savedAt }: StoredDraft): DraftRecord {
  const draft = content as Omit<DraftRecord, 'saved_at'>
  return { ...draft, device: draft.device ?? null, saved_at: savedAt.toISOString() }
}

/** The draft of the acting signer's link, without the values of fields that a correction has removed. */
export async function loadDraft(reader: Reader, ctx: Ctx, fields: FieldRow[]): Promise<DraftRecord | null> {
  const stored = await findDraft(reader, ctx, getActingSigner(ctx).tokenHash)
  if (!stored) return null
  const draft = parseDraft(stored)
  const fieldIds = new Set(fields.map(({ id }) => id))
  return { ...draft, values: draft.values.filter(({ field_id }) => fieldIds.has(field_id)) }
}
