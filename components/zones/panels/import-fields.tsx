'use client'

import { FileInput, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { asError } from '#components/i18n/error-translator.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { useFileFields } from '#components/zones/panels/use-file-fields.ts'

/**
 * Imports the form fields and text tags of the documents, if there are any, and lists those that cannot be imported.
 */
export function ImportButton({ editor }: { editor: Editor }) {
  const t = useTranslations('zones.import')
  const { files, error, isOffered, importAll } = useFileFields(editor)
  const hasFields = files.some(({ fields }) => fields.length > 0)
  const translateError = useErrorTranslator(files.some(({ problems }) => problems.length > 0))
  const problems = files.flatMap(({ documentId, problems }) =>
    problems.map(({ page, text, message, message_detail }) => ({
      key: `${documentId} ${page} ${text}`,
      page,
      text,
      message: translateError(asError(message, message_detail)),
    })),
  )
  if (!isOffered) return null
  return (
    <div className="mt-4 flex flex-col gap-3">
      {hasFields ? (
        <Button size="sm" disabled={editor.signers.length === 0} onClick={importAll}>
          <FileInput className="size-4" aria-hidden="true" />
          {t('button')}
        </Button>
      ) : null}
      <QueryErrorMessage error={error} />
      {problems.length > 0 ? (
        <details className="text-sm text-ink-soft" open={editor.zones.some(({ imported }) => imported)}>
          <summary>{t('problems', { count: problems.length })}</summary>
          <ul className="mt-2 flex flex-col gap-2">
            {problems.map(({ key, page, text, message }) => (
              <li key={key} className="break-words">
                {t(text ? 'problemOfText' : 'problem', { page, text, message })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

/** The same in a dialog, behind a button of the tray on narrow screens. */
export function ImportDialog({ editor }: { editor: Editor }) {
  const t = useTranslations('zones.import')
  const [open, setOpen] = useState(false)
  const { isOffered } = useFileFields(editor)
  if (!isOffered) return null
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        title={t('button')}
        aria-label={t('button')}
        onClick={() => setOpen(true)}
      >
        <FileInput className="size-4" aria-hidden="true" />
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('button')}>
        <ImportButton editor={editor} />
      </Dialog>
    </>
  )
}

/** Offers to import the form fields and text tags of the documents, until some are imported or it is closed. */
export function ImportNotice({ editor }: { editor: Editor }) {
  const t = useTranslations()
  const [isClosed, setClosed] = useState(false)
  const { newCount, importAll } = useFileFields(editor)
  const isOffered = newCount > 0 && !isClosed && !editor.zones.some(({ imported }) => imported)
  return (
    <div role="status">
      {isOffered ? (
        <div className="flex items-center gap-2 border-b border-rule bg-accent-wash py-1.5 pr-2 pl-4 text-sm">
          <FileInput className="size-4 shrink-0 text-accent" aria-hidden="true" />
          <span className="min-w-0 flex-1">{t('zones.import.offer', { count: newCount })}</span>
          <Button size="sm" variant="primary" onClick={importAll}>
            {t('zones.import.accept')}
          </Button>
          <Button variant="quiet" size="icon" aria-label={t('common.close')} onClick={() => setClosed(true)}>
            <X className="size-4" aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}
