'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { SESSIONS_KEY, sessionsQuery } from '#components/settings/queries.ts'
import { describeBrowser } from '#components/shell/browser.ts'
import { Pager } from '#components/shell/list/pager.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { LoginSessionRecord } from '#lib/identity/sessions/schema'

function useSessionColumns(): Column<LoginSessionRecord>[] {
  const t = useTranslations('settings.sessions')
  const common = useTranslations('common')
  const formatName = useSessionName()
  return [
    {
      head: t('columns.where'),
      cell: (session) => (
        <>
          <span className="flex min-w-0 items-baseline gap-2.5">
            <span className="truncate">{formatName(session)}</span>
            {session.current ? <Tag>{t('here')}</Tag> : null}
          </span>
          <span className="block text-sm text-ink-soft @2xl:hidden">{session.address}</span>
        </>
      ),
    },
    {
      head: t('columns.address'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-44 @max-2xl:hidden',
      cell: ({ address }) => address,
    },
    {
      head: t('columns.since'),
      className: 'text-sm text-ink-soft sm:w-44',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      head: common('actions'),
      headHidden: true,
      phone: 'beside',
      className: 'sm:w-24 sm:text-right',
      cell: (session) => (session.current ? null : <EndButton session={session} />),
    },
  ]
}

/** The active sessions of the user, which can be ended. */
export function Sessions() {
  const t = useTranslations('settings.sessions')
  const columns = useSessionColumns()
  const [page, setPage] = useState(1)
  const sessions = useQuery({ ...sessionsQuery(page), placeholderData: keepPreviousData })
  const list = sessions.data
  // The last session of the page was ended.
  if (list?.data.length === 0 && page > 1 && !sessions.isPlaceholderData) setPage(page - 1)
  return (
    <Section title={t('title')} headerActions={(list?.meta.total ?? 0) > 1 ? <EndOthersButton /> : null}>
      <QueryErrorMessage error={sessions.error} onRetry={() => sessions.refetch()} />
      {list ? (
        <>
          <Card>
            <DataTable label={t('title')} columns={columns} rows={list.data} />
          </Card>
          <Pager
            label={t('title')}
            page={page}
            lastPage={list.meta.last_page}
            total={list.meta.total}
            more={list.links.next !== null}
            onPage={setPage}
          />
        </>
      ) : null}
    </Section>
  )
}

/** Gives the name of the browser or program of a session. */
function useSessionName(): (session: LoginSessionRecord) => string {
  const t = useTranslations('settings')
  const tBrowser = useTranslations('settings.browser')
  return ({ kind, user_agent }) =>
    kind === 'token' ? t('sessions.apiClient') : describeBrowser(tBrowser, user_agent)
}

function EndOthersButton() {
  const t = useTranslations('settings.sessions')
  const client = useQueryClient()
  const showToast = useToast()
  const end = useMutation({
    mutationFn: () => api('DELETE /user/sessions'),
    onSuccess: () => showToast(t('othersEnded')),
    onError: () => showToast(t('othersFailed'), 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
  return (
    <Button size="sm" busy={end.isPending} onClick={() => end.mutate()}>
      {t('endOthers')}
    </Button>
  )
}

function EndButton({ session }: { session: LoginSessionRecord }) {
  const t = useTranslations('settings.sessions')
  const formatName = useSessionName()
  const client = useQueryClient()
  const showToast = useToast()
  const end = useMutation({
    mutationFn: () => api('DELETE /user/sessions/{id}', { path: { id: session.id } }),
    onSuccess: () => showToast(t('ended')),
    onError: () => showToast(t('failed'), 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
  return (
    <Button
      size="sm"
      aria-label={t('endSession', { name: formatName(session) })}
      busy={end.isPending}
      onClick={() => end.mutate()}
    >
      {t('end')}
    </Button>
  )
}
