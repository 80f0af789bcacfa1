'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useChangeAccount } from '#components/settings/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Switch } from '#components/ui/form/choice.tsx'
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
  const setRejection = (refuse_active_content: boolean) =>
    change.mutate(
      { refuse_active_content },
      { onSuccess: () => showToast(t(refuse_active_content ? 'willReject' : 'willAccept')) },
    )
  const pendingRejection = change.isPending ? change.variables.refuse_active_content : undefined
  return (
    <div className="flex flex-col gap-3">
      <QueryErrorMessage error={change.error} />
      <Switch
        label={t('label')}
        hint={t('hint')}
        checked={pendingRejection ?? isRejected}
        onChange={setRejection}
        disabled={change.isPending}
      />
    </div>
  )
}
