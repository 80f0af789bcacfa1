'use client'

import { Download, Package } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import { useNameList } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { VaultLabels } from '#components/vault/vault-labels.tsx'
import { VaultMenu } from '#components/vault/vault-menu.tsx'
import { VaultStatus } from '#components/vault/vault-status.tsx'
import type { VaultRecord } from '#lib/vault/schema'

/** The columns of the vault. */
export function useVaultColumns(): Column<VaultRecord>[] {
  const formatSize = useFileSize()
  const t = useTranslations('vault')
  const common = useTranslations('common')
  const formatNames = useNameList()
  const onFailure = useDownloadFailure()
  return [
    {
      head: common('name'),
      sort: 'name',
      cell: (document) => <VaultName document={document} />,
    },
    {
      head: t('signers'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-32 @max-4xl:hidden @5xl:w-52 @6xl:w-64',
      cell: ({ signers }) => (
        <span className="line-clamp-2 break-words" title={signers.map(({ name }) => name).join(', ')}>
          {formatNames(signers)}
        </span>
      ),
    },
    {
      head: t('columns.signed'),
      sort: '-signed_at',
      className: 'text-sm text-ink-soft sm:w-28 @4xl:w-40',
      cell: ({ signed_at }) => (
        // On a phone as high as the buttons beside it.
        <span className="block max-sm:leading-8">
          <Time at={signed_at} show="day" />
        </span>
      ),
    },
    {
      head: t('facts.retention'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-36 @max-6xl:hidden',
      cell: ({ expires_at }) => <Time at={expires_at} show="day" />,
    },
    {
      head: common('size'),
      sort: '-size',
      phone: 'hidden',
      className: 'figures text-sm text-ink-soft sm:w-22 @max-3xl:hidden',
      cell: ({ size }) => formatSize(size),
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'truncate sm:w-32 @5xl:w-40',
      cell: (document) => <VaultStatus document={document} />,
    },
    {
      head: t('columns.files'),
      headHidden: true,
      phone: 'corner',
      className: 'sm:w-32',
      cell: (document) => (
        <span className="relative z-10 flex gap-1 sm:-my-1 sm:justify-end">
          <Button asChild size="icon-sm" variant="quiet">
            <DownloadLink
              href={`/api/v1/vault/documents/${document.id}/package`}
              icon={<Package className="size-4" aria-hidden="true" />}
              onFailure={onFailure}
              title={t('package')}
              aria-label={t('packageOf', { name: document.name })}
            />
          </Button>
          <Button asChild size="icon-sm" variant="quiet">
            <DownloadLink
              href={`/api/v1/vault/documents/${document.id}/download`}
              icon={<Download className="size-4" aria-hidden="true" />}
              onFailure={onFailure}
              title={t('pdf')}
              aria-label={t('pdfOf', { name: document.name })}
            />
          </Button>
          <VaultMenu document={document} />
        </span>
      ),
    },
  ]
}

/**
 * The name of a vault document with legal hold and tags; below it its process, if that has another name, and on a
 * phone the people.
 */
function VaultName({ document }: { document: VaultRecord }) {
  const t = useTranslations('vault')
  const formatNames = useNameList()
  return (
    <span className="block min-w-0">
      <span className="block min-w-0 sm:flex sm:items-center sm:gap-2">
        <RowLink href={`/vault/${document.id}`} name={document.name}>
          <TestTag show={document.test_mode} />
        </RowLink>
        <VaultLabels document={document} />
      </span>
      {document.process_name === document.name ? null : (
        <span className="block truncate text-sm text-ink-soft" title={document.process_name}>
          {t('ofProcess', { name: document.process_name })}
        </span>
      )}
      <span className="block truncate text-sm text-ink-soft sm:hidden">
        {t('signedBy', { names: formatNames(document.signers) })}
      </span>
    </span>
  )
}
