'use client'

import { Download, Package } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useNamesOf } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { RowLink } from '#components/ui/data-table.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { VaultMenu } from '#components/vault/vault-menu.tsx'
import { VaultStatus } from '#components/vault/vault-status.tsx'
import type { VaultRecord } from '#lib/vault/schema'

/** The columns of the vault. */
export function useVaultColumns(): Column<VaultRecord>[] {
  const formatSize = useFileSize()
  const t = useTranslations('vault')
  const namesOf = useNamesOf()
  return [
    {
      head: t('columns.name'),
      sort: 'name',
      cell: (document) => (
        <>
          <RowLink href={`/vault/${document.id}`} name={document.name}>
            <TestTag show={document.test_mode} />
            {document.legal_hold.on ? <Tag tone="warn">{t('hold.tag')}</Tag> : null}
          </RowLink>
          <span className="block truncate text-sm text-ink-soft">
            {t('signedBy', { names: namesOf(document.signers) })}
          </span>
          {document.legal_hold.reason ? (
            <span className="block truncate text-sm text-ink-soft" title={document.legal_hold.reason}>
              {t('hold.reason', { reason: document.legal_hold.reason })}
            </span>
          ) : null}
          {document.tags.length > 0 ? (
            <span className="mt-1 flex flex-wrap gap-1.5">
              {document.tags.map((tag) => (
                <Tag key={tag} className="max-w-48 truncate">
                  {tag}
                </Tag>
              ))}
            </span>
          ) : null}
        </>
      ),
    },
    {
      head: t('columns.signed'),
      sort: '-signed_at',
      className: 'text-sm text-ink-soft sm:w-32',
      cell: ({ signed_at }) => <Time at={signed_at} show="day" />,
    },
    {
      head: t('columns.size'),
      sort: '-size',
      phone: 'hidden',
      className: 'figures text-sm text-ink-soft sm:w-24',
      cell: ({ size }) => formatSize(size),
    },
    {
      head: t('columns.status'),
      phone: 'beside',
      className: 'sm:w-44',
      cell: ({ status }) => <VaultStatus status={status} />,
    },
    {
      head: t('columns.files'),
      headHidden: true,
      className: 'sm:w-32',
      cell: (document) => (
        <span className="relative z-10 mt-1 flex gap-1 sm:mt-0 sm:justify-end">
          <Button asChild size="icon-sm" variant="quiet">
            <a
              href={`/api/v1/vault/documents/${document.id}/package`}
              download
              title={t('package')}
              aria-label={t('packageOf', { name: document.name })}
            >
              <Package className="size-4" aria-hidden="true" />
            </a>
          </Button>
          <Button asChild size="icon-sm" variant="quiet">
            <a
              href={`/api/v1/vault/documents/${document.id}/download`}
              download
              title={t('pdf')}
              aria-label={t('pdfOf', { name: document.name })}
            >
              <Download className="size-4" aria-hidden="true" />
            </a>
          </Button>
          <VaultMenu document={document} />
        </span>
      ),
    },
  ]
}
