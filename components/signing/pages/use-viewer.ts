import { useEffect, useState } from 'react'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'

/** Loads what draws pages in the browser: pdf.js, which has more code than the rest of the page. */
async function loadViewer() {
  const [{ PdfFile }, { PdfPage }] = await Promise.all([
    import('#components/viewer/pdf-file.tsx'),
    import('#components/viewer/pdf-page.tsx'),
  ])
  return { PdfFile, PdfPage }
}

export type Viewer = Awaited<ReturnType<typeof loadViewer>>

/** The picture of page 1: it is coming, it is on the screen, or there is none. */
export type PictureState = 'loading' | 'shown' | 'missing'

/** A slow phone answers the first tap before it reads the code of the viewer; who only reads gets the text, too. */
const QUIET_MILLISECONDS = 2500
const signsOfUse = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'keydown',
  'wheel',
  'scroll',
  'focusin',
] as const

/**
 * The viewer, null until it is loaded: when the page is used, a moment after the picture of page 1 is seen, or at once
 * without a picture. `attempt` counts the retries after a failure.
 */
export function useViewer(picture: PictureState, attempt: number, onFailed: () => void): Viewer | null {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (isNeeded || picture === 'loading') return
    if (picture === 'missing') return setNeeded(true)
    const need = () => setNeeded(true)
    const timer = setTimeout(need, QUIET_MILLISECONDS)
    for (const type of signsOfUse) window.addEventListener(type, need, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of signsOfUse) window.removeEventListener(type, need)
    }
  }, [isNeeded, picture])
  return useLoaded(isNeeded && attempt + 1, loadViewer, onFailed)
}
