import { isolated } from '#lib/core/text/isolated'
import { fill as fillText, type Values } from '#lib/messages/fill'

/** Replaces the placeholders `{name}` of a text of the signing page by values. */
export function fill(text: string, values: Values): string {
  return fillText(text, values, isolated)
}
