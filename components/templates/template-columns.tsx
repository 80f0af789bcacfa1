'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { TemplateMenu } from '#components/templates/template-actions.tsx'
import { describeTemplate } from '#components/templates/template-model.ts'
import { Button } from '#components/ui/button.tsx'
import { RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

/** The columns of the list of templates; `withActions` adds those of users who may change templates. */
export function useTemplateColumns(withActions: boolean): Column<TemplateRecord>[] {
  const t = useTranslations('templates')
  const common = useTranslations('common')
  const columns: Column<TemplateRecord>[] = [
    {
      head: common('name'),
      sort: 'name',
      cell: (template) => (
        <>
          <RowLink href={`/templates/${template.id}`} name={template.name}>
            <TestTag show={template.test_mode} />
          </RowLink>
          <span className="block truncate text-sm text-ink-soft sm:hidden">
            {describeTemplate(template, t)}
          </span>
        </>
      ),
    },
    {
      head: t('columns.contents'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-56 @max-4xl:hidden @6xl:w-80',
      cell: (template) => describeTemplate(template, t),
    },
    {
      head: t('columns.used'),
      sort: '-usage_count',
      phone: 'hidden',
      className: 'figures text-sm text-ink-soft sm:w-36',
      cell: ({ usage_count }) => t('usage', { count: usage_count }),
    },
    {
      head: t('columns.created'),
      sort: '-created_at',
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-32',
      cell: ({ created_at }) => <Time at={created_at} show="day" />,
    },
  ]
  if (!withActions) return columns
  return [
    ...columns,
    {
      head: common('actions'),
      headHidden: true,
      phone: 'beside',
      className: 'sm:w-36',
      cell: (template) => (
        <span className="relative z-10 flex items-center justify-end gap-1 sm:-my-2">
          <Button asChild size="sm" className="sm:min-h-7">
            <Link
              href={`/templates/${template.id}`}
              prefetch={false}
              aria-label={t('useNamed', { name: template.name })}
            >
              {t('use')}
            </Link>
          </Button>
          <TemplateMenu template={template} />
        </span>
      ),
    },
  ]
}
