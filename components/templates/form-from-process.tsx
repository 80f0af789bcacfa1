'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { toForm } from '#components/processes/form/form-model.ts'
import { useProcess } from '#components/processes/process-query.ts'
import { TemplateFormView } from '#components/templates/template-form.tsx'
import { templateDataFromProcess } from '#components/templates/template-from-process.ts'
import { useEditorDocuments } from '#components/zones/use-documents.ts'

/** The form of a template with the documents, signers and fields of a process. */
export function FormFromProcess({ id }: { id: number }) {
  const process = useProcess(id)
  const documents = useEditorDocuments(process.data?.documents ?? [])
  if (!process.data || !documents.loaded)
    return (
      <QueryErrorMessage
        error={process.error ?? documents.error}
        onRetry={() => (process.error ? process.refetch() : documents.refetch())}
      />
    )
  const data = templateDataFromProcess(process.data, documents.loaded)
  return <TemplateFormView start={toForm(data)} fields={data.fields} stored={null} />
}
