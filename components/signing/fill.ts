import { isolated } from '#lib/core/text/isolated'
import { fillPlural as fillPluralText, fill as fillText, type Values } from '#lib/messages/fill'
import type { SigningTexts } from '#lib/messages/signing'

/** Replaces the placeholders `{name}` of a text of the signing page by values. */
export function fill(text: string, values: Values): string {
  return fillText(text, values, isolated)
}

/** Like `fill`, for a text with plurals: `{count, plural, one {# page} other {# pages}}`. */
export function fillPlural(text: string, values: Values, { locale }: Pick<SigningTexts, 'locale'>): string {
  return fillPluralText(text, values, locale, isolated)
}
