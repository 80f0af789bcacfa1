import { useCallback, useRef } from 'react'
import type { Signing } from '../shapes.ts'
import { openSigning } from './calls.ts'

/** A function that tells the service that the documents are shown, once for the roles that they were not shown to. */
export function useOpening(token: string, { signers }: Signing): () => Promise<unknown> {
  /** The ids of these roles; another one of the person may come on turn while the page is open. */
  const unopened = signers.flatMap(({ id, status }) => (status === 'notified' ? [id] : [])).join()
  const opening = useRef<{ unopened: string; done: Promise<unknown> } | null>(null)
  return useCallback(() => {
    if (unopened === '') return Promise.resolve()
    if (opening.current?.unopened === unopened) return opening.current.done
    const done = openSigning(token).catch((error: unknown) => {
      opening.current = null
      throw error
    })
    opening.current = { unopened, done }
    return done
  }, [token, unopened])
}
