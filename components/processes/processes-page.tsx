'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { processColumns } from '#components/processes/process-columns.tsx'
import { processRules, useProcesses } from '#components/processes/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'

export function NewProcessButton() {
  return (
    <Button asChild variant="primary">
      <Link href="/processes/new">
        <Plus className="size-4" aria-hidden="true" />
        New process
      </Link>
    </Button>
  )
}

/** The list of processes; active ones are kept up to date. */
export function ProcessesPage() {
  const listing = useListing(processRules)
  const processes = useProcesses(listing.state)
  const mayWrite = useCan('process.write')
  return (
    <PageBody>
      <PageHead
        title="Processes"
        intro="Your signature processes and their status."
        actions={mayWrite ? <NewProcessButton /> : null}
      />
      <ListTools listing={listing} searchLabel="Search names and people" />
      <ListTable
        listing={listing}
        query={processes}
        label="Processes"
        columns={processColumns}
        empty={
          listing.isNarrowed ? (
            <Empty title="No results">No processes match. Try fewer words or all statuses.</Empty>
          ) : (
            <Empty title="No processes yet" action={mayWrite ? <NewProcessButton /> : null}>
              A process takes one or more documents to the people who sign them.
            </Empty>
          )
        }
      />
    </PageBody>
  )
}
