'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useDocument } from '#components/documents/queries.ts'
import { emptyForm, formOf, formToStartAgain } from '#components/processes/form-model.ts'
import { ProcessFormView } from '#components/processes/process-form.tsx'
import { useProcess } from '#components/processes/queries.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { ErrorAlert } from '#components/ui/states.tsx'
import { processCan } from '#lib/processes/rules'

interface NewProcessPageProps {
  /** A preselected document. */
  documentId?: number
  /** An ended process to start again. */
  processId?: number
}

/** The page to create a process, perhaps with a document or from an ended process. */
export function NewProcessPage({ documentId, processId }: NewProcessPageProps) {
  const t = useTranslations('processes')
  return (
    <PageBody narrow>
      <PageHead title={t('new')} up={{ href: '/processes', label: t('title') }} />
      {documentId ? (
        <FromDocument id={documentId} />
      ) : processId ? (
        <FromProcess id={processId} />
      ) : (
        <ProcessFormView start={emptyForm([])} draftId={null} />
      )}
    </PageBody>
  )
}

function FromProcess({ id }: { id: number }) {
  const process = useProcess(id)
  if (!process.data) return <QueryErrorMessage error={process.error} onRetry={() => process.refetch()} />
  return <ProcessFormView start={formToStartAgain(process.data)} draftId={null} />
}

function FromDocument({ id }: { id: number }) {
  const document = useDocument(id)
  if (!document.data) return <QueryErrorMessage error={document.error} onRetry={() => document.refetch()} />
  const { name, page_count, status } = document.data
  const chosen = status === 'uploaded' ? [{ id, name, pageCount: page_count }] : []
  return <ProcessFormView start={emptyForm(chosen)} draftId={null} />
}

/** The page to edit a draft. */
export function EditProcessPage({ id }: { id: number }) {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const process = useProcess(id)
  const up = { href: '/processes', label: t('title') }
  if (!process.data) return <PageError query={process} title={t('draft')} up={up} />
  const permission = processCan.edit(process.data)
  return (
    <PageBody narrow>
      <PageHead
        title={common('edit')}
        tabTitle={process.data.name}
        up={[up, { href: `/processes/${id}`, label: process.data.name }]}
      />
      <TestBanner show={process.data.test_mode} />
      {permission.allowed ? (
        <ProcessFormView start={formOf(process.data)} draftId={id} />
      ) : (
        <ErrorAlert message={t(`refused.${permission.code}`)} />
      )}
    </PageBody>
  )
}
