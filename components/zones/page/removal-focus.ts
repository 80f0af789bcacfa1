import type { MouseEvent } from 'react'
import type { Editor } from '#components/zones/model/editor-state.ts'

/** The next zone after the selected ones, or the one before them; the pages when none is left. */
function findAfterRemoval(selection: ReadonlySet<string>): HTMLElement | null {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-zone]')]
  const remains = (element: HTMLElement) => !selection.has(element.dataset.zone ?? '')
  const firstRemoved = elements.findIndex((element) => !remains(element))
  const next =
    elements.slice(firstRemoved).find(remains) ??
    elements.slice(0, Math.max(firstRemoved, 0)).findLast(remains)
  return next ?? document.getElementById('zone-pages')
}

/** Moves the focus to the next zone before the selected ones are removed. */
export function focusAfterRemoval(selection: ReadonlySet<string>): void {
  findAfterRemoval(selection)?.focus()
}

/** Removes the selected zones; the focus moves on when the button was pressed with the keyboard. */
export function removeByButton({ detail, currentTarget }: MouseEvent, editor: Editor): void {
  // `detail` is 0 for Enter and Space.
  if (detail === 0) {
    const next = findAfterRemoval(editor.selection)
    // A dialog keeps the focus until it is closed, as it is when no zone is selected.
    if (currentTarget.closest('[role=dialog]')) setTimeout(() => next?.focus())
    else next?.focus()
  }
  editor.remove()
}
