'use client'

import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { DropZone } from '#components/documents/drop-zone.tsx'
import { UploadButton } from '#components/documents/upload-button.tsx'
import { UploadList } from '#components/documents/upload-list.tsx'
import { useUploads } from '#components/documents/upload-queue.tsx'
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
}

/** The documents of the form in order, to choose or upload. */
export function FormDocuments({ anyState }: FormDocumentsProps) {
  const t = useTranslations('processes')
  const { control, getValues, setValue, formState } = useFormContext<ProcessForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'documents', keyName: 'key' })
  const [isChoosing, setChoosing] = useState(false)
  const { uploads } = useUploads()
  const handledUploads = useRef(
    new Set(uploads.filter((upload) => upload.state === 'done').map((upload) => upload.id)),
  )
  const error = formState.errors.documents

  useEffect(() => {
    for (const { id, document } of uploads) {
      if (!document || handledUploads.current.has(id)) continue
      handledUploads.current.add(id)
      append({ id: document.id, name: document.name, pageCount: document.page_count }, { shouldFocus: false })
      if (!getValues('name').trim()) setValue('name', document.name, { shouldValidate: true })
    }
  }, [uploads, append, getValues, setValue])

  return (
    <DropZone>
      <UploadList hides={({ state, document }) => state === 'done' && !document?.repaired} />
      {fields.length > 0 ? (
        <Card className="mb-4">
          <ol className="divide-y divide-rule">
            {fields.map((field, index) => (
              <li key={field.key} className="flex items-center gap-3 py-2 pr-2 pl-4">
                <span className="figures w-5 shrink-0 text-ink-faint">{index + 1}</span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium" title={field.name}>
                    {field.name}
                  </span>
                  <span className="text-sm text-ink-soft">{t('pages', { count: field.pageCount })}</span>
                </span>
                <span className="flex shrink-0">
                  {fields.length > 1 ? (
                    <>
                      <Button
                        variant="quiet"
                        size="icon-sm"
                        aria-label={t('form.moveUp', { name: field.name })}
                        disabled={index === 0}
                        onClick={() => move(index, index - 1)}
                      >
                        <ArrowUp className="size-4" aria-hidden="true" />
                      </Button>
                      <Button
                        variant="quiet"
                        size="icon-sm"
                        aria-label={t('form.moveDown', { name: field.name })}
                        disabled={index === fields.length - 1}
                        onClick={() => move(index, index + 1)}
                      >
                        <ArrowDown className="size-4" aria-hidden="true" />
                      </Button>
                    </>
                  ) : null}
                  <Button
                    variant="quiet"
                    size="icon-sm"
                    aria-label={t('form.takeOut', { name: field.name })}
                    onClick={() => remove(index)}
                  >
                    <X className="size-4" aria-hidden="true" />
                  </Button>
                </span>
              </li>
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
          excludedIds={fields.map((field) => field.id)}
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
