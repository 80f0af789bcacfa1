'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { FolderFilter } from '#components/folders/folder-filter.tsx'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { templateListRules, useTemplates } from '#components/templates/queries.ts'
import { useTemplateColumns } from '#components/templates/template-columns.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'

function NewTemplateButton() {
  const t = useTranslations('templates')
  return (
    <Button asChild variant="primary">
      <Link href="/templates/new">
        <Plus className="size-4" aria-hidden="true" />
        {t('new')}
      </Link>
    </Button>
  )
}

/** The list of templates. */
export function TemplatesPage() {
  const t = useTranslations('templates')
  const listing = useListing(templateListRules)
  const templates = useTemplates(listing.state)
  const mayWrite = useCan('template.write')
  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={t('intro')}
        actions={
          <>
            <Button asChild>
              <Link href="/templates/lists">{t('lists')}</Link>
            </Button>
            {mayWrite ? <NewTemplateButton /> : null}
          </>
        }
      />
      <ListTools listing={listing} searchLabel={t('search')} extra={<FolderFilter listing={listing} />} />
      <ListTable
        listing={listing}
        query={templates}
        label={t('title')}
        columns={useTemplateColumns(mayWrite)}
        noMatch={t('noMatch')}
        empty={
          <Empty title={t('empty')} action={mayWrite ? <NewTemplateButton /> : null}>
            {t('emptyText')}
          </Empty>
        }
      />
    </PageBody>
  )
}
