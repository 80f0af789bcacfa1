'use client'

import { useMutation } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { Button } from '#components/ui/button.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { Editor } from '#components/zones/editor-state.ts'
import { importedZones } from '#components/zones/import-zones.ts'
import type { FileFieldsRecord } from '#lib/documents/schema'

/** Adds the form fields and text tags of the documents as zones, and lists those not imported; an icon if `compact`. */
export function ImportButton({ editor, compact }: { editor: Editor; compact?: boolean }) {
  const t = useTranslations('zones')
  const showToast = useToast()
  const read = useMutation({
    mutationFn: () =>
      Promise.all(
        editor.documents.map(async ({ id, name }) => {
          const { data } = await api<ItemResponse<FileFieldsRecord>>('GET', `/documents/${id}/fields`)
          return { documentId: id, name, ...data }
        }),
      ),
    onSuccess: (files) => {
      const zones = importedZones(files, editor.signers, editor.zones)
      if (zones.length > 0) editor.addAll(zones)
      const hasFields = files.some(({ fields }) => fields.length > 0)
      showToast(
        zones.length > 0
          ? t('import.done', { count: zones.length })
          : t(hasFields ? 'import.nothingNew' : 'import.none'),
      )
    },
  })
  const translateError = useErrorTranslator(read.data?.some(({ problems }) => problems.length > 0) ?? false)
  const problems = (read.data ?? []).flatMap(({ documentId, problems }) =>
    problems.map(({ page, text, message }) => ({
      key: `${documentId} ${page} ${text}`,
      page,
      text,
      message: translateError(message),
    })),
  )
  const buttonProps = {
    busy: read.isPending,
    disabled: editor.signers.length === 0,
    onClick: () => read.mutate(),
  }
  if (compact)
    return (
      <Button {...buttonProps} variant="quiet" size="icon" aria-label={t('import.label')}>
        <FileInput className="size-4" aria-hidden="true" />
      </Button>
    )
  return (
    <div className="flex flex-col gap-3">
      <Button {...buttonProps} size="sm">
        <FileInput className="size-4" aria-hidden="true" />
        {t('import.button')}
      </Button>
      <QueryErrorMessage error={read.error} />
      {problems.length > 0 ? (
        <details className="text-sm text-ink-soft">
          <summary>{t('import.problems', { count: problems.length })}</summary>
          <ul className="mt-2 flex flex-col gap-2">
            {problems.map(({ key, page, text, message }) => (
              <li key={key} className="break-words">
                {t(text ? 'import.problemOfText' : 'import.problem', { page, text, message })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
