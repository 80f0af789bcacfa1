'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#components/api/client'
import { type DraftZone, zoneToInput } from '#components/zones/zone-model'

const REST_MS = 900

export type SaveState = { word: 'saved' | 'waiting' | 'saving' } | { word: 'failed'; error: unknown }

/** Writes the zones as they stand once the hands rest, one write at a time; `flush` waits until all is written. */
export function useAutosave(processId: number, zones: DraftZone[]) {
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>({ word: 'saved' })
  const written = useRef(zones)
  const latest = useRef(zones)
  const running = useRef<Promise<boolean> | null>(null)
  latest.current = zones

  const write = useCallback(async (): Promise<boolean> => {
    try {
      while (written.current !== latest.current) {
        const batch = latest.current
        setState({ word: 'saving' })
        await api('PUT', `/signature-processes/${processId}/fields`, { fields: batch.map(zoneToInput) })
        written.current = batch
      }
      setState({ word: 'saved' })
      void client.invalidateQueries({ queryKey: ['processes', processId], refetchType: 'none' })
      return true
    } catch (error) {
      setState({ word: 'failed', error })
      return false
    }
  }, [client, processId])

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
