'use client'

import { useTranslations } from 'use-intl'
import { useDocumentColumns } from '#components/documents/list/document-columns.tsx'
import { DocumentGrid } from '#components/documents/list/document-grid.tsx'
import { ViewSwitch } from '#components/documents/list/view-switch.tsx'
import { documentListRules, useDocuments } from '#components/documents/queries.ts'
import { DropZone } from '#components/documents/upload/drop-zone.tsx'
import { UploadButton } from '#components/documents/upload/upload-button.tsx'
import { UploadList } from '#components/documents/upload/upload-list.tsx'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { FolderFilter } from '#components/folders/folder-filter.tsx'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useSelection } from '#components/shell/list/selection.ts'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import { Empty } from '#components/ui/states.tsx'

// Loaded with the first selected row.
const DocumentSelectionBar = loadedLater(
  () =>
    import('#components/documents/list/document-selection-bar.tsx').then(
      (module) => module.DocumentSelectionBar,
    ),
  ({ selection }) => selection.rows.length > 0,
)

/** The list of documents with a drop zone for uploads. */
export function DocumentsPage() {
  const t = useTranslations('documents')
  const { takesTextDocuments } = useUploads()
  const listing = useListing(documentListRules)
  const documents = useDocuments(listing.state)
  const mayWrite = useCan('document.write')
  const selection = useSelection(documents.data?.data ?? [])
  const shownFolder = listing.state.folder_id ?? ''
  const uploadFolder = shownFolder === 'none' ? '' : shownFolder
  const table = (
    <ListTable
      listing={listing}
      query={documents}
      label={t('title')}
      columns={useDocumentColumns(mayWrite)}
      {...(mayWrite ? { selection } : {})}
      renderRows={
        listing.state.view === 'grid'
          ? (rows, rowSelection) => <DocumentGrid documents={rows} selection={rowSelection} />
          : undefined
      }
      noMatch={t('noMatch')}
      empty={
        <Empty
          title={t('empty')}
          action={mayWrite ? <UploadButton label={t('upload.chooseFiles')} folderId={uploadFolder} /> : null}
        >
          {t(mayWrite ? 'emptyText' : 'emptyReadOnly')}
        </Empty>
      }
    />
  )

  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={t(takesTextDocuments ? 'introWithTextDocuments' : 'intro')}
        actions={
          <>
            {mayWrite ? <UploadButton folderId={uploadFolder} /> : null}
            <ViewSwitch listing={listing} />
          </>
        }
      />
      <UploadList />
      <ListTools listing={listing} searchLabel={t('search')} extra={<FolderFilter listing={listing} />} />
      <DocumentSelectionBar selection={selection} />
      <DropZone folderId={uploadFolder}>{table}</DropZone>
    </PageBody>
  )
}
