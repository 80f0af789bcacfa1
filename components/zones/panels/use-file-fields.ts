'use client'

import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiQuery } from '#components/api/api-query.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { importedZones } from '#components/zones/panels/import-zones.ts'

const fileFieldsQuery = (id: number) =>
  apiQuery(['documents', id, 'file-fields'], 'GET /documents/{id}/fields', { path: { id } })

/** The form fields and text tags of the documents of an editor, and how to import those that are not zones yet. */
export function useFileFields(editor: Editor) {
  const t = useTranslations('zones.import')
  const showToast = useToast()
  const documentIds = editor.documents.map(({ id }) => id)
  const { files, error } = useQueries({
    // The files do not change while the editor is open.
    queries: documentIds.map((id) => ({ ...fileFieldsQuery(id), staleTime: Number.POSITIVE_INFINITY })),
    combine: (responses) => ({
      files: responses.flatMap(({ data }, index) =>
        data ? [{ documentId: documentIds[index]!, ...data.data }] : [],
      ),
      error: responses.find((response) => response.error)?.error ?? null,
    }),
  })
  const newZones = editor.signers.length > 0 ? importedZones(files, editor.signers, editor.zones) : []
  return {
    files,
    error,
    /** Whether there is anything to import, or to tell about it. */
    isOffered: error !== null || files.some(({ fields, problems }) => fields.length + problems.length > 0),
    /** How many fields can be imported. */
    newCount: newZones.length,
    importAll() {
      if (newZones.length > 0) editor.addAll(newZones)
      const problems = files.flatMap((file) => file.problems).length
      const lost = problems > 0 ? ` ${t('lost', { problems })}` : ''
      showToast(newZones.length > 0 ? `${t('done', { count: newZones.length })}${lost}` : t('nothingNew'))
    },
  }
}
