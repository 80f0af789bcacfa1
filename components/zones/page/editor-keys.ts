'use client'

import { type RefObject, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { moveAll, moveByPages, resizeAll } from '#components/zones/model/arrange.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { placeMoved } from '#components/zones/model/placement.ts'
import { listKeysOnPage } from '#components/zones/model/selection.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { useKeyPage } from '#components/zones/page/key-page.ts'
import { focusAfterRemoval } from '#components/zones/page/removal-focus.ts'
import type { ZonesTranslator } from '#components/zones/translator.ts'

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How far an arrow key moves or resizes; with Control or Command by one point. */
const NUDGE_POINTS = 4

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const isCommand = (event: Key) => (event.ctrlKey || event.metaKey) && !event.altKey

/** Applies a shortcut that works everywhere in the editor, except in inputs. @returns whether `event` is one */
function commandKey(event: Key, editor: Editor, page: number, t: ZonesTranslator): boolean {
  if (event.key === 'Escape' && editor.selection.size > 0) {
    editor.select(null)
    editor.setMultiSelect(false)
    editor.say(t('announce.cleared'))
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
    editor.say(t('announce.copied', { count }))
  } else if (key === 'd' && count > 0) {
    editor.duplicate()
    editor.say(t('announce.duplicated', { count }))
  } else return false
  return true
}

/** Applies a key on the pages to the selected zones. @returns whether `event` is one */
function pageKey(event: Key, editor: Editor, page: number, t: ZonesTranslator): boolean {
  const { selectedZones: zones, document } = editor
  if (isCommand(event) && event.key.toLowerCase() === 'a' && document) {
    const keys = listKeysOnPage(editor.zones, { documentId: document.id, page })
    editor.selectAll(keys)
    editor.say(t('selected', { count: keys.length }))
    return true
  }
  if (zones.length === 0 || event.altKey) return false
  const direction = directions[event.key]
  if (direction) nudge(event, editor, direction, t)
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    focusAfterRemoval(editor.selection)
    editor.remove()
    editor.say(t('announce.removed', { count: zones.length }))
  } else if (event.key === 'PageUp' || event.key === 'PageDown') {
    const moved = moveByPages(zones, event.key === 'PageUp' ? -1 : 1, editor.findPageSize)
    if (moved) showOnPage(editor, placeMoved(moved, editor.zones, editor.getPageSize), t)
  } else if (event.key === 'Enter') {
    if (zones.length > 1 || editor.isMultiSelect) return false
    globalThis.document
      .getElementById('zone-details')
      ?.querySelector<HTMLElement>('select, input, button')
      ?.focus()
  } else return false
  return true
}

function nudge(event: Key, editor: Editor, [x, y]: [number, number], t: ZonesTranslator): void {
  const { selectedZones: zones, getPageSize } = editor
  const points = isCommand(event) ? 1 : NUDGE_POINTS
  const movedZones = event.shiftKey
    ? resizeAll(zones, 'se', x * points, y * points, getPageSize)
    : moveAll(zones, x * points, y * points, getPageSize)
  editor.changeAll(boxes(movedZones), event.shiftKey ? 'resize' : 'nudge')
  const [first] = movedZones
  editor.say(
    event.shiftKey
      ? t('announce.size', { width: Math.round(first!.width), height: Math.round(first!.height) })
      : t('announce.position', { x: Math.round(first!.x), y: Math.round(first!.y) }),
  )
}

function showOnPage(editor: Editor, movedZones: DraftZone[], t: ZonesTranslator): void {
  const [first] = movedZones
  editor.focusNext.current = first!.key
  editor.changeAll(movedZones.map(({ key, page, x, y }) => ({ key, page, x, y })))
  globalThis.document.querySelector(`[data-page="${first!.page}"]`)?.scrollIntoView({ block: 'nearest' })
  editor.say(t('announce.page', { page: first!.page }))
}

const boxes = (zones: DraftZone[]) =>
  zones.map(({ key, x, y, width, height }) => ({ key, x, y, width, height }))

/** The keyboard shortcuts of the editor; inputs, menus and dialogs handle their keys themselves. */
export function useEditorKeys(editor: Editor, page: number, pages: RefObject<HTMLElement | null>) {
  const t = useTranslations('zones')
  const getKeyPage = useKeyPage(page, pages)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (target.closest('input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]')) return
      // Without focus the pages have the keys, except the browser's Ctrl A.
      const isOnPages = pages.current?.contains(target) || (target === document.body && event.key !== 'a')
      const keyPage = getKeyPage(target)
      if (commandKey(event, editor, keyPage, t) || (isOnPages && pageKey(event, editor, keyPage, t)))
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [editor, getKeyPage, pages, t])
}
