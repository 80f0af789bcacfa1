'use client'

import { type RefObject, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { commandKey, pageKey } from '#components/zones/page/editor-keys.ts'

/** The keyboard shortcuts of the editor; inputs, menus and dialogs handle their keys themselves. */
export function useEditorKeys(editor: Editor, page: number, pages: RefObject<HTMLElement | null>) {
  const t = useTranslations('zones')
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (target.closest('input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]')) return
      // Without focus the pages have the keys, except the browser's Ctrl A.
      const isOnPages = pages.current?.contains(target) || (target === document.body && event.key !== 'a')
      if (commandKey(event, editor, page, t) || (isOnPages && pageKey(event, editor, page, t)))
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [editor, page, pages, t])
}
