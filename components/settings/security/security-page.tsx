'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FactorsSection } from '#components/second-factor/factors-section.tsx'
import { sessionsQuery } from '#components/settings/queries.ts'
import { ScimSection } from '#components/settings/security/scim.tsx'
import { SignInRules } from '#components/settings/security/sign-in-rules.tsx'
import { SsoSection } from '#components/settings/security/sso.tsx'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount, useCan } from '#components/shell/account.ts'
import { describeBrowser } from '#components/shell/browser.ts'
import { PageBody } from '#components/shell/page-head.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { LoginSessionRecord } from '#lib/identity/sessions/schema'

/** How the user signs in, and for administrators how everyone does. */
export function SecurityPage() {
  const account = useAccount()
  const mayManage = useCan('tenant.manage')
  const mayReadSso = useCan('sso.read')
  return (
    <PageBody>
      <SettingsHead page="security" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      <div className="flex flex-col gap-10">
        <FactorsSection />
        <Sessions />
        {mayManage && account.data ? <SignInRules tenant={account.data.tenant} /> : null}
        {mayReadSso ? <SsoSection /> : null}
        {mayReadSso ? <ScimSection /> : null}
      </div>
    </PageBody>
  )
}

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
function Sessions() {
  const t = useTranslations('settings.sessions')
  const columns = useSessionColumns()
  const sessions = useQuery(sessionsQuery)
  return (
    <Section
      title={t('title')}
      headerActions={(sessions.data?.data.length ?? 0) > 1 ? <EndOthersButton /> : null}
    >
      <QueryErrorMessage error={sessions.error} onRetry={() => sessions.refetch()} />
      {sessions.data ? (
        <Card>
          <DataTable label={t('title')} columns={columns} rows={sessions.data.data} />
        </Card>
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
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
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
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
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
