'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useDocuments } from '#components/documents/queries.ts'
import { Pager } from '#components/shell/pager.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/choice.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Empty, SkeletonRows } from '#components/ui/states.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

const ROWS = 8

interface ChooserProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Also offers documents of sent processes. */
  anyState: boolean
  /** The documents that are already chosen. */
  excludedIds: number[]
  onChoose: (documents: DocumentRecord[]) => void
}

export function DocumentChooser(props: ChooserProps) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      wide
      title="Choose documents"
      description={
        props.anyState ? 'The template uses them as uploaded.' : 'Documents that are not in a sent process.'
      }
    >
      {props.open ? <Choice {...props} /> : null}
    </Dialog>
  )
}

function Choice({ anyState, onOpenChange, excludedIds, onChoose }: ChooserProps) {
  const t = useTranslations('documents')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<DocumentRecord[]>([])
  const documents = useDocuments({ search, status: anyState ? '' : 'uploaded', page: String(page) }, ROWS)
  const list = documents.data
  const choices = list?.data.filter((document) => !excludedIds.includes(document.id)) ?? []

  function toggle(document: DocumentRecord, on: boolean) {
    setChosen((before) =>
      on ? [...before, document] : before.filter((selected) => selected.id !== document.id),
    )
  }

  return (
    <div className="flex flex-col gap-4">
      <SearchBox
        label="Search documents"
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
      ) : choices.length === 0 ? (
        <Empty title={search ? 'No results' : 'No documents available'} className="py-8">
          Upload the file you want to have signed.
        </Empty>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {choices.map((document) => (
            <li key={document.id} className="py-2.5">
              <Checkbox
                label={<span className="line-clamp-2">{document.name}</span>}
                hint={`${t('pages', { count: document.page_count })}, ${document.size_formatted}`}
                checked={chosen.some((selected) => selected.id === document.id)}
                onChange={(on) => toggle(document, on)}
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
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            onChoose(chosen)
            onOpenChange(false)
          }}
        >
          {chosen.length > 1 ? `Add ${chosen.length} documents` : 'Add'}
        </Button>
      </div>
    </div>
  )
}
