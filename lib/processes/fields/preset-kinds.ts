import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'

/** What of a field decides whether it can have a preset value. */
export interface PresetKind {
  type: FieldType
  auto: boolean
  formula: string | null
}

/** Why a field of this kind cannot have a preset value at all. */
export function findKindError({ type, auto, formula }: PresetKind): ErrorText | null {
  if (formula) return errorText('processes.calculated')
  if (auto) return errorText('processes.filledAutomatically')
  if (type === 'signature' || type === 'initials') return errorText('processes.cannotBePreset')
  if (type === 'attachment') return errorText('api.attachmentNotPreset')
  return null
}
