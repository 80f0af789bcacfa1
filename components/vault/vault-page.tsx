'use client'

import { ListTable, ListTools, useListing } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Empty } from '#components/ui/states.tsx'
import { useVault, vaultRules } from '#components/vault/queries.ts'
import { vaultColumns } from '#components/vault/vault-columns.tsx'

/** The list of vault documents. */
export function VaultPage() {
  const listing = useListing(vaultRules)
  const vault = useVault(listing.state)
  return (
    <PageBody>
      <PageHead title="Vault" intro="Completed documents with their evidence." />
      <ListTools listing={listing} searchLabel="Search names and tags" />
      <ListTable
        listing={listing}
        query={vault}
        label="Vault"
        columns={vaultColumns}
        empty={
          listing.isNarrowed ? (
            <Empty title="No results">No documents match this search.</Empty>
          ) : (
            <Empty title="The vault is empty">
              When everyone has signed a process, its sealed documents appear here with their certificate and
              trail.
            </Empty>
          )
        }
      />
    </PageBody>
  )
}
