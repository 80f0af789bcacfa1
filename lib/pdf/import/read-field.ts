import type { ErrorText } from '#lib/messages/errors'
import type { FileField } from './file-field.ts'
import type { FieldScripts } from './scripts.ts'
import type { Widgets } from './values.ts'
import type { UnseenField } from './widgets.ts'

/** A form field that is imported, and what of it is not kept. */
export interface ReadField {
  widgets: Widgets
  /** Its other widgets, and dictionaries of its name, which people do not see. */
  unseen: UnseenField[]
  field: FileField
  scripts: FieldScripts
  lost: ErrorText[]
}

/** A number as the value of a number field. */
const numberPattern = /^-?\d+(\.\d+)?$/

/** Whether a number field can have the value. */
export function isNumberValue(value: string | null): boolean {
  return value === null || numberPattern.test(value)
}
