'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, query } from '#components/api/client'
import { QueryFault } from '#components/api/query-fault'
import type { Many } from '#components/api/records'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Pager } from '#components/shell/pager'
import { SearchBox } from '#components/shell/search-box'
import { Select } from '#components/ui/input'
import { Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'
import { VaultTable } from '#components/vault/vault-table'
import type { VaultRecord } from '#lib/vault/schema'

const REFRESH_MS = 15_000

/** Every sealed paper, kept and found again. */
export function VaultPage() {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const [page, setPage] = useState(1)
  const vault = useQuery({
    queryKey: ['vault', { search, status, page }],
    queryFn: ({ signal }) =>
      api<Many<VaultRecord>>('GET', `/vault/documents${query({ search, status, page })}`, undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const list = vault.data
  return (
    <PageBody>
      <PageHead title="Vault" lead="The sealed papers, with everything that proves them." />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          label="Search names and tags"
          value={search}
          onChange={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        <Select
          aria-label="State"
          value={status}
          onChange={(event) => {
            setStatus(event.target.value)
            setPage(1)
          }}
        >
          <option value="">All but archived</option>
          <option value="active">Active</option>
          <option value="expiring">Expiring</option>
          <option value="expired">Expired</option>
          <option value="archived">Archived</option>
        </Select>
      </div>
      <Sheet>
        {vault.error ? (
          <QueryFault error={vault.error} onRetry={() => vault.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows label="Loading the vault" />
          </div>
        ) : list.data.length > 0 ? (
          <VaultTable papers={list.data} />
        ) : search || status ? (
          <Empty title="Nothing matches">No sealed paper fits this search.</Empty>
        ) : (
          <Empty title="The vault is empty">
            As soon as everybody has signed a process, its sealed papers lie here, with their certificate and
            trail.
          </Empty>
        )}
      </Sheet>
      {list ? (
        <Pager
          page={list.meta.current_page}
          lastPage={list.meta.last_page}
          total={list.meta.total}
          onPage={setPage}
        />
      ) : null}
    </PageBody>
  )
}
