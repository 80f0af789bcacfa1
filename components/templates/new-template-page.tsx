'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { emptyForm } from '#components/processes/form/form-model.ts'
import { useAccount } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TemplateFormView } from '#components/templates/template-form.tsx'

const FromProcess = lazy(() =>
  import('#components/templates/form-from-process.tsx').then((module) => ({
    default: module.FormFromProcess,
  })),
)

/** The page to create a template, from a process unless `processId` is null. */
export function NewTemplatePage({ processId }: { processId: number | null }) {
  const t = useTranslations('templates')
  return (
    <PageBody narrow>
      <PageHead title={t('new')} up={{ href: '/templates', label: t('title') }} />
      {processId === null ? (
        <WithDefaults />
      ) : (
        <Suspense>
          <FromProcess id={processId} />
        </Suspense>
      )}
    </PageBody>
  )
}

/** The form of a template without documents, with the defaults of the organisation. */
function WithDefaults() {
  const account = useAccount()
  if (!account.data) return <QueryErrorMessage error={account.error} onRetry={() => account.refetch()} />
  return <TemplateFormView start={emptyForm([], account.data.tenant)} fields={[]} stored={null} />
}
