'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, query } from '#components/api/client'
import type { Many } from '#components/api/records'
import { ListSheet, ListTools, useListing } from '#components/shell/listing'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Empty } from '#components/ui/states'
import { VaultTable } from '#components/vault/vault-table'
import type { VaultRecord } from '#lib/vault/schema'

const REFRESH_MS = 15_000

const states = [
  { value: '', label: 'All but archived' },
  { value: 'active', label: 'Active' },
  { value: 'expiring', label: 'Expiring' },
  { value: 'expired', label: 'Expired' },
  { value: 'archived', label: 'Archived' },
]

/** Every sealed paper, kept and found again. */
export function VaultPage() {
  const listing = useListing()
  const { search, choice: status, page } = listing
  const vault = useQuery({
    queryKey: ['vault', { search, status, page }],
    queryFn: ({ signal }) =>
      api<Many<VaultRecord>>('GET', `/vault/documents${query({ search, status, page })}`, undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  return (
    <PageBody>
      <PageHead title="Vault" lead="The sealed papers, with everything that proves them." />
      <ListTools listing={listing} searchLabel="Search names and tags" choiceLabel="State" choices={states} />
      <ListSheet
        listing={listing}
        answer={vault}
        loading="Loading the vault"
        empty={
          search || status ? (
            <Empty title="Nothing matches">No sealed paper fits this search.</Empty>
          ) : (
            <Empty title="The vault is empty">
              As soon as everybody has signed a process, its sealed papers lie here, with their certificate
              and trail.
            </Empty>
          )
        }
      >
        {(items) => <VaultTable papers={items} />}
      </ListSheet>
    </PageBody>
  )
}
