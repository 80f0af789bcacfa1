import type { ChangeEvent } from 'react'
import { splitIntoCells } from '#lib/core/text/characters'
import { cleanText } from '#lib/core/text/clean'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * A handler of changes that finds the text of the control without what the API refuses and nobody sees, such as the marks of
 * direction around a copied telephone number: who pastes it could not remove it.
 * @param cells of one character each; `maxlength` of a control counts such marks, and halves of characters, too
 */
export function withCleanText<Control extends TextControl>(
  onChange?: (event: ChangeEvent<Control>) => void,
  cells = Number.POSITIVE_INFINITY,
) {
  return (event: ChangeEvent<Control>) => {
    if (!(event.nativeEvent as InputEvent).isComposing) cleanControl(event.currentTarget, cells)
    onChange?.(event)
  }
}

/** Cleans and cuts the text of a control, and leaves the caret where it is. */
export function cleanControl(
  control: Pick<TextControl, 'value' | 'selectionStart' | 'setSelectionRange'>,
  cells = Number.POSITIVE_INFINITY,
): void {
  const { value, selectionStart } = control
  const clean = cutToCells(cleanText(value), cells)
  // A character of two halves may come as two changes.
  if (clean === value || !value.isWellFormed()) return
  control.value = clean
  // Null where the type of the input has no selection, such as an email address.
  if (selectionStart === null) return
  const caret = cleanText(value.slice(0, selectionStart)).length
  control.setSelectionRange(caret, caret)
}

function cutToCells(text: string, cells: number): string {
  if (text.length <= cells) return text
  const characters = splitIntoCells(text)
  return characters.length > cells ? characters.slice(0, cells).join('') : text
}
