'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useLanguageName } from '#components/settings/consent/language-name.ts'
import { consentsQuery } from '#components/settings/queries.ts'
import { ConsentText } from '#components/signing/consent-text.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ConsentRecord } from '#lib/identity/consent/schema'

function useConsentColumns(): Column<ConsentRecord & { id: string }>[] {
  const t = useTranslations('settings.consent')
  const languageName = useLanguageName()
  return [
    {
      head: t('columns.version'),
      cell: ({ version, locale, current }) => (
        <span className="flex min-w-0 items-baseline gap-2.5">
          <span className="truncate">
            {version}, {languageName(locale)}
          </span>
          {current ? <Tag>{t('inUse')}</Tag> : null}
        </span>
      ),
    },
    {
      head: t('columns.by'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-44 @max-2xl:hidden',
      cell: ({ created_by }) => created_by?.name,
    },
    {
      head: t('columns.since'),
      className: 'text-sm text-ink-soft sm:w-44',
      cell: ({ created_at }) => (created_at ? <Time at={created_at} /> : null),
    },
    {
      head: t('columns.text'),
      headHidden: true,
      phone: 'beside',
      className: 'sm:w-28 sm:text-right @2xl:w-40',
      cell: (consent) =>
        consent.text ? (
          <ShowButton consent={consent} text={consent.text} />
        ) : (
          <span className="text-sm text-ink-soft">{t('ended')}</span>
        ),
    },
  ]
}

/** The versions of own consent texts, latest first. */
export function ConsentHistory() {
  const t = useTranslations('settings.consent')
  const columns = useConsentColumns()
  const [page, setPage] = useState(1)
  const consents = useQuery({ ...consentsQuery(page), placeholderData: keepPreviousData })
  const rows = consents.data?.data.map((consent) => ({ ...consent, id: consent.version })) ?? []
  if (rows.length === 0)
    return <QueryErrorMessage error={consents.error} onRetry={() => consents.refetch()} />
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-medium">{t('history')}</h3>
      <Card>
        <DataTable label={t('versions')} columns={columns} rows={rows} />
      </Card>
      <div className="mt-3 flex gap-3">
        {page > 1 ? (
          <Button size="sm" onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
        ) : null}
        {consents.data?.links.next ? (
          <Button size="sm" onClick={() => setPage(page + 1)}>
            {t('older')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function ShowButton({ consent, text }: { consent: ConsentRecord; text: string }) {
  const t = useTranslations('settings.consent')
  const languageName = useLanguageName()
  const [open, setOpen] = useState(false)
  const title = t('version', { version: consent.version, language: languageName(consent.locale) })
  return (
    <>
      <Button size="sm" aria-label={t('showVersion', { version: title })} onClick={() => setOpen(true)}>
        {t('show')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} wide>
        <ConsentText text={text} label={title} className="max-h-[60dvh]" />
        <p className="mt-3 text-sm break-all text-ink-soft">{t('sha256', { hash: consent.sha256 ?? '' })}</p>
      </Dialog>
    </>
  )
}
