'use client'

import type { ReactNode } from 'react'
import { QueryFault } from '#components/api/query-fault'
import { useAccount } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { roleNames } from '#components/shell/role-names'
import { SkeletonForm } from '#components/ui/states'
import { type Action, roleMay } from '#lib/policy'

/** A page for those whose role permits the action; others are told instead of being offered what is refused. */
export function Allowed({ action, children }: { action: Action; children: ReactNode }) {
  const { data: account, error, refetch } = useAccount()
  if (account && roleMay(account.user.role, action)) return children
  if (!account)
    return (
      <PageBody narrow>
        {error ? <QueryFault error={error} onRetry={() => refetch()} /> : <SkeletonForm />}
      </PageBody>
    )
  return (
    <PageBody narrow>
      <PageHead title="Not available to you" up={{ href: '/overview', label: 'Overview' }} />
      <p className="text-ink-soft">
        Your role, {roleNames[account.user.role]}, does not include this. Ask an administrator for another
        role.
      </p>
    </PageBody>
  )
}
