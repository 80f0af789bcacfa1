'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { One } from '#components/api/records.ts'
import { useMay } from '#components/shell/account.ts'
import { Switch } from '#components/ui/choice.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** Whether PDFs with active content are refused: a switch for administrators, a fact for everyone else. */
export function ActiveContentSetting({ refused }: { refused: boolean }) {
  return useMay('tenant.manage') ? <Setting refused={refused} /> : refused ? 'Refused' : 'Accepted'
}

function Setting({ refused }: { refused: boolean }) {
  const client = useQueryClient()
  const say = useToast()
  const change = useMutation({
    mutationFn: (refuse_active_content: boolean) =>
      api<One<AccountRecord>>('PATCH', '/account', { refuse_active_content }),
    onSuccess: (answer) => {
      client.setQueryData(['account'], answer)
      say(
        answer.data.tenant.refuse_active_content
          ? 'PDFs with active content are refused from now on.'
          : 'PDFs with active content are accepted.',
      )
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <QueryErrorMessage error={change.error} />
      <Switch
        label="Refuse PDFs with active content"
        hint="Scripts, actions that start programs, embedded files and XFA forms."
        checked={change.isPending ? change.variables : refused}
        onChange={(checked) => change.mutate(checked)}
        disabled={change.isPending}
      />
    </div>
  )
}
