'use client'

import { useEffect } from 'react'
import type { Editor } from '#components/zones/editor-state.ts'

/** Undo and redo by keyboard, except in text inputs. */
export function useUndoKeys({ undo, redo }: Pick<Editor, 'undo' | 'redo'>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
      const key = event.key.toLowerCase()
      if (key === 'z' && !event.shiftKey) undo()
      else if (key === 'y' || key === 'z') redo()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [undo, redo])
}
