import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useVerifySender } from '#components/settings/queries.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { CopyField } from '#components/ui/copy/copy-field.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SenderRecord } from '#lib/identity/sender/schema'

const tones = { none: 'plain', unverified: 'plain', verified: 'good', lost: 'danger' } as const

/** The records that the domain of the sender needs, to copy, and whether they are found. */
export function SenderRecords({ sender, className }: { sender: SenderRecord; className: string }) {
  const t = useTranslations('settings.sender')
  const verify = useVerifySender()
  const domain = sender.address?.split('@').at(-1) ?? ''
  const { status } = sender
  return (
    <Section
      className={className}
      title={t('records')}
      headerActions={
        status === 'none' ? null : (
          <Badge tone={tones[status]} hollow={status === 'unverified'}>
            {t(`statuses.${status}`)}
          </Badge>
        )
      }
    >
      <p className="text-sm text-ink-soft">{t('recordsHint', { domain })}</p>
      {sender.records.map((record, index) => (
        <fieldset key={record.name} className="mt-6">
          <legend className="flex w-full items-center justify-between gap-4 font-medium">
            {index === 0 ? t('proof') : t('key')}
            <Badge tone={record.found ? 'good' : 'plain'} hollow={!record.found}>
              {record.found ? t('found') : t('notFound')}
            </Badge>
          </legend>
          <div className="mt-3 grid gap-3">
            <CopyField label={`${t('recordName')} (${record.type})`} value={record.name} />
            <CopyField label={t('recordValue')} value={record.value} />
          </div>
        </fieldset>
      ))}
      <QueryErrorMessage error={verify.error} className="mt-6" />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={verify.isPending} onClick={() => verify.mutate()}>
          {t('verify')}
        </Button>
        {sender.checked_at ? (
          <p role="status" className="text-sm text-ink-soft">
            {t('checked')}: <Time at={sender.checked_at} />
          </p>
        ) : null}
      </div>
    </Section>
  )
}
