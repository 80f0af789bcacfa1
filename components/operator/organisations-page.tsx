'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ChangeOrganisation } from '#components/operator/change-organisation.tsx'
import { OperatorHead } from '#components/operator/operator-frame.tsx'
import { PageBody } from '#components/shell/page-head.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { Input } from '#components/ui/form/input.tsx'
import { Empty } from '#components/ui/states.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { Time, useNumbers } from '#components/ui/time.tsx'
import type { TenantPage } from '#lib/operator/dashboard/tenants'

/** All organisations of the installation. */
export function OrganisationsPage({ search, list }: { search: string; list: TenantPage }) {
  const t = useTranslations('operator.organisations')
  const tPlans = useTranslations('overview.quota.plans')
  const tPages = useTranslations('operator.pages')
  const formatNumber = useNumbers()
  const formatSize = useFileSize()
  const { tenants, page, lastPage, total } = list
  return (
    <PageBody>
      <OperatorHead page="organisations" />
      <search>
        <form method="get" action="/operator/organisations" className="mb-4 flex max-w-md gap-3">
          <Input
            type="search"
            name="search"
            aria-label={t('search')}
            placeholder={t('search')}
            defaultValue={search}
          />
          <Button type="submit">{t('find')}</Button>
        </form>
      </search>
      {tenants.length === 0 ? (
        <Empty title={t('none')} />
      ) : (
        <Card>
          <DataTable
            label={tPages('organisations')}
            rows={tenants}
            columns={[
              {
                head: t('name'),
                cell: ({ name, unconfirmed, suspendedAt }) => (
                  <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                    <span className="break-words">{name}</span>
                    {suspendedAt ? <Tag tone="danger">{t('suspended')}</Tag> : null}
                    {unconfirmed ? <Tag tone="warn">{t('unconfirmed')}</Tag> : null}
                  </span>
                ),
              },
              {
                head: t('id'),
                phone: 'hidden',
                className: 'figures text-ink-soft sm:w-22',
                cell: ({ id }) => id,
              },
              {
                head: t('plan'),
                className: 'sm:w-28 sm:@max-lg:hidden',
                cell: ({ subscriptionType }) => tPlans(subscriptionType),
              },
              {
                head: t('users'),
                className: 'figures sm:w-24',
                cell: ({ users }) => t('userCount', { count: users }),
              },
              {
                head: t('limits'),
                phone: 'hidden',
                className: 'figures sm:w-40 sm:@max-5xl:hidden',
                cell: ({ documentsLimit, signaturesLimit }) =>
                  `${formatNumber(documentsLimit)} / ${formatNumber(signaturesLimit)}`,
              },
              {
                head: t('storage'),
                phone: 'hidden',
                className: 'figures sm:w-40 sm:@max-2xl:hidden',
                cell: ({ bytes, bytesLimit }) =>
                  bytesLimit === null
                    ? formatSize(bytes)
                    : t('storageOf', { used: formatSize(bytes), limit: formatSize(bytesLimit) }),
              },
              {
                head: t('since'),
                phone: 'beside',
                className: 'text-sm text-ink-soft sm:w-32 sm:@max-5xl:hidden',
                cell: ({ createdAt }) => <Time at={createdAt.toISOString()} show="day" />,
              },
              {
                head: t('change'),
                headHidden: true,
                className: 'sm:w-28 sm:text-right',
                cell: (tenant) => <ChangeOrganisation tenant={tenant} />,
              },
            ]}
          />
        </Card>
      )}
      <PageLinks search={search} page={page} lastPage={lastPage} total={total} />
    </PageBody>
  )
}

function PageLinks({ search, page, lastPage, total }: Omit<TenantPage, 'tenants'> & { search: string }) {
  const t = useTranslations('shell.list')
  const step = (target: number, label: string) => {
    if (target < 1 || target > lastPage) return null
    const query = new URLSearchParams({ ...(search && { search }), page: String(target) })
    return (
      <Button asChild size="sm">
        <Link href={`/operator/organisations?${query}`} prefetch={false}>
          {label}
        </Link>
      </Button>
    )
  }
  return (
    <nav aria-label={t('pages')} className="mt-3 flex items-center justify-between gap-4">
      <p className="figures text-sm text-ink-soft">
        {lastPage > 1 ? t('page', { page, count: lastPage, total }) : t('total', { total })}
      </p>
      <div className="flex gap-2 print:hidden">
        {step(page - 1, t('previous'))}
        {step(page + 1, t('next'))}
      </div>
    </nav>
  )
}
