'use client'

import { useAccount } from '#components/shell/account.ts'
import { roleNames } from '#components/shell/role-names.ts'
import { Badge, Tag } from '#components/ui/badge.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { UserMenu } from '#components/users/user-menu.tsx'
import type { UserRecord } from '#lib/identity/schema'

/** The columns of the list of users. */
export const userColumns: Column<UserRecord>[] = [
  {
    head: 'Name',
    sort: 'name',
    cell: (user) => (
      <>
        <p className="flex min-w-0 items-baseline gap-2.5">
          <span className="truncate font-medium" title={user.name}>
            {user.name}
          </span>
          <YouTag id={user.id} />
        </p>
        <p className="truncate text-sm text-ink-soft" title={user.email}>
          {user.email}
        </p>
      </>
    ),
  },
  {
    head: 'Role',
    className: 'sm:w-36',
    cell: ({ role, second_factor }) => (
      <>
        {roleNames[role]}
        {second_factor ? <p className="text-sm text-ink-soft">Second factor</p> : null}
      </>
    ),
  },
  {
    head: 'Last active',
    className: 'text-sm text-ink-soft sm:w-44',
    cell: (user) => <LastLogin user={user} />,
  },
  {
    head: 'Actions',
    quiet: true,
    phone: 'beside',
    className: 'sm:w-20 sm:text-right',
    cell: (user) => <Actions user={user} />,
  },
]

function useMyId() {
  return useAccount().data?.user.id
}

function YouTag({ id }: { id: number }) {
  return useMyId() === id ? <Tag>you</Tag> : null
}

function Actions({ user }: { user: UserRecord }) {
  return <UserMenu user={user} self={useMyId() === user.id} />
}

/** The last login of a user, or the invitation. */
function LastLogin({ user }: { user: UserRecord }) {
  if (user.status === 'invited') {
    const open = Date.parse(user.invitation_expires_at ?? '') > Date.now()
    return open ? (
      <Badge tone="accent" hollow>
        invited
      </Badge>
    ) : (
      <Badge tone="warn" hollow>
        invitation expired
      </Badge>
    )
  }
  if (!user.last_login_at) return <>Never signed in</>
  return (
    <>
      Here <Time at={user.last_login_at} show="distance" />
    </>
  )
}
