import { type DraftZone, listOptions } from '#components/zones/model/zone-model.ts'
import { anyDate } from '#lib/processes/fields/field-rules'

/** A change of the options, without a preset value that is none of them any more. */
export function changeOptions(
  zone: DraftZone,
  change: Partial<Pick<DraftZone, 'options' | 'editable'>>,
): Partial<DraftZone> {
  const changed = { ...zone, ...change }
  const isOption = changed.editable || listOptions(changed).includes(zone.value.trim())
  return { ...change, value: isOption ? zone.value : '' }
}

/** The members of a date that the signer chooses, and of one that is filled in with the day of signing. */
export const chosenDate = { auto: false, validation: anyDate }
export const automaticDate = { auto: true, validation: {}, value: '', readOnly: false }
