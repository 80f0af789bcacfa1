'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { templateRules, useTemplates } from '#components/templates/queries.ts'
import { templateActions, templateColumns } from '#components/templates/template-columns.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'

function NewTemplateButton() {
  return (
    <Button asChild variant="primary">
      <Link href="/templates/new">
        <Plus className="size-4" aria-hidden="true" />
        New template
      </Link>
    </Button>
  )
}

/** The list of templates. */
export function TemplatesPage() {
  const listing = useListing(templateRules)
  const templates = useTemplates(listing.state)
  const mayWrite = useCan('template.write')
  return (
    <PageBody>
      <PageHead
        title="Templates"
        intro="Documents, roles and fields, ready to reuse."
        actions={
          <>
            <Button asChild>
              <Link href="/templates/lists">Lists</Link>
            </Button>
            {mayWrite ? <NewTemplateButton /> : null}
          </>
        }
      />
      <ListTools listing={listing} searchLabel="Search templates" />
      <ListTable
        listing={listing}
        query={templates}
        label="Templates"
        columns={mayWrite ? [...templateColumns, templateActions] : templateColumns}
        empty={
          listing.isNarrowed ? (
            <Empty title="No results">No templates match. Try fewer words.</Empty>
          ) : (
            <Empty title="No templates yet" action={mayWrite ? <NewTemplateButton /> : null}>
              A template stores documents, roles and fields. Next time you only add names.
            </Empty>
          )
        }
      />
    </PageBody>
  )
}
