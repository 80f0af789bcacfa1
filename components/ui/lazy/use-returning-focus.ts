import { useRef } from 'react'

/** Returns the focus to the element that opened the dialog; for a menu entry to the menu's button. */
export function useReturningFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      const menu = document.activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
      opener.current = menu ? document.getElementById(menu) : document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
