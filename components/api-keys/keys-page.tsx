'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Embedding } from '#components/api-keys/embedding.tsx'
import { useKeyColumns } from '#components/api-keys/key-columns.tsx'
import { NewKeyButton } from '#components/api-keys/new-key.tsx'
import { keyListRules, useKeys } from '#components/api-keys/queries.ts'
import { useAccount, useCan } from '#components/shell/account.ts'
import { ListTable } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'

/** The API keys of the tenant. */
export function KeysPage() {
  const t = useTranslations('apiKeys')
  const listing = useListing(keyListRules)
  const keys = useKeys(listing.state)
  const mayCreate = useCan('api_key.create')
  const maySetOrigins = useCan('tenant.manage')
  const account = useAccount()
  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={t('intro')}
        actions={
          <>
            <Button asChild variant="quiet">
              <Link href="/developers">{t('documentation')}</Link>
            </Button>
            {mayCreate ? <NewKeyButton /> : null}
          </>
        }
      />
      <ListTable
        listing={listing}
        query={keys}
        label={t('title')}
        columns={useKeyColumns()}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
      {maySetOrigins && account.data ? <Embedding origins={account.data.tenant.embed_origins} /> : null}
    </PageBody>
  )
}
