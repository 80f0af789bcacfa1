import { useCallback, useLayoutEffect, useState } from 'react'
import { type Draft, emptyDraft } from './steps.ts'

const keyOf = (signerId: number) => `paraph.signing.${signerId}`

/** Reads the saved draft; invalid data counts as none. */
export function readDraft(storage: Pick<Storage, 'getItem'>, signerId: number): Draft {
  try {
    const saved = JSON.parse(storage.getItem(keyOf(signerId)) ?? 'null') as Partial<Draft> | null
    if (typeof saved?.values !== 'object' || saved.values === null) return emptyDraft
    const { values, typed = {}, signature = null, initials = null } = saved
    return { values, typed, signature, initials }
  } catch {
    return emptyDraft
  }
}

/** If the storage is full or forbidden, the draft lives as long as the page. */
export function saveDraft(storage: Pick<Storage, 'setItem'>, signerId: number, draft: Draft): void {
  try {
    storage.setItem(keyOf(signerId), JSON.stringify(draft))
  } catch {}
}

/** The draft of this tab, in sessionStorage until it is signed. */
export function useDraft(signerId: number) {
  const [draft, setDraft] = useState(emptyDraft)
  // sessionStorage is not available on the server.
  useLayoutEffect(() => setDraft(readDraft(window.sessionStorage, signerId)), [signerId])
  const changeDraft = useCallback(
    (next: (draftBefore: Draft) => Draft) =>
      setDraft((draftBefore) => {
        const nextDraft = next(draftBefore)
        saveDraft(window.sessionStorage, signerId, nextDraft)
        return nextDraft
      }),
    [signerId],
  )
  const clearDraft = useCallback(() => window.sessionStorage.removeItem(keyOf(signerId)), [signerId])
  return { draft, changeDraft, clearDraft }
}
