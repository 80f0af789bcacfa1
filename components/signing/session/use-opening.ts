import { useCallback, useEffect, useRef, useState } from 'react'
import { getPreparation, type Signing } from '../shapes.ts'
import { openSigning } from './calls.ts'

/**
 * Which documents the signer was shown, and a function that tells the service so, once for the roles that they were not
 * shown to. The documents are made again when someone else is corrected before the first signature.
 * @param onOpened the service knows that the documents are shown
 */
export function useOpening(token: string, signing: Signing, onOpened: () => void) {
  const preparation = getPreparation(signing)
  const {
    process: { preparation: countedPreparation },
    signers,
  } = signing
  /** The ids of these roles; another one of the person may come on turn while the page is open. */
  const unopened = signers.flatMap(({ id, status }) => (status === 'notified' ? [id] : [])).join()
  const opening = useRef<{ key: string; done: Promise<unknown> } | null>(null)
  const open = useCallback((): Promise<unknown> => {
    if (unopened === '') return Promise.resolve()
    const key = `${preparation} ${unopened}`
    if (opening.current?.key === key) return opening.current.done
    const done = openSigning(token, countedPreparation).catch((error: unknown) => {
      opening.current = null
      throw error
    })
    opening.current = { key, done }
    return done
  }, [token, preparation, countedPreparation, unopened])

  /** The documents that were drawn last, and those that the signer knows as the present ones; null before. */
  const [shown, setShown] = useState<number | null>(null)
  const [known, setKnown] = useState<number | null>(null)
  const isShown = shown === preparation
  // Only a visible page counts as opened, because mail scanners open links too. `Finish` retries.
  const onShown = useCallback(() => {
    setShown(preparation)
    setKnown((before) => before ?? preparation)
    if (document.visibilityState === 'visible') open().then(onOpened, () => {})
  }, [open, onOpened, preparation])
  useEffect(() => {
    if (isShown && document.visibilityState === 'visible') open().catch(() => {})
  }, [isShown, open])
  return {
    open,
    onShown,
    isShown,
    haveChanged: known !== null && known !== preparation,
    closeChange: () => setKnown(preparation),
  }
}
