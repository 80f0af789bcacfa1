'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { useCan } from '#components/shell/account.ts'
import { Switch } from '#components/ui/choice.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** Whether PDFs with active content are rejected; only administrators can change it. */
export function ActiveContentSetting({ isRejected }: { isRejected: boolean }) {
  const t = useTranslations('settings.activeContent')
  if (useCan('tenant.manage')) return <Setting isRejected={isRejected} />
  return t(isRejected ? 'rejected' : 'accepted')
}

function Setting({ isRejected }: { isRejected: boolean }) {
  const t = useTranslations('settings.activeContent')
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (refuse_active_content: boolean) =>
      api<ItemResponse<AccountRecord>>('PATCH', '/account', { refuse_active_content }),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      showToast(t(body.data.tenant.refuse_active_content ? 'willReject' : 'willAccept'))
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <QueryErrorMessage error={change.error} />
      <Switch
        label={t('label')}
        hint={t('hint')}
        checked={change.isPending ? change.variables : isRejected}
        onChange={(checked) => change.mutate(checked)}
        disabled={change.isPending}
      />
    </div>
  )
}
