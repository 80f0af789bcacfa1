'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useChangeAccount } from '#components/settings/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { SavedSwitch } from '#components/ui/form/saved-switch.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** Whether PDFs with active content are rejected; only administrators can change it. */
export function ActiveContentSetting({ isRejected }: { isRejected: boolean }) {
  const t = useTranslations('settings.activeContent')
  if (useCan('tenant.manage')) return <Setting isRejected={isRejected} />
  return t(isRejected ? 'rejected' : 'accepted')
}

function Setting({ isRejected }: { isRejected: boolean }) {
  const t = useTranslations('settings.activeContent')
  const showToast = useToast()
  const change = useChangeAccount()
  async function setRejection(refuse_active_content: boolean) {
    await change.mutateAsync({ refuse_active_content })
    showToast(t(refuse_active_content ? 'willReject' : 'willAccept'))
  }
  return (
    <div className="flex flex-col gap-3">
      <QueryErrorMessage error={change.error} />
      <SavedSwitch label={t('label')} hint={t('hint')} isOn={isRejected} save={setRejection} />
    </div>
  )
}
