'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useDocuments } from '#components/documents/queries.ts'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { Pager } from '#components/shell/list/pager.tsx'
import { SearchBox } from '#components/shell/list/search-box.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { Empty, SkeletonRows } from '#components/ui/states.tsx'

const ROWS_PER_PAGE = 8

interface ChooserProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Also offers documents of sent processes. */
  anyState: boolean
  /** The documents that are already chosen: ticked, and not to be chosen again. */
  excludedIds: number[]
  onChoose: (documents: DocumentSummary[]) => void
}

/** The dialog that adds uploaded documents to the form. */
export function DocumentChooser(props: ChooserProps) {
  const t = useTranslations('processes.chooser')
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      wide
      title={t('title')}
      description={t(props.anyState ? 'forTemplate' : 'forProcess')}
    >
      {props.open ? <DocumentChoice {...props} /> : null}
    </Dialog>
  )
}

function DocumentChoice({ anyState, onOpenChange, excludedIds, onChoose }: ChooserProps) {
  const formatSize = useFileSize()
  const t = useTranslations('processes')
  const tCommon = useTranslations('common')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<DocumentSummary[]>([])
  const documents = useDocuments(
    { search, status: anyState ? '' : 'uploaded', page: String(page) },
    ROWS_PER_PAGE,
  )
  const list = documents.data

  function toggle(document: DocumentSummary, isChosen: boolean) {
    setChosen((before) =>
      isChosen ? [...before, document] : before.filter((selected) => selected.id !== document.id),
    )
  }

  return (
    <div className="flex flex-col gap-4">
      <SearchBox
        label={t('chooser.search')}
        value={search}
        onChange={(text) => {
          setSearch(text)
          setPage(1)
        }}
      />
      {documents.error ? (
        <QueryErrorMessage error={documents.error} onRetry={() => documents.refetch()} />
      ) : !list ? (
        <SkeletonRows rows={4} />
      ) : list.data.length === 0 ? (
        <Empty title={search ? tCommon('noResults') : t('chooser.empty')} className="py-8">
          {t('chooser.emptyText')}
        </Empty>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {list.data.map((document) => (
            <li key={document.id} className="py-2.5">
              <Checkbox
                label={<span className="line-clamp-2">{document.name}</span>}
                hint={`${tCommon('pageCount', { count: document.page_count })}, ${formatSize(document.size)}`}
                checked={
                  excludedIds.includes(document.id) || chosen.some((selected) => selected.id === document.id)
                }
                disabled={excludedIds.includes(document.id)}
                onChange={(isChosen) => toggle(document, isChosen)}
              />
            </li>
          ))}
        </ul>
      )}
      {list ? (
        <Pager
          page={list.meta.current_page}
          lastPage={list.meta.last_page}
          more={list.links.next !== null}
          total={list.meta.total}
          onPage={setPage}
        />
      ) : null}
      <div className="dialog-actions">
        <Button onClick={() => onOpenChange(false)}>{tCommon('cancel')}</Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            onChoose(chosen)
            onOpenChange(false)
          }}
        >
          {chosen.length > 1 ? t('chooser.addMany', { count: chosen.length }) : t('chooser.add')}
        </Button>
      </div>
    </div>
  )
}
