'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { AttachedDocuments } from '#components/documents/attached-documents.tsx'
import { useFolderRow } from '#components/folders/move-folder.tsx'
import { useCan } from '#components/shell/account.ts'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { useTemplate } from '#components/templates/queries.ts'
import { TemplateMenu } from '#components/templates/template-actions.tsx'
import { usageText } from '#components/templates/template-model.ts'
import { UseTemplateForm } from '#components/templates/use-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, Facts, Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

const up = { href: '/templates', label: 'Templates' }

/** The page of a template. */
export function TemplatePage({ id }: { id: number }) {
  const template = useTemplate(id)
  if (!template.data) return <PageError query={template} title="This template" up={up} />
  return <TemplateSections template={template.data} notice={<StaleDataNotice query={template} />} />
}

function TemplateSections({ template, notice }: { template: TemplateRecord; notice: ReactNode }) {
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
              {mayUse ? (
                <Button asChild>
                  <Link href={`/templates/${template.id}/list`}>Send to a list</Link>
                </Button>
              ) : null}
              <Button asChild>
                <Link href={`/templates/${template.id}/edit`}>Edit</Link>
              </Button>
              <Button asChild>
                <Link href={`/templates/${template.id}/prepare`}>Fields</Link>
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
          <Section title="Signers">
            <Card className="p-4 sm:p-6">
              {/* The key resets the form only when the roles change. */}
              <UseTemplateForm key={JSON.stringify(template.roles)} template={template} />
            </Card>
          </Section>
        ) : null}
        <div className="flex min-w-0 flex-col gap-10">
          <Section title="Documents">
            <AttachedDocuments documents={template.documents} />
          </Section>
          <Section title="Details">
            <Details template={template} />
          </Section>
        </div>
      </div>
    </PageBody>
  )
}

function Details({ template }: { template: TemplateRecord }) {
  const { options, fields } = template
  const folderRow = useFolderRow({ kind: 'template', record: template })
  return (
    <Facts
      rows={[
        ...folderRow,
        { name: 'Roles', value: template.roles.map((role) => role.name).join(', ') || 'none yet' },
        { name: 'Fields', value: fields.length === 0 ? 'none yet' : String(fields.length) },
        { name: 'Expires', value: `${options.expires_in_days} days after it is sent` },
        { name: 'One-time code', value: options.enable_otp ? 'Required' : 'Not required' },
        { name: 'Usage', value: usageText(template.usage_count) },
        { name: 'Last change', value: <Time at={template.updated_at} show="distance" /> },
        ...(template.created_by ? [{ name: 'Created by', value: template.created_by.name }] : []),
      ]}
    />
  )
}
