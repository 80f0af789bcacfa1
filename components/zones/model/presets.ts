import { type DraftZone, listOptions } from '#components/zones/model/zone-model.ts'
import type { ErrorText } from '#lib/messages/errors'
import {
  anyDate,
  findRuleViolation,
  formatViolation,
  toStoredPreset,
} from '#lib/processes/fields/field-rules'

/** Why a field does not accept its preset value; null when it does. The sender's pattern is only matched by the service. */
export function findPresetError(zone: DraftZone): ErrorText | null {
  const options = listOptions(zone)
  const value = toStoredPreset({ ...zone, options }) ?? ''
  if (value === '') return null
  const field = { ...zone, value, required: false, options }
  const violation = findRuleViolation(field, value, new Date())
  return violation && formatViolation(violation)
}

/**
 * A change of the options, without a preset value that is none of them any more. It follows its line while that is
 * edited, but not to the text of another line: it would stay with that one.
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
  const edited = (isEdited && changed.options[line]?.trim()) || ''
  const isUnique = listOptions(changed).filter((option) => option === edited).length === 1
  return { ...change, value: isUnique ? edited : '' }
}

/** The members of a date that the signer chooses, and of one that is filled in with the day of signing. */
export const chosenDate = { auto: false, validation: anyDate }
export const automaticDate = { auto: true, validation: {}, value: '', readOnly: false }
