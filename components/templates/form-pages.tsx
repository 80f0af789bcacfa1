'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { emptyForm, formOf } from '#components/processes/form-model.ts'
import { useProcess } from '#components/processes/queries.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { useTemplate } from '#components/templates/queries.ts'
import { TemplateFormView } from '#components/templates/template-form.tsx'
import { templateDataFrom, templateDataOf } from '#components/templates/template-model.ts'
import { useEditorDocuments } from '#components/zones/use-documents.ts'

const up = { href: '/templates', label: 'Templates' }

/** The page to create a template, perhaps from a process. */
export function NewTemplatePage({ processId }: { processId: number | null }) {
  return (
    <PageBody narrow>
      <PageHead title="New template" up={up} />
      {processId === null ? (
        <TemplateFormView start={emptyForm([])} fields={[]} templateId={null} />
      ) : (
        <FromProcess id={processId} />
      )}
    </PageBody>
  )
}

function FromProcess({ id }: { id: number }) {
  const process = useProcess(id)
  const documents = useEditorDocuments(process.data?.documents ?? [])
  if (!process.data || !documents.loaded)
    return (
      <QueryErrorMessage
        error={process.error ?? documents.error}
        onRetry={() => (process.error ? process.refetch() : documents.refetch())}
      />
    )
  const pattern = templateDataFrom(process.data, documents.loaded)
  return <TemplateFormView start={formOf(pattern)} fields={pattern.fields} templateId={null} />
}

/** The page to edit a template. */
export function EditTemplatePage({ id }: { id: number }) {
  const template = useTemplate(id)
  if (!template.data) return <PageError query={template} title="This template" up={up} />
  const pattern = templateDataOf(template.data)
  return (
    <PageBody narrow>
      <PageHead title={template.data.name} up={{ href: `/templates/${id}`, label: 'Template' }} />
      <TestBanner show={template.data.test_mode} />
      <TemplateFormView start={formOf(pattern)} fields={pattern.fields} templateId={id} />
    </PageBody>
  )
}
