import { useCallback, useLayoutEffect, useState } from 'react'
import { jsonStorage } from '#components/shell/input/owned-storage.ts'
import { type Draft, emptyDraft } from './steps.ts'

/** Of this tab; if it is full or forbidden, a draft lives as long as the page. */
const storage = jsonStorage('sessionStorage', 'paraph.signing.')

/** Reads the saved draft; invalid data counts as none. */
export function readDraft(signerId: number): Draft {
  const saved = storage.read(signerId) as Partial<Draft> | null
  if (typeof saved?.values !== 'object' || saved.values === null) return emptyDraft
  const { values, typed = {}, signature = null, initials = null } = saved
  return { values, typed, signature, initials }
}

export function saveDraft(signerId: number, draft: Draft): void {
  storage.keep(signerId, draft)
}

/** The draft of this tab, kept until it is signed. */
export function useDraft(signerId: number) {
  const [draft, setDraft] = useState(emptyDraft)
  // sessionStorage is not available on the server.
  useLayoutEffect(() => setDraft(readDraft(signerId)), [signerId])
  const changeDraft = useCallback(
    (next: (draftBefore: Draft) => Draft) =>
      setDraft((draftBefore) => {
        const nextDraft = next(draftBefore)
        saveDraft(signerId, nextDraft)
        return nextDraft
      }),
    [signerId],
  )
  const clearDraft = useCallback(() => storage.forget(signerId), [signerId])
  return { draft, changeDraft, clearDraft }
}
