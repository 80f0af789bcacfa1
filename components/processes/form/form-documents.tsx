'use client'

import { useEffect, useMemo, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useDocumentNotices } from '#components/documents/document-notices.tsx'
import { DropZone } from '#components/documents/upload/drop-zone.tsx'
import { UploadButton } from '#components/documents/upload/upload-button.tsx'
import { UploadList } from '#components/documents/upload/upload-list.tsx'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { documentsForForm } from '#components/documents/upload/upload-state.ts'
import { FormDocumentRow, type StoredDraft } from '#components/processes/form/form-document-row.tsx'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { usePageUrl } from '#components/shell/input/unsaved-input.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

const DocumentChooser = loadedLater(() =>
  import('#components/processes/form/document-chooser.tsx').then((module) => module.DocumentChooser),
)

interface FormDocumentsProps {
  /** Also offers documents of sent processes. */
  anyState: boolean
  /** Null for a new draft, and for templates. */
  storedDraft: StoredDraft | null
}

/** The documents of the form in order, to choose or upload. */
export function FormDocuments({ anyState, storedDraft }: FormDocumentsProps) {
  const t = useTranslations('processes')
  const { control, getValues, setValue, formState } = useFormContext<ProcessForm>()
  const { fields, append, remove, move, update } = useFieldArray({
    control,
    name: 'documents',
    keyName: 'key',
  })
  const findNotices = useDocumentNotices()
  const [isChoosing, setChoosing] = useState(false)
  const { uploads, add, take } = useUploads()
  const page = usePageUrl()
  const form = { page, replacedId: null }
  const [isOpen, setOpen] = useState(false)
  const errors = formState.errors.documents
  const listError = errors?.message ?? errors?.root?.message
  const firstRefused = fields.findIndex((_, index) => errors?.[index])
  const storedIds = useMemo(
    () => new Set(storedDraft?.documents.map(({ id }) => id)),
    [storedDraft?.documents],
  )

  // When it opens, the form first shows its input from before, which replaces its documents.
  useEffect(() => setOpen(true), [])
  useEffect(() => {
    if (!isOpen) return
    for (const { uploadId, document, replacedId } of documentsForForm(uploads, page)) {
      take(uploadId)
      const documents = getValues('documents')
      if (documents.some((candidate) => candidate.id === document.id)) continue
      const index = documents.findIndex((candidate) => candidate.id === replacedId)
      const replaced = documents[index]
      if (replaced) {
        const isStored = storedIds.has(replaced.id)
        const replaces = isStored ? replaced.id : replaced.replaces
        update(index, { id: document.id, name: document.name, pageCount: document.page_count, replaces })
        continue
      }
      append({ id: document.id, name: document.name, pageCount: document.page_count }, { shouldFocus: false })
      if (!getValues('name').trim()) setValue('name', document.name, { shouldValidate: true })
    }
  }, [isOpen, uploads, page, take, append, update, getValues, setValue, storedIds])

  return (
    <DropZone form={form}>
      <UploadList
        hides={({ state, document }) => state === 'done' && (!document || findNotices(document).length === 0)}
      />
      {fields.length > 0 ? (
        <Card className="mb-4">
          <ol className="divide-y divide-rule">
            {fields.map((field, index) => (
              <FormDocumentRow
                key={field.key}
                document={field}
                index={index}
                count={fields.length}
                storedDraft={storedDraft}
                error={errors?.[index]?.message}
                takesFocus={index === firstRefused}
                onReplace={anyState ? undefined : (file) => add([file], '', { page, replacedId: field.id })}
                onMove={(target) => move(index, target)}
                onTakeOut={() => remove(index)}
              />
            ))}
          </ol>
        </Card>
      ) : (
        <p className="mb-4 rounded-lg border border-dashed border-rule-strong px-4 py-8 text-center text-ink-soft">
          {t('form.dropHere')}
        </p>
      )}
      {listError ? (
        <p role="alert" className="mb-3 text-sm text-danger">
          {listError}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setChoosing(true)}>{t('form.chooseDocuments')}</Button>
        <UploadButton variant="line" form={form} />
      </div>
      {isChoosing ? (
        <DocumentChooser
          anyState={anyState}
          open
          onOpenChange={setChoosing}
          excludedIds={fields.flatMap(({ id, replaces }) => (replaces === undefined ? [id] : [id, replaces]))}
          onChoose={(chosen) => {
            append(
              chosen.map(({ id, name, page_count }) => ({ id, name, pageCount: page_count })),
              { shouldFocus: false },
            )
            if (!getValues('name').trim() && chosen[0])
              setValue('name', chosen[0].name, { shouldValidate: true })
          }}
        />
      ) : null}
    </DropZone>
  )
}
