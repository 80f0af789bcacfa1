'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client'
import { QueryFault } from '#components/api/query-fault'
import type { Many } from '#components/api/records'
import { browserOf } from '#components/settings/browser'
import { Stamp } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Section } from '#components/ui/sheet'
import { SkeletonRows } from '#components/ui/states'
import { Time } from '#components/ui/time'
import { useToast } from '#components/ui/toast'
import type { LoginSessionRecord } from '#lib/identity/schema'

/** Where one is signed in, and the way to end what one does not know. */
export function Logins() {
  const logins = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) =>
      api<Many<LoginSessionRecord>>('GET', '/user/sessions?per_page=50', undefined, signal),
  })
  return (
    <Section title="Signed in" className="lg:col-span-2">
      {logins.error ? (
        <QueryFault error={logins.error} onRetry={() => logins.refetch()} />
      ) : !logins.data ? (
        <SkeletonRows rows={2} label="Loading the logins" />
      ) : (
        <ul className="divide-y divide-rule">
          {logins.data.data.map((login) => (
            <Login key={login.id} login={login} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Login({ login }: { login: LoginSessionRecord }) {
  const client = useQueryClient()
  const say = useToast()
  const end = useMutation({
    mutationFn: () => api<void>('DELETE', `/user/sessions/${login.id}`),
    onSuccess: () => say('That login has ended.'),
    onError: () => say('That login could not be ended. Try again.', 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const what = login.kind === 'token' ? 'A program, by the API' : browserOf(login.user_agent)
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex items-baseline gap-2.5">
          <span className="truncate">{what}</span>
          {login.current ? <Stamp>here</Stamp> : null}
        </p>
        <p className="text-sm text-ink-soft">
          Since <Time at={login.created_at} />
          {login.address ? `, from ${login.address}` : null}
        </p>
      </div>
      {login.current ? null : (
        <Button
          size="sm"
          aria-label={`End: ${what}`}
          busy={end.isPending}
          onClick={() => end.mutate()}
          className="shrink-0"
        >
          End
        </Button>
      )}
    </li>
  )
}
