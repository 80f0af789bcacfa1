'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { useCan } from '#components/shell/account.ts'
import { Switch } from '#components/ui/choice.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** Whether PDFs with active content are rejected; only administrators can change it. */
export function ActiveContentSetting({ refused }: { refused: boolean }) {
  return useCan('tenant.manage') ? <Setting refused={refused} /> : refused ? 'Refused' : 'Accepted'
}

function Setting({ refused }: { refused: boolean }) {
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (refuse_active_content: boolean) =>
      api<ItemResponse<AccountRecord>>('PATCH', '/account', { refuse_active_content }),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      showToast(
        body.data.tenant.refuse_active_content
          ? 'PDFs with active content will be rejected.'
          : 'PDFs with active content will be accepted.',
      )
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <QueryErrorMessage error={change.error} />
      <Switch
        label="Reject PDFs with active content"
        hint="Scripts, actions that start programs, embedded files and XFA forms."
        checked={change.isPending ? change.variables : refused}
        onChange={(checked) => change.mutate(checked)}
        disabled={change.isPending}
      />
    </div>
  )
}
