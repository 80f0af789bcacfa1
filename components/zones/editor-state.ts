'use client'

import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { begin, step } from '#components/zones/history.ts'
import {
  avoidOverlap,
  type DraftZone,
  type EditorSigner,
  keepOnPage,
  makeZone,
} from '#components/zones/zone-model.ts'
import type { DocumentRecord } from '#lib/documents/schema'
import type { FieldType } from '#lib/pdf/zones'

/** A document of the process with the sizes of its pages. */
export interface EditorDocument {
  id: number
  name: string
  pages: DocumentRecord['pages']
}

interface Spot {
  page: number
  x: number
  y: number
}

let keys = 0
const newKey = () => `new-${++keys}`

/** The state of the editor: zones with history, selection, and the actions on them. */
export function useEditor(documents: EditorDocument[], signers: EditorSigner[], stored: DraftZone[]) {
  const [history, dispatch] = useReducer(step, stored, begin)
  const [documentId, setDocumentId] = useState(documents[0]?.id ?? 0)
  const [signerId, setSignerId] = useState(signers[0]?.id ?? 0)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The zone that takes the focus as soon as it is on the page. */
  const focusNext = useRef<string | null>(null)

  const document = documents.find((candidate) => candidate.id === documentId) ?? documents[0]
  const sizeOf = useCallback(
    (zone: Pick<DraftZone, 'documentId' | 'page'>) =>
      documents
        .find((candidate) => candidate.id === zone.documentId)
        ?.pages.find((page) => page.number === zone.page),
    [documents],
  )
  const { zones } = history

  const addZone = useCallback((zone: DraftZone) => {
    dispatch({ type: 'add', zones: [zone] })
    setSelectedKey(zone.key)
    focusNext.current = zone.key
  }, [])
  const addAll = useCallback((newZones: Omit<DraftZone, 'key'>[]) => {
    dispatch({ type: 'add', zones: newZones.map((zone) => ({ ...zone, key: newKey() })) })
  }, [])
  const add = useCallback(
    (type: FieldType, position: Spot) => {
      const page = document?.pages.find((candidate) => candidate.number === position.page)
      if (!document || !page || !signerId) return
      const of = { type, documentId: document.id, signerId, page: position.page }
      addZone(avoidOverlap(makeZone(newKey(), of, position, page), zones, page))
    },
    [document, signerId, zones, addZone],
  )
  const duplicate = useCallback(
    (zone: DraftZone) => {
      const page = sizeOf(zone)
      if (page) addZone(avoidOverlap({ ...zone, key: newKey() }, zones, page))
    },
    [sizeOf, zones, addZone],
  )
  const change = useCallback(
    (zone: DraftZone, part: Partial<DraftZone>, run?: string) => {
      const next = { ...zone, ...part }
      const page = sizeOf(next)
      if (!page) return
      const { key, ...change } = keepOnPage(next, page)
      dispatch(run ? { type: 'change', key, change, run } : { type: 'change', key, change })
    },
    [sizeOf],
  )
  const remove = useCallback((key: string) => {
    dispatch({ type: 'remove', key })
    setSelectedKey((selected) => (selected === key ? null : selected))
  }, [])

  return useMemo(
    () => ({
      documents,
      signers,
      document,
      zones,
      signerId,
      said: announcement,
      selected: zones.find((zone) => zone.key === selectedKey) ?? null,
      focusNext,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      sizeOf,
      add,
      addAll,
      duplicate,
      change,
      remove,
      say: setAnnouncement,
      select: setSelectedKey,
      setDocumentId,
      setSignerId,
      undo: () => dispatch({ type: 'undo' }),
      redo: () => dispatch({ type: 'redo' }),
      rest: () => dispatch({ type: 'rest' }),
    }),
    [
      documents,
      signers,
      document,
      zones,
      signerId,
      announcement,
      selectedKey,
      history,
      sizeOf,
      add,
      addAll,
      duplicate,
      change,
      remove,
    ],
  )
}

export type Editor = ReturnType<typeof useEditor>
