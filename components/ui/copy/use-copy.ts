'use client'

import { useState } from 'react'

export type CopyState = 'ready' | 'copied' | 'failed'

const SHOWN_MS = 2000

/** Copies `text`; the state says for a moment whether that worked, and the promise too. */
export function useCopy(text: string): { state: CopyState; copy: () => Promise<boolean> } {
  const [state, setState] = useState<CopyState>('ready')
  async function copy() {
    // Browsers have the clipboard API only with https or on localhost, and may refuse it.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setState(isCopied ? 'copied' : 'failed')
    setTimeout(() => setState('ready'), SHOWN_MS)
    return isCopied === true
  }
  return { state, copy }
}
