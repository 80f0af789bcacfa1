import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Code that is loaded when it is first needed; null until then. A failed load leaves the page as it is, and is repeated
 * when `needed` changes.
 * @param needed loads while true or above 0
 * @param loadModule the same function in every render
 */
export function useLoaded<T>(
  needed: boolean | number,
  loadModule: () => Promise<T>,
  onFailure?: () => void,
): T | null {
  const [loaded, setLoaded] = useState<{ code: T } | null>(null)
  const fail = useEffectEvent(() => onFailure?.())
  useEffect(() => {
    if (needed && !loaded)
      loadModule().then(
        (code) => setLoaded({ code }),
        () => fail(),
      )
  }, [needed, loaded, loadModule])
  return loaded?.code ?? null
}
