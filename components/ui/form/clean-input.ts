import type { ChangeEvent } from 'react'
import { cleanText } from '#lib/core/text/clean'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * A handler of changes that finds the text of the control without what the API refuses and nobody sees, such as the marks of
 * direction around a copied telephone number: who pastes it could not remove it.
 * @param maxLength in UTF-16 code units; the attribute of a control counts such marks, too, and cuts the text after them
 */
export function withCleanText<Control extends TextControl>(
  onChange?: (event: ChangeEvent<Control>) => void,
  maxLength?: number,
) {
  return (event: ChangeEvent<Control>) => {
    if (!(event.nativeEvent as InputEvent).isComposing) cleanControl(event.currentTarget, maxLength)
    onChange?.(event)
  }
}

/** Cleans and cuts the text of a control, and leaves the caret where it is. */
export function cleanControl(
  control: Pick<TextControl, 'value' | 'selectionStart' | 'setSelectionRange'>,
  maxLength?: number,
): void {
  const { value, selectionStart } = control
  const clean = cleanText(value).slice(0, maxLength)
  // A character of two halves may come as two changes.
  if (clean === value || !value.isWellFormed()) return
  control.value = clean
  // Null where the type of the input has no selection, such as an email address.
  if (selectionStart === null) return
  const caret = cleanText(value.slice(0, selectionStart)).length
  control.setSelectionRange(caret, caret)
}
