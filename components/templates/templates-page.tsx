'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useMay } from '#components/shell/account'
import { ListSheet, ListTools, useListing } from '#components/shell/listing'
import { PageBody, PageHead } from '#components/shell/page-head'
import { useTemplates } from '#components/templates/queries'
import { TemplateTable } from '#components/templates/template-table'
import { Button } from '#components/ui/button'
import { Empty } from '#components/ui/states'

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
  const listing = useListing('-created_at')
  const { search, choice: sort, page } = listing
  const templates = useTemplates({ search, sort, page })
  const mayWrite = useMay('template.write')
  return (
    <PageBody>
      <PageHead
        title="Templates"
        lead="Papers, roles and zones, ready for the next time."
        actions={mayWrite ? <NewTemplateButton /> : null}
      />
      <ListTools listing={listing} searchLabel="Search templates" choiceLabel="Order" choices={orders} />
      <ListSheet
        listing={listing}
        answer={templates}
        loading="Loading the templates"
        empty={
          search ? (
            <Empty title="Nothing matches">No template fits this search. Try fewer words.</Empty>
          ) : (
            <Empty title="Nothing to start again yet" action={mayWrite ? <NewTemplateButton /> : null}>
              A template keeps the papers, the roles and their zones. Next time only names are missing.
            </Empty>
          )
        }
      >
        {(items) => <TemplateTable templates={items} />}
      </ListSheet>
    </PageBody>
  )
}
