'use client'

import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useLanguageForms } from '#components/i18n/language-forms.ts'
import type { OpenPdf } from '#components/viewer/pdf-page.tsx'
import { scrollToPage } from '#components/viewer/use-anchor.ts'
import { EditorBar } from '#components/zones/editor-bar.tsx'
import type { EditorTexts, LastStepProps } from '#components/zones/editor-texts.ts'
import { type EditorDocument, useEditor } from '#components/zones/model/editor-state.ts'
import type { StoredZones } from '#components/zones/model/merge.ts'
import type { DraftZone, EditorSigner } from '#components/zones/model/zone-model.ts'
import { findVisibleMiddle } from '#components/zones/page/drag.ts'
import { useEditorKeys } from '#components/zones/page/editor-keys.ts'
import { PageArea } from '#components/zones/page/page-area.tsx'
import { PageThumbnails } from '#components/zones/page/page-thumbnails.tsx'
import { useZoom } from '#components/zones/page/zoom.ts'
import { PhoneTray } from '#components/zones/panels/phone-tray.tsx'
import { LeftPanel, RightPanel } from '#components/zones/panels/side-panels.tsx'
import { ConflictDialog } from '#components/zones/saving/save-state.tsx'
import { useAutosave, useZoneSaver } from '#components/zones/saving/use-autosave.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import type { FieldType } from '#lib/pdf/zones'

interface ZoneEditorProps {
  /** Identifies the editor in the browser, such as `processes/12`. */
  id: string
  name: string
  /** Whether its record is of test mode. */
  test: boolean
  texts: EditorTexts
  documents: EditorDocument[]
  signers: EditorSigner[]
  /** The language of the process. */
  locale: string
  stored: () => StoredZones
  storage: ZoneStorage
  finish: (finishing: LastStepProps) => ReactNode
}

/** The editor that places zones on documents, for the signers of a draft or the roles of a template. */
export function ZoneEditor({ id, name, test, texts, documents, signers, locale, ...props }: ZoneEditorProps) {
  useLanguageForms(locale)
  const t = useTranslations('zones')
  const [initialSigners] = useState(signers)
  const saver = useZoneSaver(id, props.stored, props.storage)
  const [initialZones] = useState(() => saver.zonesOn(documents))
  const editor = useEditor(documents, initialSigners, initialZones, locale)
  const saving = useAutosave(id, name, saver, editor)
  const scroller = useRef<HTMLElement>(null)
  const [page, setPage] = useState(1)
  const zoom = useZoom(scroller)
  const [pdf, setPdf] = useState<OpenPdf | null>(null)
  const [finishing, setFinishing] = useState(false)
  /** The page to show once its document is open. */
  const targetPage = useRef<number | null>(null)
  const { document } = editor
  useEditorKeys(editor, page, scroller)

  const addInView = useCallback(
    (type: FieldType) => {
      const position = findVisibleMiddle(scroller.current, page, document?.pages ?? [])
      if (position) editor.add(type, position)
    },
    [editor, page, document],
  )

  const goToPage = useCallback((targetIndex: number) => scrollToPage(scroller.current, targetIndex), [])

  function openDocument(documentId: number, startPage = 1) {
    targetPage.current = startPage
    setPage(startPage)
    setPdf(null)
    editor.setDocumentId(documentId)
  }

  function goTo(zones: DraftZone[]) {
    const [zone] = zones
    if (!zone) return
    editor.selectAll(zones.map(({ key }) => key))
    editor.focusNext.current = zone.key
    if (zone.documentId === document?.id) scrollToPage(scroller.current, zone.page)
    else if (documents.some(({ id }) => id === zone.documentId)) openDocument(zone.documentId, zone.page)
  }

  return (
    <div className="flex h-dvh flex-col">
      <title>{`${name} · ${t('tabTitle')} · Paraph`}</title>
      <EditorBar
        name={name}
        test={test}
        texts={texts}
        editor={editor}
        saving={saving}
        zoom={zoom}
        onFinish={() => setFinishing(true)}
      />
      {saving.state.status === 'failed' && !saving.mayStillSucceed ? (
        <QueryErrorMessage error={saving.state.error} onRetry={() => void saving.flush()} className="m-2" />
      ) : null}
      <div className="flex min-h-0 flex-1 flex-col sideways:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1">
          <LeftPanel editor={editor} texts={texts} scroller={scroller} onAdd={addInView} />
          <PageThumbnails editor={editor} pdf={pdf} current={page} onGo={goToPage} />
          <PageArea
            editor={editor}
            scroller={scroller}
            zoom={zoom}
            page={page}
            onPage={setPage}
            onOpen={openDocument}
            onReady={(opened) => {
              setPdf(opened)
              if (targetPage.current) scrollToPage(scroller.current, targetPage.current)
              targetPage.current = null
            }}
          />
          <RightPanel editor={editor} onGo={(zone) => goTo([zone])} />
        </div>
        <PhoneTray editor={editor} scroller={scroller} onAdd={addInView} />
      </div>
      <ConflictDialog state={saving.state} onResolve={saving.resolve} />
      {props.finish({ open: finishing, onOpenChange: setFinishing, editor, saving, onGo: goTo })}
    </div>
  )
}
