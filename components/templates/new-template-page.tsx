'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { emptyForm } from '#components/processes/form/form-model.ts'
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
        <TemplateFormView start={emptyForm([])} fields={[]} stored={null} />
      ) : (
        <Suspense>
          <FromProcess id={processId} />
        </Suspense>
      )}
    </PageBody>
  )
}
