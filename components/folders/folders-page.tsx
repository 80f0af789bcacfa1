'use client'

import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { folderActions, folderColumns } from '#components/folders/folder-columns.tsx'
import { FolderForm } from '#components/folders/folder-form.tsx'
import { folderRules, useFolderList } from '#components/folders/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { ListTable } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'

function NewFolderButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <FolderPlus className="size-4" aria-hidden="true" />
        New folder
      </Button>
      <FolderForm folder={null} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

/** The list of folders. */
export function FoldersPage() {
  const listing = useListing(folderRules)
  const folders = useFolderList(listing.state)
  const mayManage = useCan('folder.manage')
  return (
    <PageBody>
      <PageHead
        title="Folders"
        intro="Documents, processes and templates, and who may see them."
        actions={mayManage ? <NewFolderButton /> : null}
      />
      <ListTable
        listing={listing}
        query={folders}
        label="Folders"
        columns={mayManage ? [...folderColumns, folderActions] : folderColumns}
        empty={
          <Empty title="No folders yet" action={mayManage ? <NewFolderButton /> : null}>
            {mayManage
              ? 'A folder can be for everyone, or for the users you choose: only they see its records.'
              : 'An administrator has not given you access to a folder yet.'}
          </Empty>
        }
      />
    </PageBody>
  )
}
