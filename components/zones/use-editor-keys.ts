'use client'

import { type RefObject, useEffect } from 'react'
import { commandKey, pageKey } from '#components/zones/editor-keys.ts'
import type { Editor } from '#components/zones/editor-state.ts'

/** The keyboard of the editor; keys in inputs, menus and dialogs stay theirs. */
export function useEditorKeys(editor: Editor, page: number, pages: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (target.closest('input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]')) return
      const isOnPages = pages.current?.contains(target) || (target === document.body && event.key !== 'a')
      if (commandKey(event, editor, page) || (isOnPages && pageKey(event, editor, page)))
        event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [editor, page, pages])
}
