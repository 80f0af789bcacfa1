'use client'

import { Fragment } from 'react'
import { DocumentTable } from '#components/documents/document-table'
import { DropZone, UploadButton } from '#components/documents/drop-zone'
import { useDocuments } from '#components/documents/queries'
import { UploadList } from '#components/documents/upload-list'
import { useMay } from '#components/shell/account'
import { ListSheet, ListTools, useListing } from '#components/shell/listing'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Empty } from '#components/ui/states'

const states = [
  { value: '', label: 'Every state' },
  { value: 'uploaded', label: 'Ready' },
  { value: 'in_process', label: 'In a process' },
  { value: 'completed', label: 'Signed' },
]

/** The tenant's papers, and the place to drop new ones. */
export function DocumentsPage() {
  const listing = useListing()
  const { search, choice: status, page } = listing
  const documents = useDocuments({ search, status, page })
  const mayWrite = useMay('document.write')
  const Takes = mayWrite ? DropZone : Fragment

  return (
    <PageBody>
      <PageHead
        title="Documents"
        lead="PDF files, kept exactly as they came."
        actions={mayWrite ? <UploadButton /> : null}
      />
      <UploadList />
      <ListTools listing={listing} searchLabel="Search documents" choiceLabel="State" choices={states} />
      <Takes>
        <ListSheet
          listing={listing}
          answer={documents}
          loading="Loading the documents"
          empty={
            search || status ? (
              <Empty title="Nothing matches">
                No document fits this search. Try fewer words or every state.
              </Empty>
            ) : (
              <Empty
                title="The desk is empty"
                action={mayWrite ? <UploadButton label="Choose files" /> : null}
              >
                {mayWrite
                  ? 'Drop PDF files here, several at once if you like, or choose them. Nothing is changed in them until somebody signs.'
                  : 'Nobody has uploaded a document yet.'}
              </Empty>
            )
          }
        >
          {(items) => <DocumentTable documents={items} />}
        </ListSheet>
      </Takes>
    </PageBody>
  )
}
