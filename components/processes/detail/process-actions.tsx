'use client'

import { Download } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import { CancelButton } from '#components/processes/detail/cancel-button.tsx'
import { DeleteButton } from '#components/processes/detail/delete-button.tsx'
import { ReuseMenu } from '#components/processes/detail/reuse-menu.tsx'
import { hasEndedUnsigned } from '#components/processes/detail/start-again.ts'
import { VoidButton } from '#components/processes/detail/void-button.tsx'
import { InPersonButton } from '#components/processes/sharing/in-person-button.tsx'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { isLive } from '#lib/processes/facts'
import { processCan } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

/** The actions that the state of the process permits. */
export function ProcessActions({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.actions')
  const tCommon = useTranslations('common')
  const mayWrite = useCan('process.write')
  const onFailure = useDownloadFailure()
  const path = `/api/v1/signature-processes/${process.id}`
  const remaining = process.documents.filter((document) => !document.deleted_at)
  // The last one is downloaded as a PDF, not in a ZIP.
  const query = remaining.length === 1 ? `?document_id=${remaining[0]!.id}` : ''
  return (
    <>
      {processCan.download(process).allowed && remaining.length > 0 ? (
        <>
          <Button asChild>
            <DownloadLink href={`${path}/certificate`} icon={null} onFailure={onFailure}>
              {t('certificate')}
            </DownloadLink>
          </Button>
          <Button asChild variant="primary">
            <DownloadLink
              href={`${path}/download-signed-pdf${query}`}
              icon={<Download className="size-4" aria-hidden="true" />}
              onFailure={onFailure}
            >
              {t('signedFiles', { count: remaining.length })}
            </DownloadLink>
          </Button>
        </>
      ) : null}
      {mayWrite && hasEndedUnsigned(process) ? (
        <Button asChild variant="primary">
          <Link href={`/processes/new?process=${process.id}`}>
            {t(process.seal_blocked ? 'replaceDocument' : 'startAgain')}
          </Link>
        </Button>
      ) : null}
      <InPersonButton process={process} />
      {mayWrite && process.status === 'completed' ? <VoidButton process={process} /> : null}
      {mayWrite && isLive(process) ? <CancelButton process={process} /> : null}
      {mayWrite && processCan.delete(process).allowed ? <DeleteButton process={process} /> : null}
      {mayWrite && processCan.edit(process).allowed ? (
        <>
          <Button asChild>
            <Link href={`/processes/${process.id}/edit`}>{tCommon('edit')}</Link>
          </Button>
          <Button asChild variant="primary">
            <Link href={`/processes/${process.id}/prepare`}>{t('placeAndSend')}</Link>
          </Button>
        </>
      ) : null}
      <ReuseMenu process={process} />
    </>
  )
}
