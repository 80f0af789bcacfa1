'use client'

import { useTranslations } from 'use-intl'
import { FolderFilter } from '#components/folders/folder-filter.tsx'
import { NewProcessButton } from '#components/processes/list/new-process-button.tsx'
import { useProcessColumns } from '#components/processes/list/process-columns.tsx'
import { processListRules, useProcesses } from '#components/processes/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useSelection } from '#components/shell/list/selection.ts'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import { Empty } from '#components/ui/states.tsx'

// Loaded with the first selected row.
const ProcessSelectionBar = loadedLater(
  () =>
    import('#components/processes/list/process-selection-bar.tsx').then(
      (module) => module.ProcessSelectionBar,
    ),
  ({ selection }) => selection.rows.length > 0,
)

/** The list of processes; active ones are kept up to date. */
export function ProcessesPage() {
  const t = useTranslations('processes')
  const listing = useListing(processListRules)
  const processes = useProcesses(listing.state)
  const selection = useSelection(processes.data?.data ?? [])
  const mayWrite = useCan('process.write')
  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={t('intro')}
        actions={mayWrite ? <NewProcessButton /> : null}
      />
      <ListTools listing={listing} searchLabel={t('search')} extra={<FolderFilter listing={listing} />} />
      {mayWrite ? <ProcessSelectionBar selection={selection} /> : null}
      <ListTable
        listing={listing}
        query={processes}
        label={t('title')}
        columns={useProcessColumns()}
        {...(mayWrite ? { selection } : {})}
        noMatch={t('noMatch')}
        empty={
          <Empty title={t('empty')} action={mayWrite ? <NewProcessButton /> : null}>
            {t('emptyText')}
          </Empty>
        }
      />
    </PageBody>
  )
}
