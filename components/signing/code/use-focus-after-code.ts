import { useEffect, useRef } from 'react'

/**
 * The element that gets the focus once the code is confirmed: its input is gone, and without this, keyboard and screen
 * reader would start at the top of the page again.
 */
export function useFocusAfterCode(verified: boolean) {
  const heading = useRef<HTMLDivElement>(null)
  const isOpening = useRef(!verified)
  useEffect(() => {
    if (!verified || !isOpening.current) return
    isOpening.current = false
    heading.current?.focus()
  }, [verified])
  return heading
}
