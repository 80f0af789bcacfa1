'use client'

import { useAccount } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { roleNames } from '#components/shell/role-names.ts'

/** A page that the user's role does not include. */
export function NoAccess() {
  const role = useAccount().data?.user.role
  return (
    <PageBody narrow>
      <PageHead title="No access" up={{ href: '/overview', label: 'Overview' }} />
      <p className="text-ink-soft">
        Your role{role ? `, ${roleNames[role]},` : ''} does not include this. Ask an administrator for another
        role.
      </p>
    </PageBody>
  )
}
