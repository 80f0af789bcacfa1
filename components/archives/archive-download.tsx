'use client'

import { useTranslations } from 'use-intl'
import { ZipDownload } from '#components/archives/zip-download.tsx'
import type { ArchiveRecord } from '#lib/vault/schema'

/** Downloads the ZIP of an archive. */
export function ArchiveDownload({ archive }: { archive: ArchiveRecord }) {
  const t = useTranslations('archives')
  const { id, name, size } = archive
  return (
    <ZipDownload
      path={`/archives/${id}/download`}
      size={size}
      label={t('zip')}
      fullLabel={t('downloadOf', { name })}
      progressLabel={t('downloading', { name })}
      message={t('downloaded', { name })}
      className="sm:min-h-7"
    />
  )
}
