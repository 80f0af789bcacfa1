'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useFolderRow } from '#components/folders/move-folder.tsx'
import { useConfirmationRow } from '#components/processes/confirmation-row.ts'
import { Facts } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import { hasExpiry, isLive } from '#lib/processes/facts'
import type { ProcessRecord } from '#lib/processes/schema'

/** The folder, the dates and the options of a process. */
export function ProcessFacts({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.facts')
  const tKinds = useTranslations('processes.signatureKinds')
  const { options } = process
  const folderRow = useFolderRow({ kind: 'process', record: process })
  const confirmationRow = useConfirmationRow(process.signers, options)
  return (
    <Facts
      rows={[
        ...folderRow,
        ...(process.template
          ? [
              {
                name: t('template'),
                value: (
                  <Link href={`/templates/${process.template.id}`} className="text-accent hover:underline">
                    {t('templateVersion', { number: process.template.version })}
                  </Link>
                ),
              },
            ]
          : []),
        ...(process.sent_at ? [{ name: t('sent'), value: <Time at={process.sent_at} /> }] : []),
        ...(process.completed_at
          ? [{ name: t('completed'), value: <Time at={process.completed_at} /> }]
          : []),
        ...(hasExpiry(process)
          ? [
              {
                name: t('expires'),
                value: process.expires_at ? (
                  <Time at={process.expires_at} show="day" />
                ) : (
                  t('expiresAfter', { days: options.expires_in_days })
                ),
              },
            ]
          : []),
        confirmationRow,
        {
          name: tKinds('title'),
          value: options.signature_kinds.map((kind) => tKinds(kind)).join(', '),
        },
        { name: t('emails'), value: t(options.enable_notifications ? 'emailsOn' : 'emailsOff') },
        { name: t('delegation'), value: t(options.allow_delegation ? 'allowed' : 'notAllowed') },
        { name: t('downloadFirst'), value: t(options.allow_download_first ? 'allowed' : 'notAllowed') },
        ...(options.embed_evidence ? [{ name: t('embedEvidence'), value: t('embedEvidenceIn') }] : []),
        ...(isLive(process)
          ? [
              {
                name: t('reminders'),
                value:
                  options.reminder_days && options.enable_notifications
                    ? t('remindersEvery', { days: options.reminder_days })
                    : t('remindersOff'),
              },
            ]
          : []),
        ...(options.message
          ? [{ name: t('message'), value: <span className="font-serif italic">{options.message}</span> }]
          : []),
        ...(process.created_by ? [{ name: t('createdBy'), value: process.created_by.name }] : []),
        ...(process.sent_by && process.sent_by.id !== process.created_by?.id
          ? [{ name: t('sentBy'), value: process.sent_by.name }]
          : []),
      ]}
    />
  )
}
