import type { KeyboardEvent } from 'react'
import type { Editor } from '#components/zones/editor-state.ts'
import { type DraftZone, resize } from '#components/zones/zone-model.ts'

const ways: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keyboard help, the description of a zone for screen readers. */
export const keyHelp =
  'Arrow keys move, with Control by one point. Shift and arrow keys resize. Page up and page down move it to another page. ' +
  'Control D copies. Delete removes. Enter opens its details.'

/** Handles a key press on a zone. */
export function zoneKey(event: KeyboardEvent<HTMLElement>, editor: Editor, zone: DraftZone) {
  const direction = ways[event.key]
  const fine = event.ctrlKey || event.metaKey
  const size = editor.sizeOf(zone)
  if (!size) return
  if (direction) {
    const [dx, dy] = [direction[0] * (fine ? 1 : 4), direction[1] * (fine ? 1 : 4)]
    const next = event.shiftKey
      ? resize(zone, 'se', dx, dy, size)
      : { ...zone, x: zone.x + dx, y: zone.y + dy }
    const { x, y, width, height } = next
    editor.change(zone, { x, y, width, height }, event.shiftKey ? 'resize' : 'nudge')
    editor.say(
      event.shiftKey
        ? `${Math.round(width)} by ${Math.round(height)} points`
        : `${Math.round(x)} across, ${Math.round(y)} down`,
    )
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    focusAfterRemoval(event.currentTarget)
    editor.remove(zone.key)
    editor.say('Zone removed')
  } else if (event.key === 'PageUp' || event.key === 'PageDown') {
    const page = zone.page + (event.key === 'PageUp' ? -1 : 1)
    if (!editor.sizeOf({ ...zone, page })) return
    editor.focusNext.current = zone.key
    editor.change(zone, { page })
    document.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'nearest' })
    editor.say(`On page ${page}`)
  } else if (fine && event.key.toLowerCase() === 'd') {
    editor.duplicate(zone)
    editor.say('Zone copied')
  } else if (event.key === 'Escape') {
    editor.select(null)
  } else if (event.key === 'Enter') {
    editor.select(zone.key)
    document.getElementById('zone-details')?.querySelector<HTMLElement>('select, input, button')?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}

/** Moves the focus to the next zone before this one is removed, or to the pages when it was the last. */
function focusAfterRemoval(element: HTMLElement) {
  const all = [...document.querySelectorAll<HTMLElement>('[data-zone]')]
  const index = all.indexOf(element)
  const next = all[index + 1] ?? all[index - 1] ?? document.getElementById('zone-pages')
  next?.focus()
}
