'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { DropZone } from '#components/documents/drop-zone.tsx'
import { UploadButton } from '#components/documents/upload-button.tsx'
import { UploadList } from '#components/documents/upload-list.tsx'
import { useUploads } from '#components/documents/upload-queue.tsx'
import { FormDocumentRow, type StoredDraft } from '#components/processes/form-document-row.tsx'
import type { ProcessForm } from '#components/processes/form-rules.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { loadedLater } from '#components/ui/loaded-later.tsx'

const DocumentChooser = loadedLater(() =>
  import('#components/processes/document-chooser.tsx').then((module) => module.DocumentChooser),
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
  const [isChoosing, setChoosing] = useState(false)
  const { uploads, add } = useUploads()
  /** The ids of the documents to replace, by the uploaded files. */
  const replacements = useRef(new Map<File, number>())
  const handledUploads = useRef(
    new Set(uploads.filter((upload) => upload.state === 'done').map((upload) => upload.id)),
  )
  const error = formState.errors.documents
  const storedIds = useMemo(
    () => new Set(storedDraft?.documents.map(({ id }) => id)),
    [storedDraft?.documents],
  )

  useEffect(() => {
    for (const { id, file, document } of uploads) {
      if (!document || handledUploads.current.has(id)) continue
      handledUploads.current.add(id)
      const documents = getValues('documents')
      const replacedId = replacements.current.get(file)
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
  }, [uploads, append, update, getValues, setValue, storedIds])

  function replace(id: number, file: File) {
    replacements.current.set(file, id)
    add([file], '')
  }

  return (
    <DropZone>
      <UploadList hides={({ state, document }) => state === 'done' && !document?.repaired} />
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
                onReplace={anyState ? undefined : (file) => replace(field.id, file)}
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
      {error ? (
        <p role="alert" className="mb-3 text-sm text-danger">
          {error.message ?? error.root?.message}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setChoosing(true)}>{t('form.chooseDocuments')}</Button>
        <UploadButton variant="line" />
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
