import { useEffect } from 'react'
import { type FocusPlace, findSuccessor, getFocusPlace } from '#components/shell/a11y/focus-place.ts'

/**
 * Moves the focus to a sensible place when the focused element disappears, such as the row that a menu has deleted;
 * browsers let it fall back to the top of the document. An element that is disabled for a time gets it back.
 */
export function useFocusRecovery(mainId: string) {
  useEffect(() => {
    const main = document.getElementById(mainId)
    return main ? recoverFocus(main) : undefined
  }, [mainId])
}

function recoverFocus(main: HTMLElement): () => void {
  /** The element that has the focus, or lost it by disappearing; null when the user moved it out of all elements. */
  let focused: HTMLElement | null = null
  /** The last place in `main`: dialogs, menus and toasts are outside. */
  let place: FocusPlace | null = null

  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    // The list of toasts takes the focus from a toast that closes.
    if (target.matches('[data-toasts]') && target.contains(relatedTarget as Node | null)) {
      setTimeout(moveToPage)
      return
    }
    focused = target
    if (main.contains(target)) place = getFocusPlace(target)
  }
  const onFocusOut = ({ target }: FocusEvent) => {
    // Some browsers send the event for elements that disappear, too.
    setTimeout(() => {
      if (!focused || focused !== target || hasFocus() || !isUsable(focused)) return
      focused = null
      place = null
    })
  }
  const recover = () => {
    if (hasFocus() || !focused) return
    if (focused.isConnected) {
      if (isUsable(focused)) focused.focus({ preventScroll: true })
      return
    }
    moveToPage()
  }
  const moveToPage = () => {
    const successor = place && findSuccessor(place, main)
    if (!successor || !isUsable(successor)) return
    // A heading takes the focus only with the attribute.
    if (successor.tabIndex < 0) successor.tabIndex = -1
    successor.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    // A dialog that closes returns the focus itself, after this.
    if (focused && !hasFocus()) setTimeout(recover)
  })

  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
    observer.disconnect()
  }
}

function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled')
}
