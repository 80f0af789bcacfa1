'use client'

import { useTranslations } from 'use-intl'
import { toForm } from '#components/processes/form/form-model.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TemplateFormView } from '#components/templates/template-form.tsx'
import { templateDataFromTemplate } from '#components/templates/template-model.ts'
import { useTemplate } from '#components/templates/template-query.ts'

/** The page to edit a template. */
export function EditTemplatePage({ id }: { id: number }) {
  const t = useTranslations('templates')
  const common = useTranslations('common')
  const template = useTemplate(id)
  const up = { href: '/templates', label: t('title') }
  if (!template.data) return <PageError query={template} title={t('thisTemplate')} up={up} />
  const data = templateDataFromTemplate(template.data)
  return (
    <PageBody narrow>
      <PageHead
        title={common('edit')}
        tabTitle={template.data.name}
        up={[up, { href: `/templates/${id}`, label: template.data.name }]}
      />
      <TestBanner show={template.data.test_mode} />
      <TemplateFormView start={toForm(data)} fields={data.fields} stored={template.data} />
    </PageBody>
  )
}
