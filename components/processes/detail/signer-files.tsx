'use client'

import { Paperclip } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

/** The files that a signer who has signed added to fields. */
export function SignerFiles({ process, signer }: { process: ProcessRecord; signer: SignerRecord }) {
  const t = useTranslations('processes.signer')
  const onFailure = useDownloadFailure()
  const attached = process.fields.flatMap(({ signer_id, label, attachment }) =>
    signer_id === signer.id && attachment ? [{ label, ...attachment }] : [],
  )
  if (attached.length === 0) return null
  return (
    <ul aria-label={t('attachments', { name: signer.name })} className="mt-2 flex flex-col gap-1 text-sm">
      {attached.map(({ id, label, name }) => (
        <li key={id} className="flex min-w-0 items-baseline gap-1.5">
          <Paperclip className="size-3.5 shrink-0 self-center text-ink-soft" aria-hidden="true" />
          <span className="min-w-0 break-words">
            {label ? <span className="text-ink-soft">{label}: </span> : null}
            <DownloadLink
              href={`/api/v1/signature-processes/${process.id}/attachments/${id}`}
              icon={null}
              onFailure={onFailure}
              className="text-accent underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </DownloadLink>
          </span>
        </li>
      ))}
    </ul>
  )
}
