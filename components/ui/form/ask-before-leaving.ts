/**
 * The browser asks the user before the page is closed or loaded again, because that would stop what is running.
 * @returns ends it
 */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
