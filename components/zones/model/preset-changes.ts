import { type DraftZone, listOptions } from '#components/zones/model/zone-model.ts'
import { anyDate } from '#lib/processes/fields/field-rules'

/**
 * A change of the options, without a preset value that is none of them any more. It follows its line while that is edited.
 */
export function changeOptions(
  zone: DraftZone,
  change: Partial<Pick<DraftZone, 'options' | 'editable'>>,
): Partial<DraftZone> {
  const changed = { ...zone, ...change }
  const value = zone.value.trim()
  if (value === '' || changed.editable || listOptions(changed).includes(value)) return { ...change, value }
  const line = zone.options.findIndex((option) => option.trim() === value)
  const isEdited = changed.options.length === zone.options.length
  return { ...change, value: (isEdited && changed.options[line]?.trim()) || '' }
}

/** The members of a date that the signer chooses, and of one that is filled in with the day of signing. */
export const chosenDate = { auto: false, validation: anyDate }
export const automaticDate = { auto: true, validation: {}, value: '', readOnly: false }
