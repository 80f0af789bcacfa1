'use client'

import { FileUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAcceptedFiles } from '#components/documents/upload/upload-button.tsx'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { MoveButtons } from '#components/processes/form/move-buttons.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** A draft as the service holds it. */
export type StoredDraft = Pick<ProcessRecord, 'documents' | 'fields'>

interface FormDocumentRowProps {
  document: ProcessForm['documents'][number]
  index: number
  count: number
  /** Null for a new draft, and for templates. */
  storedDraft: StoredDraft | null
  /** Why the service refused the document. */
  error: string | undefined
  /** Whether the error gets the focus when it appears. */
  takesFocus: boolean
  /** Uploads a file in the place of the document; absent where that is not possible. */
  onReplace?: ((file: File) => void) | undefined
  onMove: (target: number) => void
  onTakeOut: () => void
}

const focus = (element: HTMLElement | null) => element?.focus()

/** A document of the form. Taking out one with fields asks first. */
export function FormDocumentRow(props: FormDocumentRowProps) {
  const { document, index, count, storedDraft, error, takesFocus, onReplace, onMove, onTakeOut } = props
  const t = useTranslations('processes.form')
  const common = useTranslations('common')
  const [isConfirming, setConfirming] = useState(false)
  const { name, pageCount, replaces } = document
  const placedFields =
    storedDraft?.fields.filter(({ document_id }) => document_id === (replaces ?? document.id)) ?? []
  const ownFields = placedFields.filter(({ imported }) => !imported)
  const droppedCount = ownFields.filter(({ page }) => page > pageCount).length
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <span className="figures w-5 shrink-0 text-ink-faint">{index + 1}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-sm text-ink-soft">{common('pageCount', { count: pageCount })}</span>
        {replaces !== undefined && placedFields.length > 0 ? (
          <span role="status" className="block text-sm">
            {ownFields.length > 0 ? t('fieldsKept', { count: ownFields.length - droppedCount }) : null}{' '}
            {droppedCount > 0 ? (
              <span className="text-danger">{t('fieldsDropped', { count: droppedCount })}</span>
            ) : null}{' '}
            {ownFields.length < placedFields.length ? t('importedFieldsFollow') : null}
          </span>
        ) : null}
        {error ? (
          <span
            ref={takesFocus ? focus : undefined}
            role="alert"
            tabIndex={-1}
            className="block text-sm text-danger outline-none"
          >
            {error}
          </span>
        ) : null}
      </span>
      <span className="flex shrink-0">
        {onReplace ? <ReplaceButton name={name} onReplace={onReplace} /> : null}
        {count > 1 ? <MoveButtons name={name} index={index} count={count} onMove={onMove} /> : null}
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={t('takeOut', { name })}
          onClick={() => (placedFields.length > 0 ? setConfirming(true) : onTakeOut())}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      </span>
      <Confirm
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('takeOutTitle', { name })}
        description={t('takeOutText', { count: placedFields.length })}
        confirmLabel={t('takeOutConfirm')}
        danger
        onConfirm={onTakeOut}
      />
    </li>
  )
}

function ReplaceButton({ name, onReplace }: { name: string; onReplace: (file: File) => void }) {
  const t = useTranslations('processes.form')
  const input = useRef<HTMLInputElement>(null)
  const accept = useAcceptedFiles()
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onReplace(file)
          event.target.value = ''
        }}
      />
      <Button
        variant="quiet"
        size="sm"
        aria-label={t('replaceFile', { name })}
        onClick={() => input.current?.click()}
      >
        <FileUp className="size-4" aria-hidden="true" />
        <span className="max-sm:hidden">{t('replace')}</span>
      </Button>
    </>
  )
}
