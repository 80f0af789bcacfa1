import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still on the page, for what happens after a request. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
