import Link from 'next/link'
import { TestTag } from '#components/shell/test-banner.tsx'
import { TemplateMenu } from '#components/templates/template-actions.tsx'
import { summaryOf, usageText } from '#components/templates/template-model.ts'
import { Button } from '#components/ui/button.tsx'
import { RowLink } from '#components/ui/data-table.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

/** The columns of the list of templates. */
export const templateColumns: Column<TemplateRecord>[] = [
  {
    head: 'Name',
    sort: 'name',
    cell: (template) => (
      <>
        <RowLink href={`/templates/${template.id}`} name={template.name}>
          <TestTag show={template.test_mode} />
        </RowLink>
        <span className="block truncate text-sm text-ink-soft">{summaryOf(template)}</span>
      </>
    ),
  },
  {
    head: 'Used',
    sort: '-usage_count',
    phone: 'hidden',
    className: 'figures text-sm text-ink-soft sm:w-36',
    cell: ({ usage_count }) => usageText(usage_count),
  },
  {
    head: 'Created',
    sort: '-created_at',
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-32',
    cell: ({ created_at }) => <Time at={created_at} show="day" />,
  },
]

/** For those who may change templates. */
export const templateActions: Column<TemplateRecord> = {
  head: 'Actions',
  quiet: true,
  phone: 'beside',
  className: 'sm:w-36',
  cell: (template) => (
    <span className="relative z-10 flex items-center justify-end gap-1">
      <Button asChild size="sm">
        <Link href={`/templates/${template.id}`} prefetch={false} aria-label={`Use ${template.name}`}>
          Use
        </Link>
      </Button>
      <TemplateMenu template={template} />
    </span>
  ),
}
