'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { QueryFault } from '#components/api/query-fault'
import { useMay } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Pager } from '#components/shell/pager'
import { SearchBox } from '#components/shell/search-box'
import { useTemplates } from '#components/templates/queries'
import { TemplateTable } from '#components/templates/template-table'
import { Button } from '#components/ui/button'
import { Select } from '#components/ui/input'
import { Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'

const orders = [
  { value: '-created_at', label: 'Newest first' },
  { value: '-usage_count', label: 'Most used first' },
  { value: 'name', label: 'By name' },
]

function NewTemplateButton() {
  return (
    <Button asChild look="primary">
      <Link href="/templates/new">
        <Plus className="size-4" aria-hidden="true" />
        New template
      </Link>
    </Button>
  )
}

/** The processes that start again and again. */
export function TemplatesPage() {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState('-created_at')
  const [page, setPage] = useState(1)
  const templates = useTemplates({ search, sort, page })
  const mayWrite = useMay('template.write')
  const list = templates.data
  return (
    <PageBody>
      <PageHead
        title="Templates"
        lead="Papers, roles and zones, ready for the next time."
        actions={mayWrite ? <NewTemplateButton /> : null}
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          label="Search templates"
          value={search}
          onChange={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        <Select
          aria-label="Order"
          value={sort}
          onChange={(event) => {
            setSort(event.target.value)
            setPage(1)
          }}
        >
          {orders.map((order) => (
            <option key={order.value} value={order.value}>
              {order.label}
            </option>
          ))}
        </Select>
      </div>
      <Sheet>
        {templates.error ? (
          <QueryFault error={templates.error} onRetry={() => templates.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows label="Loading the templates" />
          </div>
        ) : list.data.length > 0 ? (
          <TemplateTable templates={list.data} />
        ) : search ? (
          <Empty title="Nothing matches">No template fits this search. Try fewer words.</Empty>
        ) : (
          <Empty title="Nothing to start again yet" action={mayWrite ? <NewTemplateButton /> : null}>
            A template keeps the papers, the roles and their zones. Next time only names are missing.
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
