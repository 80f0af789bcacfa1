'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AttachedDocuments } from '#components/documents/attached-documents.tsx'
import { useFolderRow } from '#components/folders/move-folder.tsx'
import { useConfirmationRow } from '#components/processes/confirmation-row.ts'
import { useCan } from '#components/shell/account.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TemplateLinks } from '#components/templates/links/template-links.tsx'
import { TemplateMenu } from '#components/templates/template-actions.tsx'
import { useTemplate } from '#components/templates/template-query.ts'
import { TemplateVersions } from '#components/templates/template-versions.tsx'
import { UseTemplateForm } from '#components/templates/use-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, Facts, Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

/** The page of a template. */
export function TemplatePage({ id }: { id: number }) {
  const t = useTranslations('templates')
  const template = useTemplate(id)
  const parentLink = { href: '/templates', label: t('title') }
  if (!template.data) return <PageError query={template} title={t('thisTemplate')} up={parentLink} />
  return (
    <TemplateSections
      template={template.data}
      up={parentLink}
      notice={<StaleDataNotice query={template} />}
    />
  )
}

interface TemplateSectionsProps {
  template: TemplateRecord
  up: { href: string; label: string }
  notice: ReactNode
}

function TemplateSections({ template, up, notice }: TemplateSectionsProps) {
  const t = useTranslations()
  const router = useRouter()
  const mayWrite = useCan('template.write')
  const mayUse = useCan('process.write')
  return (
    <PageBody>
      <PageHead
        title={template.name}
        intro={template.description}
        up={up}
        actions={
          mayWrite ? (
            <>
              {mayUse && template.variables.length === 0 ? (
                <Button asChild>
                  <Link href={`/templates/${template.id}/list`}>{t('templates.sendToList')}</Link>
                </Button>
              ) : null}
              <Button asChild>
                <Link href={`/templates/${template.id}/edit`}>{t('common.edit')}</Link>
              </Button>
              <Button asChild>
                <Link href={`/templates/${template.id}/prepare`}>{t('templates.fields')}</Link>
              </Button>
              <TemplateMenu
                template={template}
                onDuplicated={(copy) => router.push(`/templates/${copy.id}`)}
                onDeleted={() => router.push('/templates')}
              />
            </>
          ) : null
        }
      />
      <TestBanner show={template.test_mode} />
      {notice}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {mayUse ? (
          <Section title={t('templates.sections.signers')}>
            <Card className="p-4 sm:p-6">
              {/* The key resets the form only when the roles or variables change. */}
              <UseTemplateForm
                key={JSON.stringify([template.roles, template.variables])}
                template={template}
              />
            </Card>
          </Section>
        ) : null}
        <div className="flex min-w-0 flex-col gap-10">
          <Section title={t('templates.sections.documents')}>
            <AttachedDocuments documents={template.documents} />
          </Section>
          <Section title={t('templates.sections.details')}>
            <Details template={template} />
          </Section>
          <TemplateLinks template={template} />
          {template.version > 1 ? <TemplateVersions template={template} /> : null}
        </div>
      </div>
    </PageBody>
  )
}

function Details({ template }: { template: TemplateRecord }) {
  const t = useTranslations('templates')
  const { options, fields, variables } = template
  const folderRow = useFolderRow({ kind: 'template', record: template })
  const confirmationRow = useConfirmationRow(template.roles, options)
  return (
    <Facts
      rows={[
        ...folderRow,
        {
          name: t('facts.roles'),
          value: template.roles.map((role) => role.name).join(', ') || t('facts.none'),
        },
        { name: t('facts.fields'), value: fields.length === 0 ? t('facts.none') : String(fields.length) },
        ...(variables.length > 0
          ? [{ name: t('facts.variables'), value: variables.map(({ name }) => name).join(', ') }]
          : []),
        { name: t('facts.expires'), value: t('facts.expiresAfter', { days: options.expires_in_days }) },
        confirmationRow,
        {
          name: t('facts.delegation'),
          value: t(options.allow_delegation ? 'facts.allowed' : 'facts.notAllowed'),
        },
        {
          name: t('facts.downloadFirst'),
          value: t(options.allow_download_first ? 'facts.allowed' : 'facts.notAllowed'),
        },
        ...(options.embed_evidence
          ? [{ name: t('facts.embedEvidence'), value: t('facts.embedEvidenceIn') }]
          : []),
        { name: t('facts.usage'), value: t('usage', { count: template.usage_count }) },
        { name: t('facts.lastChange'), value: <Time at={template.updated_at} show="distance" /> },
        ...(template.created_by ? [{ name: t('facts.createdBy'), value: template.created_by.name }] : []),
      ]}
    />
  )
}
