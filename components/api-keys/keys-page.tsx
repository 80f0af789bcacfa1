'use client'

import Link from 'next/link'
import { useState } from 'react'
import { QueryFault } from '#components/api/query-fault'
import { KeysTable } from '#components/api-keys/keys-table'
import { NewKeyButton } from '#components/api-keys/new-key'
import { useKeys } from '#components/api-keys/queries'
import { useMay } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Pager } from '#components/shell/pager'
import { Button } from '#components/ui/button'
import { Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'

/** The programs that may act for the tenant. */
export function KeysPage() {
  const [page, setPage] = useState(1)
  const keys = useKeys(page)
  const mayManage = useMay('api_key.manage')
  const list = keys.data
  return (
    <PageBody>
      <PageHead
        title="API keys"
        lead="For programs that work in your name. A key is shown once; keep it where your program’s secrets are."
        actions={
          <>
            <Button asChild look="quiet">
              <Link href="/developers">How to use one</Link>
            </Button>
            {mayManage ? <NewKeyButton /> : null}
          </>
        }
      />
      <Sheet>
        {keys.error ? (
          <QueryFault error={keys.error} onRetry={() => keys.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows label="Loading the keys" />
          </div>
        ) : list.data.length > 0 ? (
          <KeysTable keys={list.data} />
        ) : (
          <Empty title="No keys yet">
            With a key, a program sends papers for signature and fetches them when they are signed. Begin with
            a test key: it binds nobody and uses no quota.
          </Empty>
        )}
      </Sheet>
      {list ? (
        <Pager
          page={list.meta.current_page}
          lastPage={list.meta.last_page}
          more={list.links.next !== null}
          total={list.meta.total}
          onPage={setPage}
        />
      ) : null}
    </PageBody>
  )
}
