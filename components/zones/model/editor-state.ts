'use client'

import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fitToPages, type GetPageSize } from '#components/zones/model/arrange.ts'
import { copyToPages, duplicateZones, pasteZones } from '#components/zones/model/copies.ts'
import { applyStep, type Change, newHistory } from '#components/zones/model/history.ts'
import { avoidOverlap } from '#components/zones/model/placement.ts'
import { toggled } from '#components/zones/model/selection.ts'
import {
  type DraftZone,
  type EditorSigner,
  hasOptions,
  makeZone,
} from '#components/zones/model/zone-model.ts'
import type { DocumentRecord } from '#lib/documents/schema'
import type { FieldType } from '#lib/pdf/zones'

/** A document of the process with the sizes of its pages. */
export interface EditorDocument {
  id: number
  name: string
  pages: DocumentRecord['pages']
}

interface PagePoint {
  page: number
  x: number
  y: number
}

const noSelection: ReadonlySet<string> = new Set()
// Unlike that of any zone which the browser kept from an earlier visit.
const keyPrefix = `new-${Date.now()}-`
let keyCount = 0
const newKey = () => `${keyPrefix}${++keyCount}`

/** The copied zones; they can be pasted in every editor of this browser tab. */
let clipboard: DraftZone[] = []

/**
 * The state of the editor: zones with history, selection, and the actions on them.
 * @param locale the language of the process, in which numbers are entered and shown
 */
export function useEditor(
  documents: EditorDocument[],
  signers: EditorSigner[],
  initialZones: DraftZone[],
  locale: string,
) {
  const t = useTranslations('zones')
  const [history, dispatch] = useReducer(applyStep, initialZones, newHistory)
  const [documentId, setDocumentId] = useState(documents[0]?.id ?? 0)
  const [signerId, setSignerId] = useState(signers[0]?.id ?? 0)
  const [selectedKeys, setSelection] = useState(noSelection)
  /** Clicks and taps add to the selection, as with the Shift key. */
  const [isMultiSelect, setMultiSelect] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  /** The zone that takes the focus as soon as it is on the page. */
  const focusNext = useRef<string | null>(null)

  const { zones } = history
  const document = documents.find((candidate) => candidate.id === documentId) ?? documents[0]
  const findPageSize = useCallback(
    (zone: Pick<DraftZone, 'documentId' | 'page'>) =>
      documents
        .find((candidate) => candidate.id === zone.documentId)
        ?.pages.find((page) => page.number === zone.page),
    [documents],
  )
  // Undo and redo remove zones whose keys stay among the selected ones.
  const selectedZones = useMemo(
    () => zones.filter((zone) => selectedKeys.has(zone.key)),
    [zones, selectedKeys],
  )
  const selection: ReadonlySet<string> = useMemo(
    () => new Set(selectedZones.map(({ key }) => key)),
    [selectedZones],
  )

  return useMemo(() => {
    const getPageSize: GetPageSize = (zone) => findPageSize(zone)!
    const select = (key: string | null) => setSelection(key === null ? noSelection : new Set([key]))
    const insert = (added: DraftZone[]) => {
      if (added.length === 0) return
      dispatch({ type: 'add', zones: added })
      setSelection(new Set(added.map(({ key }) => key)))
      focusNext.current = added[0]!.key
    }
    const changeAll = (changes: Change[], run?: string) => {
      const fitted = fitToPages(changes, zones, findPageSize)
      if (fitted) dispatch({ type: 'change', changes: fitted, run })
    }
    return {
      documents,
      signers,
      locale,
      document,
      zones,
      signerId,
      announcement,
      selection,
      selectedZones,
      /** The zone whose details are shown. */
      selected: selectedZones.length === 1 ? selectedZones[0]! : null,
      isMultiSelect,
      focusNext,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      findPageSize,
      getPageSize,
      say: setAnnouncement,
      select,
      selectAll: (selected: Iterable<string>) => setSelection(new Set(selected)),
      toggle: (key: string) => setSelection((before) => toggled(before, key)),
      setMultiSelect,
      setDocumentId,
      setSignerId,
      changeAll,
      change: (zone: DraftZone, part: Partial<DraftZone>, run?: string) =>
        changeAll([{ ...part, key: zone.key }], run),
      add(type: FieldType, position: PagePoint) {
        const page = document?.pages.find((candidate) => candidate.number === position.page)
        if (!document || !page || !signerId) return
        const options = hasOptions(type) ? [t('newOptions.first'), t('newOptions.second')] : []
        const initial = { type, documentId: document.id, signerId, page: position.page, options }
        insert(avoidOverlap([makeZone(newKey(), initial, position, page)], zones, page))
      },
      addAll: (added: Omit<DraftZone, 'key'>[]) =>
        dispatch({ type: 'add', zones: added.map((zone) => ({ ...zone, key: newKey() })) }),
      remove() {
        dispatch({ type: 'remove', keys: selection })
        setSelection(noSelection)
      },
      duplicate: () => insert(duplicateZones(selectedZones, zones, getPageSize, newKey)),
      copy: () => {
        clipboard = selectedZones
      },
      paste(page: number) {
        const size = document?.pages.find((candidate) => candidate.number === page)
        if (!document || !size || !signerId) return
        insert(
          pasteZones(clipboard, { documentId: document.id, page, size }, zones, signers, signerId, newKey),
        )
      },
      copyToPages(pages: ReadonlySet<number>) {
        const zonesByDocument = Map.groupBy(selectedZones, (zone) => zone.documentId)
        const added = [...zonesByDocument].flatMap(([id, group]) => {
          const documentPages = documents.find((candidate) => candidate.id === id)?.pages ?? []
          return copyToPages(
            group,
            documentPages.filter(({ number }) => pages.has(number)),
            zones,
            newKey,
          )
        })
        if (added.length > 0) dispatch({ type: 'add', zones: added })
        return added.length
      },
      replaceAll: (replaced: DraftZone[]) => dispatch({ type: 'replace', zones: replaced }),
      undo: () => dispatch({ type: 'undo' }),
      redo: () => dispatch({ type: 'redo' }),
      /** Ends a run of small changes. */
      endRun: () => dispatch({ type: 'endRun' }),
    }
  }, [
    documents,
    signers,
    locale,
    document,
    zones,
    signerId,
    announcement,
    selection,
    selectedZones,
    isMultiSelect,
    history,
    findPageSize,
    t,
  ])
}

export type Editor = ReturnType<typeof useEditor>
