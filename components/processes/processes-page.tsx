'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { QueryFault } from '#components/api/query-fault'
import { ProcessTable } from '#components/processes/process-table'
import { useProcesses } from '#components/processes/queries'
import { useMay } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Pager } from '#components/shell/pager'
import { SearchBox } from '#components/shell/search-box'
import { Button } from '#components/ui/button'
import { Select } from '#components/ui/input'
import { Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'

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
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState(states.some((state) => state.value === startStatus) ? startStatus : '')
  const [page, setPage] = useState(1)
  const processes = useProcesses({ search, status, page })
  const mayWrite = useMay('process.write')
  const list = processes.data
  return (
    <PageBody>
      <PageHead
        title="Processes"
        lead="Who signs what, and how far it is."
        actions={mayWrite ? <NewProcessButton /> : null}
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          label="Search names and people"
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
          {states.map((state) => (
            <option key={state.value} value={state.value}>
              {state.label}
            </option>
          ))}
        </Select>
      </div>
      <Sheet>
        {processes.error ? (
          <QueryFault error={processes.error} onRetry={() => processes.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows label="Loading the processes" />
          </div>
        ) : list.data.length > 0 ? (
          <ProcessTable processes={list.data} />
        ) : search || status ? (
          <Empty title="Nothing matches">No process fits this search. Try fewer words or every state.</Empty>
        ) : (
          <Empty title="Nothing to sign yet" action={mayWrite ? <NewProcessButton /> : null}>
            A process takes one or more documents to the people who sign them.
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
