'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useCan } from '#components/shell/account.ts'
import { Pager } from '#components/shell/list/pager.tsx'
import { describeTemplate } from '#components/templates/template-model.ts'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TemplateRecord, TemplateVersionRecord } from '#lib/templates/schema'

const ROWS_PER_PAGE = 5

/** The versions of a template that processes came from, with a button to go back to each. */
export function TemplateVersions({ template }: { template: TemplateRecord }) {
  const t = useTranslations('templates.versions')
  const [page, setPage] = useState(1)
  const versions = useQuery({
    ...apiQuery(['templates', template.id, 'versions', page], 'GET /templates/{id}/versions', {
      path: { id: template.id },
      query: { page, per_page: ROWS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  if (!versions.data) return <QueryErrorMessage error={versions.error} onRetry={() => versions.refetch()} />
  const { data, meta, links } = versions.data
  // The last version of the page was deleted.
  if (data.length === 0 && page > 1 && !versions.isPlaceholderData) setPage(page - 1)
  return (
    <Section title={t('title')}>
      <ul className="divide-y divide-rule">
        {data.map((version) => (
          <Version key={version.version} template={template} version={version} />
        ))}
      </ul>
      <Pager
        label={t('title')}
        page={page}
        lastPage={meta.last_page}
        total={meta.total}
        more={links.next !== null}
        onPage={setPage}
      />
    </Section>
  )
}

function Version({ template, version }: { template: TemplateRecord; version: TemplateVersionRecord }) {
  const t = useTranslations('templates')
  const mayWrite = useCan('template.write')
  const name = t('versions.version', { number: version.version })
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium">{version.current ? `${name} · ${t('versions.current')}` : name}</p>
        {version.name === template.name ? null : <p className="text-sm break-words">{version.name}</p>}
        <p className="text-sm break-words text-ink-soft">{describeTemplate(version, t)}</p>
        <p className="text-sm text-ink-soft">
          <Time at={version.updated_at} show="distance" />
          {' · '}
          {t('usage', { count: version.usage_count })}
        </p>
      </div>
      {mayWrite && !version.current ? <VersionActions templateId={template.id} version={version} /> : null}
    </li>
  )
}

function VersionActions({ templateId, version }: { templateId: number; version: TemplateVersionRecord }) {
  const t = useTranslations('templates.versions')
  const common = useTranslations('common')
  const client = useQueryClient()
  const showToast = useToast()
  const errorText = useErrorText()
  const [isDeleting, setDeleting] = useState(false)
  const path = { id: templateId, version: version.version }
  const number = version.version
  const restore = useMutation({
    mutationFn: () => api('POST /templates/{id}/versions/{version}/restore', { path }),
    onSuccess: (body) => {
      showToast(t('restored', { number, newNumber: body.data.version }))
      client.setQueryData(['templates', templateId], body)
      void client.invalidateQueries({ queryKey: ['templates'] })
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  })
  const remove = useInvalidatingMutation(['templates', templateId], () =>
    api('DELETE /templates/{id}/versions/{version}', { path }),
  )
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Button
        size="sm"
        busy={restore.isPending}
        aria-label={t('restoreNamed', { number })}
        onClick={() => restore.mutate()}
      >
        <RotateCcw className="size-4" aria-hidden="true" />
        {t('restore')}
      </Button>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={t('deleteNamed', { number })}
        onClick={() => setDeleting(true)}
      >
        <Trash2 className="size-4" aria-hidden="true" />
      </Button>
      <Confirm
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t('deletion.title', { number })}
        description={t('deletion.text')}
        confirmLabel={common('delete')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setDeleting(false) })}
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </div>
  )
}
