'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { ProcessTable } from '#components/processes/process-table'
import { useProcesses } from '#components/processes/queries'
import { useMay } from '#components/shell/account'
import { ListSheet, ListTools, useListing } from '#components/shell/listing'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Button } from '#components/ui/button'
import { Empty } from '#components/ui/states'

const states = [
  { value: '', label: 'Every state' },
  { value: 'sent,in_progress', label: 'Waiting for others' },
  { value: 'draft', label: 'Drafts' },
  { value: 'completed', label: 'Complete' },
  { value: 'refused', label: 'Refused' },
  { value: 'expired', label: 'Expired' },
  { value: 'cancelled', label: 'Cancelled' },
]

export function NewProcessButton() {
  return (
    <Button asChild look="primary">
      <Link href="/processes/new">
        <Plus className="size-4" aria-hidden="true" />
        New process
      </Link>
    </Button>
  )
}

/** All signature processes of the tenant, those at work kept up to date. */
export function ProcessesPage({ startStatus }: { startStatus: string }) {
  const listing = useListing(states.some((state) => state.value === startStatus) ? startStatus : '')
  const { search, choice: status, page } = listing
  const processes = useProcesses({ search, status, page })
  const mayWrite = useMay('process.write')
  return (
    <PageBody>
      <PageHead
        title="Processes"
        lead="Who signs what, and how far it is."
        actions={mayWrite ? <NewProcessButton /> : null}
      />
      <ListTools
        listing={listing}
        searchLabel="Search names and people"
        choiceLabel="State"
        choices={states}
      />
      <ListSheet
        listing={listing}
        answer={processes}
        loading="Loading the processes"
        empty={
          search || status ? (
            <Empty title="Nothing matches">
              No process fits this search. Try fewer words or every state.
            </Empty>
          ) : (
            <Empty title="Nothing to sign yet" action={mayWrite ? <NewProcessButton /> : null}>
              A process takes one or more documents to the people who sign them.
            </Empty>
          )
        }
      >
        {(items) => <ProcessTable processes={items} />}
      </ListSheet>
    </PageBody>
  )
}
