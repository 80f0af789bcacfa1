import { useAccount } from '#components/shell/account'
import { roleNames } from '#components/shell/role-names'
import { Badge, Stamp } from '#components/ui/badge'
import { Time } from '#components/ui/time'
import { UserMenu } from '#components/users/user-menu'
import type { UserRecord } from '#lib/identity/schema'

/** One line a person: who, as what, when last here, and what can be done about it. */
export function UserTable({ users }: { users: UserRecord[] }) {
  const me = useAccount().data?.user.id
  return (
    <ul className="divide-y divide-rule">
      {users.map((user) => (
        <li
          key={user.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3.5 sm:grid-cols-[minmax(0,1fr)_8rem_11rem_auto] sm:px-5"
        >
          <div className="min-w-0">
            <p className="flex min-w-0 items-baseline gap-2.5">
              <span className="truncate font-medium" title={user.name}>
                {user.name}
              </span>
              {user.id === me ? <Stamp>you</Stamp> : null}
            </p>
            <p className="truncate text-sm text-ink-soft" title={user.email}>
              {user.email}
            </p>
          </div>
          <span className="col-start-1 row-start-2 flex items-baseline gap-x-4 text-sm text-ink-soft sm:col-start-2 sm:row-start-1 sm:text-base sm:text-ink">
            {roleNames[user.role]}
            <span className="sm:hidden">
              <Presence user={user} />
            </span>
          </span>
          <span className="hidden text-sm text-ink-soft sm:col-start-3 sm:block">
            <Presence user={user} />
          </span>
          <span className="col-start-2 row-start-1 sm:col-start-4">
            <UserMenu user={user} self={user.id === me} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Whether somebody has come yet, and when they were last here. */
function Presence({ user }: { user: UserRecord }) {
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
