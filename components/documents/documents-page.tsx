'use client'

import { useState } from 'react'
import { QueryFault } from '#components/api/query-fault'
import { DocumentTable } from '#components/documents/document-table'
import { DropZone, UploadButton } from '#components/documents/drop-zone'
import { useDocuments } from '#components/documents/queries'
import { UploadList } from '#components/documents/upload-list'
import { useMay } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Pager } from '#components/shell/pager'
import { SearchBox } from '#components/shell/search-box'
import { Select } from '#components/ui/input'
import { Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'

/** The tenant's papers, and the place to drop new ones. */
export function DocumentsPage() {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const [page, setPage] = useState(1)
  const documents = useDocuments({ search, status, page })
  const mayWrite = useMay('document.write')
  const filtered = search !== '' || status !== ''
  const list = documents.data

  return (
    <PageBody>
      <PageHead
        title="Documents"
        lead="PDF files, kept exactly as they came."
        actions={mayWrite ? <UploadButton /> : null}
      />
      <UploadList />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          label="Search documents"
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
          <option value="">Every state</option>
          <option value="uploaded">Ready</option>
          <option value="in_process">In a process</option>
          <option value="completed">Signed</option>
        </Select>
      </div>
      <DropZone>
        <Sheet>
          {documents.error ? (
            <QueryFault error={documents.error} onRetry={() => documents.refetch()} className="m-4" />
          ) : !list ? (
            <div className="px-5">
              <SkeletonRows label="Loading the documents" />
            </div>
          ) : list.data.length > 0 ? (
            <DocumentTable documents={list.data} />
          ) : filtered ? (
            <Empty title="Nothing matches">
              No document fits this search. Try fewer words or every state.
            </Empty>
          ) : (
            <Empty title="The desk is empty" action={mayWrite ? <UploadButton label="Choose files" /> : null}>
              {mayWrite
                ? 'Drop PDF files here, several at once if you like, or choose them. Nothing is changed in them until somebody signs.'
                : 'Nobody has uploaded a document yet.'}
            </Empty>
          )}
        </Sheet>
      </DropZone>
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
