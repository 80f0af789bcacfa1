'use client'

import { QueryFault } from '#components/api/query-fault'
import { emptyForm, formOf } from '#components/processes/form-model'
import { useProcess } from '#components/processes/queries'
import { PageBody, PageHead } from '#components/shell/page-head'
import { TestBanner } from '#components/shell/test-banner'
import { useTemplate } from '#components/templates/queries'
import { TemplateFormView } from '#components/templates/template-form'
import { patternFrom, patternOf } from '#components/templates/template-model'
import { Pending, SkeletonForm } from '#components/ui/states'
import { usePapers } from '#components/zones/use-papers'

const up = { href: '/templates', label: 'Templates' }

/** A new template, with all of a process in it when one was chosen before. */
export function NewTemplatePage({ processId }: { processId: number | null }) {
  return (
    <PageBody narrow>
      <PageHead title="New template" up={up} />
      {processId === null ? (
        <TemplateFormView start={emptyForm([])} fields={[]} templateId={null} />
      ) : (
        <OfProcess id={processId} />
      )}
    </PageBody>
  )
}

function OfProcess({ id }: { id: number }) {
  const process = useProcess(id)
  const papers = usePapers(process.data?.documents ?? [])
  const error = process.error ?? papers.error
  if (error)
    return <QueryFault error={error} onRetry={() => (process.error ? process.refetch() : papers.retry())} />
  if (!process.data || !papers.loaded) return <SkeletonForm />
  const pattern = patternFrom(process.data, papers.loaded)
  return <TemplateFormView start={formOf(pattern)} fields={pattern.fields} templateId={null} />
}

/** A template again. */
export function EditTemplatePage({ id }: { id: number }) {
  const template = useTemplate(id)
  const pattern = template.data ? patternOf(template.data) : null
  return (
    <PageBody narrow>
      <PageHead
        title={template.data?.name ?? <Pending words="Template" />}
        up={{ href: `/templates/${id}`, label: 'Template' }}
      />
      <TestBanner show={template.data?.test_mode} />
      {template.error ? (
        <QueryFault error={template.error} onRetry={() => template.refetch()} />
      ) : pattern ? (
        <TemplateFormView start={formOf(pattern)} fields={pattern.fields} templateId={id} />
      ) : (
        <SkeletonForm />
      )}
    </PageBody>
  )
}
