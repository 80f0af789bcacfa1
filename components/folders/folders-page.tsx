'use client'

import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFolderColumns } from '#components/folders/folder-columns.tsx'
import { FolderDialog } from '#components/folders/folder-dialog.tsx'
import { folderListRules, useFolderList } from '#components/folders/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'

function NewFolderButton() {
  const t = useTranslations('folders')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <FolderPlus className="size-4" aria-hidden="true" />
        {t('new')}
      </Button>
      <FolderDialog folder={null} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

/** The list of folders. */
export function FoldersPage() {
  const t = useTranslations('folders')
  const listing = useListing(folderListRules)
  const folders = useFolderList(listing.state)
  const mayManage = useCan('folder.manage')
  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={t('intro')}
        actions={mayManage ? <NewFolderButton /> : null}
      />
      <ListTools listing={listing} searchLabel={t('search')} />
      <ListTable
        listing={listing}
        query={folders}
        label={t('title')}
        columns={useFolderColumns(mayManage)}
        noMatch={t('noMatch')}
        empty={
          <Empty title={t('empty')} action={mayManage ? <NewFolderButton /> : null}>
            {t(mayManage ? 'emptyText' : 'emptyReadOnly')}
          </Empty>
        }
      />
    </PageBody>
  )
}
