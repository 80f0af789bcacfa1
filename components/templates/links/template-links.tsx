'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiQuery } from '#components/api/api-query.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useCan } from '#components/shell/account.ts'
import { TemplateLink } from '#components/templates/links/template-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

const LinkForm = loadedLater(() =>
  import('#components/templates/links/link-form.tsx').then((module) => module.LinkForm),
)

const ROWS = 5

/** The reusable links of a template: each is shown, copied, and ended here. */
export function TemplateLinks({ template }: { template: TemplateRecord }) {
  const t = useTranslations('templates.links')
  const mayWrite = useCan('template.write')
  const [rows, setRows] = useState(ROWS)
  const [isMaking, setMaking] = useState(false)
  /** The link whose dialog is open: one that was just made is shown at once. */
  const [sharedId, setSharedId] = useState<number | null>(null)
  const links = useQuery({
    ...apiQuery(['templates', template.id, 'links', rows], 'GET /templates/{id}/links', {
      path: { id: template.id },
      query: { per_page: rows },
    }),
    placeholderData: keepPreviousData,
  })
  const { data = [], meta } = links.data ?? {}
  const hasVariables = template.variables.length > 0
  // Visitors have no values for them; a link that was made before can still be ended.
  if (hasVariables && data.length === 0) return null
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
        {data.map((link) => (
          <TemplateLink
            key={link.id}
            link={link}
            isShared={link.id === sharedId}
            onShare={(isShared) => setSharedId(isShared ? link.id : null)}
          />
        ))}
      </ul>
      {meta && meta.total > data.length ? (
        <Button size="sm" className="mt-3" onClick={() => setRows(rows + ROWS)}>
          {t('more')}
        </Button>
      ) : null}
      <Dialog open={isMaking} onOpenChange={setMaking} title={t('newTitle')} description={t('newText')}>
        <LinkForm
          template={template}
          onMade={(id) => {
            setMaking(false)
            setSharedId(id)
          }}
        />
      </Dialog>
    </Section>
  )
}
