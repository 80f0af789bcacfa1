'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { browserOf } from '#components/settings/browser.ts'
import { loginsQuery } from '#components/settings/queries.ts'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { DataTable } from '#components/ui/data-table.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { LoginSessionRecord } from '#lib/identity/sessions/schema'

const columns: Column<LoginSessionRecord>[] = [
  {
    head: 'Where',
    cell: (login) => (
      <span className="flex min-w-0 items-baseline gap-2.5">
        <span className="truncate">{nameOf(login)}</span>
        {login.current ? <Tag>here</Tag> : null}
      </span>
    ),
  },
  {
    head: 'IP address',
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-44',
    cell: ({ address }) => address,
  },
  {
    head: 'Since',
    className: 'text-sm text-ink-soft sm:w-48',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    head: 'Actions',
    quiet: true,
    phone: 'beside',
    className: 'sm:w-24 sm:text-right',
    cell: (login) => (login.current ? null : <EndButton login={login} />),
  },
]

/** The active sessions of the user, which can be ended. */
export function Sessions() {
  const logins = useQuery(loginsQuery)
  return (
    <Section
      title="Signed in"
      className="lg:col-span-2"
      headerActions={(logins.data?.data.length ?? 0) > 1 ? <EndOthersButton /> : null}
    >
      <QueryErrorMessage error={logins.error} onRetry={() => logins.refetch()} />
      {logins.data ? (
        <Card>
          <DataTable label="Signed in" columns={columns} rows={logins.data.data} />
        </Card>
      ) : null}
    </Section>
  )
}

function nameOf(login: LoginSessionRecord): string {
  return login.kind === 'token' ? 'API client' : browserOf(login.user_agent)
}

function EndOthersButton() {
  const client = useQueryClient()
  const showToast = useToast()
  const end = useMutation({
    mutationFn: () => api<void>('DELETE', '/user/sessions'),
    onSuccess: () => showToast('All other sessions ended.'),
    onError: () => showToast('The sessions could not be ended. Try again.', 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  })
  return (
    <Button size="sm" busy={end.isPending} onClick={() => end.mutate()}>
      Sign out everywhere else
    </Button>
  )
}

function EndButton({ login }: { login: LoginSessionRecord }) {
  const client = useQueryClient()
  const showToast = useToast()
  const end = useMutation({
    mutationFn: () => api<void>('DELETE', `/user/sessions/${login.id}`),
    onSuccess: () => showToast('Session ended.'),
    onError: () => showToast('The session could not be ended. Try again.', 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  })
  return (
    <Button size="sm" aria-label={`End: ${nameOf(login)}`} busy={end.isPending} onClick={() => end.mutate()}>
      End
    </Button>
  )
}
