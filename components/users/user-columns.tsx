'use client'

import { useTranslations } from 'use-intl'
import { useAccount } from '#components/shell/account.ts'
import { Badge, Tag } from '#components/ui/badge.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { UserMenu } from '#components/users/user-menu.tsx'
import type { UserRecord } from '#lib/identity/schema'

/** The columns of the list of users. */
export function useUserColumns(): Column<UserRecord>[] {
  const t = useTranslations()
  const myId = useAccount().data?.user.id
  return [
    {
      head: t('common.name'),
      sort: 'name',
      cell: (user) => (
        <>
          <p className="flex min-w-0 items-baseline gap-2.5">
            <span className="truncate font-medium" title={user.name}>
              {user.name}
            </span>
            {user.id === myId ? <Tag>{t('users.you')}</Tag> : null}
          </p>
          <p className="truncate text-sm text-ink-soft" title={user.email}>
            {user.email}
          </p>
        </>
      ),
    },
    {
      head: t('users.columns.role'),
      className: 'sm:w-32 @3xl:w-36',
      cell: ({ role, second_factor }) => (
        <>
          {t(`common.roles.${role}`)}
          {second_factor ? <p className="text-sm text-ink-soft">{t('users.secondFactor')}</p> : null}
        </>
      ),
    },
    {
      head: t('users.columns.lastLogin'),
      className: 'text-sm text-ink-soft sm:w-36 @3xl:w-44',
      cell: (user) => <LastLogin user={user} />,
    },
    {
      head: t('common.actions'),
      headHidden: true,
      phone: 'beside',
      className: 'sm:w-16 sm:text-right',
      cell: (user) => <UserMenu user={user} isSelf={user.id === myId} />,
    },
  ]
}

/** The last login of a user, or the invitation. */
function LastLogin({ user }: { user: UserRecord }) {
  const t = useTranslations('users')
  const { now } = usePreferences()
  if (user.status === 'invited') {
    const isValid = Date.parse(user.invitation_expires_at ?? '') > now().getTime()
    return (
      <Badge tone={isValid ? 'accent' : 'warn'} hollow>
        {t(isValid ? 'invited' : 'invitationExpired')}
      </Badge>
    )
  }
  const lastLogin = user.last_login_at
  if (!lastLogin) return t('neverSignedIn')
  return <Time at={lastLogin} show="distance" />
}
