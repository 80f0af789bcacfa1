'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Archive } from '#components/settings/emails/archive.tsx'
import { EndNotice } from '#components/settings/emails/end-notice.tsx'
import { SenderForm } from '#components/settings/emails/sender-form.tsx'
import { SenderRecords } from '#components/settings/emails/sender-records.tsx'
import { archiveQuery, senderQuery, useRemoveSender } from '#components/settings/queries.ts'
import { RemoveButton } from '#components/settings/remove-button.tsx'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { PageBody } from '#components/shell/page-head.tsx'
import { Section } from '#components/ui/card.tsx'

/** Who the emails of the organisation come from, and who gets copies; for administrators. */
export function EmailsPage() {
  const t = useTranslations('settings.sender')
  const sender = useQuery({ ...senderQuery, select: (body) => body.data })
  const archive = useQuery({ ...archiveQuery, select: (body) => body.data })
  const tenant = useAccount().data?.tenant
  const remove = useRemoveSender()
  const isSet = sender.data?.address != null
  return (
    <PageBody>
      <SettingsHead page="emails" />
      <QueryErrorMessage error={sender.error} className="mb-6" onRetry={() => sender.refetch()} />
      <QueryErrorMessage error={archive.error} className="mb-6" onRetry={() => archive.refetch()} />
      {sender.data && archive.data ? (
        // The records are below the sender that needs them, on a wide screen beside the whole column.
        <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2 xl:grid-rows-[auto_auto_1fr]">
          <Section
            title={t('title')}
            headerActions={isSet ? <RemoveButton subject="sender" remove={remove} /> : null}
          >
            <SenderForm sender={sender.data} />
          </Section>
          {isSet ? (
            <SenderRecords sender={sender.data} className="xl:col-start-2 xl:row-span-3 xl:row-start-1" />
          ) : null}
          <Archive archive={archive.data} />
          {tenant ? <EndNotice tenant={tenant} /> : null}
        </div>
      ) : null}
    </PageBody>
  )
}
