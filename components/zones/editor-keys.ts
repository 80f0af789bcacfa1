import { moveAll, resizeAll, turnPage } from '#components/zones/arrange.ts'
import type { Editor } from '#components/zones/editor-state.ts'
import { keysOfPage } from '#components/zones/selection.ts'
import type { DraftZone } from '#components/zones/zone-model.ts'

const ways: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keyboard help, the description of a zone for screen readers. */
export const keyHelp =
  'Arrow keys move the selected fields, with Control by one point. Shift and arrow keys resize. Page up and page down move them to another page. ' +
  'Control A selects all of the page. Control C copies, Control V pastes, Control D duplicates. Delete removes. Enter opens the details. Escape clears the selection.'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const isCommand = (event: Key) => (event.ctrlKey || event.metaKey) && !event.altKey

/** Shortcuts that work everywhere in the editor, except in inputs. @returns whether the key is one */
export function commandKey(event: Key, editor: Editor, page: number): boolean {
  if (event.key === 'Escape' && editor.selection.size > 0) {
    editor.select(null)
    editor.setSeveral(false)
    editor.say('Nothing selected')
    return true
  }
  if (!isCommand(event)) return false
  const key = event.key.toLowerCase()
  const count = editor.selection.size
  if (key === 'z' && !event.shiftKey) editor.undo()
  else if (key === 'y' || key === 'z') editor.redo()
  else if (key === 'v') editor.paste(page)
  else if (key === 'c' && count > 0 && getSelection()?.isCollapsed !== false) {
    editor.copy()
    editor.say(`${fields(count)} copied`)
  } else if (key === 'd' && count > 0) {
    editor.duplicate()
    editor.say(`${fields(count)} duplicated`)
  } else return false
  return true
}

/** Keys on the pages, for the selected zones. @returns whether the key is one */
export function pageKey(event: Key, editor: Editor, page: number): boolean {
  const { selectedZones: zones, document } = editor
  if (isCommand(event) && event.key.toLowerCase() === 'a' && document) {
    const keys = keysOfPage(editor.zones, { documentId: document.id, page })
    editor.selectAll(keys)
    editor.say(`${fields(keys.length)} selected`)
    return true
  }
  if (zones.length === 0 || event.altKey) return false
  const direction = ways[event.key]
  if (direction) nudge(event, editor, direction)
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    focusAfterRemoval(editor.selection)
    editor.remove()
    editor.say(`${fields(zones.length)} removed`)
  } else if (event.key === 'PageUp' || event.key === 'PageDown') {
    const moved = turnPage(zones, event.key === 'PageUp' ? -1 : 1, editor.sizeOf)
    if (moved) showOnPage(editor, moved)
  } else if (event.key === 'Enter') {
    if (zones.length > 1 || editor.several) return false
    globalThis.document
      .getElementById('zone-details')
      ?.querySelector<HTMLElement>('select, input, button')
      ?.focus()
  } else return false
  return true
}

const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`)

function nudge(event: Key, editor: Editor, [x, y]: [number, number]): void {
  const { selectedZones: zones, storedSizeOf } = editor
  const points = isCommand(event) ? 1 : 4
  const moved = event.shiftKey
    ? resizeAll(zones, 'se', x * points, y * points, storedSizeOf)
    : moveAll(zones, x * points, y * points, storedSizeOf)
  editor.changeAll(boxes(moved), event.shiftKey ? 'resize' : 'nudge')
  const [first] = moved
  editor.say(
    event.shiftKey
      ? `${Math.round(first!.width)} by ${Math.round(first!.height)} points`
      : `${Math.round(first!.x)} across, ${Math.round(first!.y)} down`,
  )
}

function showOnPage(editor: Editor, moved: DraftZone[]): void {
  const [first] = moved
  editor.focusNext.current = first!.key
  editor.changeAll(moved.map(({ key, page, x, y }) => ({ key, page, x, y })))
  globalThis.document.querySelector(`[data-page="${first!.page}"]`)?.scrollIntoView({ block: 'nearest' })
  editor.say(`On page ${first!.page}`)
}

const boxes = (zones: DraftZone[]) =>
  zones.map(({ key, x, y, width, height }) => ({ key, x, y, width, height }))

/** Moves the focus to the next zone before the selected ones are removed, or to the pages when none is left. */
function focusAfterRemoval(selection: ReadonlySet<string>) {
  const all = [...document.querySelectorAll<HTMLElement>('[data-zone]')]
  const isLeft = (element: HTMLElement) => !selection.has(element.dataset.zone ?? '')
  const from = all.findIndex((element) => !isLeft(element))
  const next = all.slice(from).find(isLeft) ?? all.slice(0, Math.max(from, 0)).findLast(isLeft)
  ;(next ?? document.getElementById('zone-pages'))?.focus()
}
