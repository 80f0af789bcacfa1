'use client'

import { useTranslations } from 'use-intl'
import { toForm } from '#components/processes/form/form-model.ts'
import { ProcessFormView } from '#components/processes/form/process-form.tsx'
import { useProcess } from '#components/processes/process-query.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { processCan } from '#lib/processes/rules'

/** The page to edit a draft. */
export function EditProcessPage({ id }: { id: number }) {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const process = useProcess(id)
  const up = { href: '/processes', label: t('title') }
  if (!process.data) return <PageError query={process} title={t('thisDraft')} up={up} />
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
        <ProcessFormView start={toForm(process.data)} storedDraft={process.data} />
      ) : (
        <ErrorAlert message={t(`refused.${permission.code}`)} />
      )}
    </PageBody>
  )
}
