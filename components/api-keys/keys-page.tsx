'use client'

import Link from 'next/link'
import { keyColumns } from '#components/api-keys/key-columns.tsx'
import { NewKeyButton } from '#components/api-keys/new-key.tsx'
import { keyRules, useKeys } from '#components/api-keys/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { ListTable } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'

/** The API keys of the tenant. */
export function KeysPage() {
  const listing = useListing(keyRules)
  const keys = useKeys(listing.state)
  const mayManage = useCan('api_key.manage')
  return (
    <PageBody>
      <PageHead
        title="API keys"
        intro="For programs that act on your behalf. A key is shown only once; store it securely."
        actions={
          <>
            <Button asChild variant="quiet">
              <Link href="/developers">API documentation</Link>
            </Button>
            {mayManage ? <NewKeyButton /> : null}
          </>
        }
      />
      <ListTable
        listing={listing}
        query={keys}
        label="API keys"
        columns={keyColumns}
        empty={
          <Empty title="No keys yet">
            With a key, a program sends documents for signature and downloads them when they are signed. Start
            with a test key: its documents are not binding and use no quota.
          </Empty>
        }
      />
    </PageBody>
  )
}
