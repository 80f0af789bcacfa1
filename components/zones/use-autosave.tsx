'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftZone } from '#components/zones/zone-model'

const REST_MS = 900

export type SaveState = { word: 'saved' | 'waiting' | 'saving' } | { word: 'failed'; error: unknown }

/** Gives `save` the zones as they stand once the hands rest, one at a time; `flush` waits until all is written. */
export function useAutosave(zones: DraftZone[], save: (zones: DraftZone[]) => Promise<unknown>) {
  const [state, setState] = useState<SaveState>({ word: 'saved' })
  const written = useRef(zones)
  const latest = useRef(zones)
  const running = useRef<Promise<boolean> | null>(null)
  const saver = useRef(save)
  latest.current = zones
  saver.current = save

  const write = useCallback(async (): Promise<boolean> => {
    try {
      while (written.current !== latest.current) {
        const batch = latest.current
        setState({ word: 'saving' })
        await saver.current(batch)
        written.current = batch
      }
      setState({ word: 'saved' })
      return true
    } catch (error) {
      setState({ word: 'failed', error })
      return false
    }
  }, [])

  const flush = useCallback((): Promise<boolean> => {
    running.current ??= write().finally(() => {
      running.current = null
    })
    return running.current
  }, [write])

  useEffect(() => {
    if (zones === written.current) return
    setState({ word: 'waiting' })
    const timer = setTimeout(() => void flush(), REST_MS)
    return () => clearTimeout(timer)
  }, [zones, flush])

  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      if (written.current !== latest.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

  return { state, flush }
}
