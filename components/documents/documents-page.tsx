'use client'

import { documentColumns } from '#components/documents/document-columns.tsx'
import { DropZone, UploadButton } from '#components/documents/drop-zone.tsx'
import { documentRules, useDocuments } from '#components/documents/queries.ts'
import { UploadList } from '#components/documents/upload-list.tsx'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Empty } from '#components/ui/states.tsx'

/** The list of documents with a drop zone for uploads. */
export function DocumentsPage() {
  const listing = useListing(documentRules)
  const documents = useDocuments(listing.state)
  const mayWrite = useCan('document.write')
  const folder = listing.state.folder_id ?? ''
  const folderId = folder === 'none' ? '' : folder
  const table = (
    <ListTable
      listing={listing}
      query={documents}
      label="Documents"
      columns={documentColumns}
      empty={
        listing.isNarrowed ? (
          <Empty title="No results">No documents match. Try fewer words or all statuses.</Empty>
        ) : (
          <Empty
            title="No documents yet"
            action={mayWrite ? <UploadButton label="Choose files" folderId={folderId} /> : null}
          >
            {mayWrite
              ? 'Drop PDF files here, or choose them. Files are not changed until they are signed.'
              : 'No documents have been uploaded yet.'}
          </Empty>
        )
      }
    />
  )

  return (
    <PageBody>
      <PageHead
        title="Documents"
        intro="Your PDF files, stored exactly as uploaded."
        actions={mayWrite ? <UploadButton folderId={folderId} /> : null}
      />
      <UploadList />
      <ListTools listing={listing} searchLabel="Search documents" />
      {mayWrite ? <DropZone folderId={folderId}>{table}</DropZone> : table}
    </PageBody>
  )
}
