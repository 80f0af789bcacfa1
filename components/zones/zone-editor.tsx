'use client'

import { type ReactNode, useCallback, useRef, useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { PageColumn, scrollToPage } from '#components/viewer/page-column.tsx'
import { DocumentTabs } from '#components/zones/document-tabs.tsx'
import { middleOf } from '#components/zones/drag.ts'
import { EditorBar } from '#components/zones/editor-bar.tsx'
import { type EditorDocument, useEditor } from '#components/zones/editor-state.ts'
import type { EditorTexts, Finishing } from '#components/zones/editor-texts.ts'
import { PageJump } from '#components/zones/page-jump.tsx'
import { PhoneTray } from '#components/zones/phone-tray.tsx'
import { LeftPanel, RightPanel } from '#components/zones/side-panels.tsx'
import { useAutosave, useZoneSaver } from '#components/zones/use-autosave.ts'
import { useUndoKeys } from '#components/zones/use-undo-keys.ts'
import { keyHelp } from '#components/zones/zone-keys.ts'
import { type DraftZone, type EditorSigner, zoneFromRecord } from '#components/zones/zone-model.ts'
import { ZoneOnPage } from '#components/zones/zone-on-page.tsx'
import type { SaveZones } from '#components/zones/zone-saver.ts'
import type { FieldType } from '#lib/pdf/zones'
import type { FieldRecord } from '#lib/processes/schema'

/** A scrollable area must be focusable (WCAG 2.1.1). */
const scrolledByKeys = { tabIndex: 0 }

interface ZoneEditorProps {
  /** Identifies the editor within the browser: `processes/12`. */
  id: string
  name: string
  texts: EditorTexts
  documents: EditorDocument[]
  signers: EditorSigner[]
  fields: FieldRecord[]
  save: SaveZones
  finish: (finishing: Finishing) => ReactNode
}

/** The editor that places zones on documents, for the signers of a draft or the roles of a template. */
export function ZoneEditor({ id, name, texts, documents, signers, fields, save, finish }: ZoneEditorProps) {
  const [signing] = useState(signers)
  const saver = useZoneSaver(id, () => fields.map(zoneFromRecord), save)
  const editor = useEditor(documents, signing, saver.zones)
  const saving = useAutosave(id, name, saver, editor.zones)
  const scroller = useRef<HTMLElement>(null)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  const [finishing, setFinishing] = useState(false)
  /** The page to show once its document is open. */
  const targetPage = useRef<number | null>(null)
  const { document } = editor
  useUndoKeys(editor)

  const add = useCallback(
    (type: FieldType) => {
      const position = middleOf(scroller.current, page, document?.pages ?? [])
      if (position) editor.add(type, position)
    },
    [editor, page, document],
  )

  function open(documentId: number, at = 1) {
    targetPage.current = at
    setPage(at)
    editor.setDocumentId(documentId)
  }

  function goTo(zone: DraftZone) {
    editor.select(zone.key)
    editor.focusNext.current = zone.key
    if (zone.documentId === document?.id) scrollToPage(scroller.current, zone.page)
    else open(zone.documentId, zone.page)
  }

  return (
    <div className="flex h-dvh flex-col">
      <EditorBar
        name={name}
        texts={texts}
        editor={editor}
        saved={saving.state}
        zoom={zoom}
        onZoom={setZoom}
        onFinish={() => setFinishing(true)}
      />
      {saving.state.word === 'failed' ? (
        <QueryErrorMessage error={saving.state.error} onRetry={() => void saving.flush()} className="m-2" />
      ) : null}
      <div className="flex min-h-0 flex-1">
        <LeftPanel editor={editor} texts={texts} scroller={scroller} onAdd={add} />
        <main className="relative flex min-w-0 flex-1 flex-col bg-well">
          <DocumentTabs editor={editor} onOpen={open} />
          <section
            ref={scroller}
            id="zone-pages"
            aria-label="Pages"
            {...scrolledByKeys}
            className="min-h-0 flex-1 overflow-auto px-3 py-4 focus-visible:-outline-offset-2 sm:px-8 sm:py-6"
          >
            {document ? (
              <PageColumn
                key={document.id}
                url={`/api/v1/documents/${document.id}/download`}
                pages={document.pages}
                zoom={zoom}
                scroller={scroller}
                onCurrentPage={setPage}
                onReady={() => {
                  if (targetPage.current) scrollToPage(scroller.current, targetPage.current)
                  targetPage.current = null
                }}
                overlay={(pageElement, scale) =>
                  editor.zones
                    .filter((zone) => zone.documentId === document.id && zone.page === pageElement.number)
                    .map((zone) => (
                      <ZoneOnPage
                        key={zone.key}
                        editor={editor}
                        zone={zone}
                        page={pageElement}
                        scale={scale}
                        scroller={scroller}
                      />
                    ))
                }
              />
            ) : null}
          </section>
          <div className="absolute right-5 bottom-4">
            <PageJump
              current={page}
              total={document?.pages.length ?? 0}
              onGo={(to) => scrollToPage(scroller.current, to)}
            />
          </div>
          <p id="zone-keys" className="sr-only">
            {keyHelp}
          </p>
          <p role="status" className="sr-only">
            {editor.said}
          </p>
        </main>
        <RightPanel editor={editor} onGo={goTo} />
      </div>
      <PhoneTray editor={editor} scroller={scroller} onAdd={add} />
      {finish({ open: finishing, onOpenChange: setFinishing, editor, flush: saving.flush, onGo: goTo })}
    </div>
  )
}
