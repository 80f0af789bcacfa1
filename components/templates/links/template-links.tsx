'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiQuery } from '#components/api/api-query.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useCan } from '#components/shell/account.ts'
import { Pager } from '#components/shell/list/pager.tsx'
import { TemplateLink } from '#components/templates/links/template-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

const LinkForm = loadedLater(() =>
  import('#components/templates/links/link-form.tsx').then((module) => module.LinkForm),
)

const ROWS_PER_PAGE = 5

/** The reusable links of a template: each is shown, copied, and ended here. */
export function TemplateLinks({ template }: { template: TemplateRecord }) {
  const t = useTranslations('templates.links')
  const mayWrite = useCan('template.write')
  const [page, setPage] = useState(1)
  const [isMaking, setMaking] = useState(false)
  /** The link whose dialog is open: one that was just made is shown at once. */
  const [sharedId, setSharedId] = useState<number | null>(null)
  const links = useQuery({
    ...apiQuery(['templates', template.id, 'links', page], 'GET /templates/{id}/links', {
      path: { id: template.id },
      query: { page, per_page: ROWS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  const list = links.data
  const rows = list?.data ?? []
  const hasVariables = template.variables.length > 0
  // Visitors have no values for them; a link that was made before can still be ended.
  if (hasVariables && rows.length === 0) return null
  return (
    <Section
      title={t('title')}
      headerActions={
        mayWrite && template.roles.length > 0 && !hasVariables ? (
          <Button size="sm" onClick={() => setMaking(true)}>
            <Link2 className="size-4" aria-hidden="true" />
            {t('add')}
          </Button>
        ) : null
      }
    >
      <p className="text-sm text-pretty text-ink-soft">{t('about')}</p>
      <QueryErrorMessage error={links.error} onRetry={() => links.refetch()} />
      <ul className="divide-y divide-rule">
        {rows.map((link) => (
          <TemplateLink
            key={link.id}
            link={link}
            isShared={link.id === sharedId}
            onShare={(isShared) => setSharedId(isShared ? link.id : null)}
          />
        ))}
      </ul>
      {list ? (
        <Pager
          label={t('title')}
          page={page}
          lastPage={list.meta.last_page}
          total={list.meta.total}
          more={list.links.next !== null}
          onPage={setPage}
        />
      ) : null}
      <Dialog open={isMaking} onOpenChange={setMaking} title={t('newTitle')} description={t('newText')}>
        <LinkForm
          template={template}
          onMade={(id) => {
            setMaking(false)
            setPage(1)
            setSharedId(id)
          }}
        />
      </Dialog>
    </Section>
  )
}
