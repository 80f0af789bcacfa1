'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useDocument } from '#components/documents/document-query.ts'
import { formToStartAgain } from '#components/processes/detail/start-again.ts'
import { emptyForm } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { ProcessFormView } from '#components/processes/form/process-form.tsx'
import { useProcess } from '#components/processes/process-query.ts'
import { useAccount } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'

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
        <WithDefaults documents={[]} />
      )}
    </PageBody>
  )
}

function FromProcess({ id }: { id: number }) {
  const process = useProcess(id)
  if (!process.data) return <QueryErrorMessage error={process.error} onRetry={() => process.refetch()} />
  return <ProcessFormView start={formToStartAgain(process.data)} storedDraft={null} />
}

function FromDocument({ id }: { id: number }) {
  const document = useDocument(id)
  if (!document.data) return <QueryErrorMessage error={document.error} onRetry={() => document.refetch()} />
  const { name, page_count, status } = document.data
  const chosen = status === 'uploaded' ? [{ id, name, pageCount: page_count }] : []
  return <WithDefaults documents={chosen} />
}

/** The form of a process with these documents and the defaults of the organisation. */
function WithDefaults({ documents }: Pick<ProcessForm, 'documents'>) {
  const account = useAccount()
  if (!account.data) return <QueryErrorMessage error={account.error} onRetry={() => account.refetch()} />
  return <ProcessFormView start={emptyForm(documents, account.data.tenant)} storedDraft={null} />
}
