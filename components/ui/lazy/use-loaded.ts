import { useEffect, useEffectEvent, useState } from 'react'

/** Bundlers wait for ever for code that a captive portal has answered with a page of its own. */
const LOAD_MILLISECONDS = 20_000

/**
 * Code that is loaded when it is first needed; null until then. A failed load, or one that takes long, leaves the page
 * as it is, and is repeated when `needed` changes.
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
    if (!needed || loaded) return
    const timer = setTimeout(() => fail(), LOAD_MILLISECONDS)
    loadModule()
      .then(
        (code) => setLoaded({ code }),
        () => fail(),
      )
      .finally(() => clearTimeout(timer))
    return () => clearTimeout(timer)
  }, [needed, loaded, loadModule])
  return loaded?.code ?? null
}
