'use client'

import { ChartColumn } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { FolderFilter } from '#components/folders/folder-filter.tsx'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useSelection } from '#components/shell/list/selection.ts'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import { Empty } from '#components/ui/states.tsx'
import { useVault, vaultListRules } from '#components/vault/queries.ts'
import { useVaultColumns } from '#components/vault/vault-columns.tsx'

// Loaded with the first selected row.
const VaultSelectionBar = loadedLater(
  () => import('#components/vault/vault-selection-bar.tsx').then((module) => module.VaultSelectionBar),
  ({ selection }) => selection.rows.length > 0,
)

/** The list of vault documents. */
export function VaultPage() {
  const t = useTranslations('vault')
  const listing = useListing(vaultListRules)
  const vault = useVault(listing.state)
  const selection = useSelection(vault.data?.data ?? [])
  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={t('intro')}
        actions={
          <Button asChild>
            <Link href="/vault/statistics" prefetch={false}>
              <ChartColumn className="size-4" aria-hidden="true" />
              {t('statistics.title')}
            </Link>
          </Button>
        }
      />
      <ListTools listing={listing} searchLabel={t('search')} extra={<FolderFilter listing={listing} />} />
      <VaultSelectionBar selection={selection} mayWrite={useCan('vault.write')} />
      <ListTable
        listing={listing}
        query={vault}
        label={t('title')}
        columns={useVaultColumns()}
        selection={selection}
        noMatch={t('noMatch')}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </PageBody>
  )
}
