import { useCallback, useRef } from 'react'

/**
 * After a form inside the element is submitted: its first error comes into view, and its field gets the focus. The
 * errors may come later, from the service.
 */
export function useErrorsInView() {
  const awaitsErrors = useRef(false)
  const onSubmit = () => {
    awaitsErrors.current = true
  }
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new MutationObserver(() => {
      const error = element.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')
      if (!error || !awaitsErrors.current) return
      awaitsErrors.current = false
      if (error.ariaInvalid) error.focus({ preventScroll: true })
      error.scrollIntoView({ block: 'center' })
    })
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [])
  return { ref, onSubmit }
}
