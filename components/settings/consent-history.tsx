'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { consentLanguage } from '#components/settings/consent-language.ts'
import { consentsQuery } from '#components/settings/queries.ts'
import { ConsentText } from '#components/signing/consent-text.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DataTable } from '#components/ui/data-table.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ConsentRecord } from '#lib/identity/consent/schema'

const columns: Column<ConsentRecord & { id: string }>[] = [
  {
    head: 'Version',
    cell: ({ version, locale, current }) => (
      <span className="flex min-w-0 items-baseline gap-2.5">
        <span className="truncate">
          {version}, {consentLanguage(locale)}
        </span>
        {current ? <Tag>in use</Tag> : null}
      </span>
    ),
  },
  {
    head: 'By',
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-44',
    cell: (row) => row.created_by?.name,
  },
  {
    head: 'Since',
    className: 'text-sm text-ink-soft sm:w-48',
    cell: ({ created_at }) => (created_at ? <Time at={created_at} /> : null),
  },
  {
    head: 'Text',
    quiet: true,
    phone: 'beside',
    className: 'sm:w-40 sm:text-right',
    cell: (consent) =>
      consent.text ? (
        <ShowButton consent={consent} text={consent.text} />
      ) : (
        <span className="text-sm text-ink-soft">own text ended</span>
      ),
  },
]

/** The versions of own consent texts, latest first. */
export function ConsentHistory() {
  const [page, setPage] = useState(1)
  const consents = useQuery({ ...consentsQuery(page), placeholderData: keepPreviousData })
  const rows = consents.data?.data.map((consent) => ({ ...consent, id: consent.version })) ?? []
  if (rows.length === 0)
    return <QueryErrorMessage error={consents.error} onRetry={() => consents.refetch()} />
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-medium">History</h3>
      <Card>
        <DataTable label="Versions of the consent text" columns={columns} rows={rows} />
      </Card>
      <div className="mt-3 flex gap-3">
        {page > 1 ? (
          <Button size="sm" onClick={() => setPage(page - 1)}>
            Newer
          </Button>
        ) : null}
        {consents.data?.links.next ? (
          <Button size="sm" onClick={() => setPage(page + 1)}>
            Older
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function ShowButton({ consent, text }: { consent: ConsentRecord; text: string }) {
  const [open, setOpen] = useState(false)
  const title = `Version ${consent.version}, ${consentLanguage(consent.locale)}`
  return (
    <>
      <Button size="sm" aria-label={`Show: ${title}`} onClick={() => setOpen(true)}>
        Show
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} wide>
        <ConsentText text={text} label={title} className="max-h-[60dvh]" />
        <p className="mt-3 text-sm break-all text-ink-soft">SHA-256 {consent.sha256}</p>
      </Dialog>
    </>
  )
}
