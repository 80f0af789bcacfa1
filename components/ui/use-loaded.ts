import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Code that is loaded when it is first needed; null until then. A failed load leaves the page as it is, and is repeated
 * when `needed` changes.
 * @param needed loads while true or above 0
 * @param load the same function in every render
 */
export function useLoaded<T>(
  needed: boolean | number,
  load: () => Promise<T>,
  onFailure?: () => void,
): T | null {
  const [loaded, setLoaded] = useState<{ code: T } | null>(null)
  const fail = useEffectEvent(() => onFailure?.())
  useEffect(() => {
    if (needed && !loaded)
      load().then(
        (code) => setLoaded({ code }),
        () => fail(),
      )
  }, [needed, loaded, load])
  return loaded?.code ?? null
}
