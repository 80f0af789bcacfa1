'use client'

import { UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAccount } from '#components/shell/account.ts'
import { TestModeSwitch } from '#components/shell/frame/test-mode.tsx'
import { ThemeSwitch } from '#components/shell/frame/theme-switch.tsx'
import { Button } from '#components/ui/button.tsx'
import { MenuLater } from '#components/ui/lazy/menu-later.tsx'

const loadMenu = () =>
  import('#components/shell/frame/person-menu.tsx').then((module) => module.LoadedPersonMenu)

const signOut = () =>
  import('#components/shell/frame/sign-out.ts').then(({ signOutAndForget }) => signOutAndForget())

/** The user and the sign-out button at the foot of the side navigation. */
export function PersonCard() {
  const t = useTranslations()
  const account = useAccount()
  const user = account.data?.user
  return (
    <div className="flex flex-col gap-3 border-t border-rule pt-4">
      {user ? (
        <div className="min-w-0">
          <p className="truncate font-medium" title={`${user.name}, ${t(`common.roles.${user.role}`)}`}>
            {user.name}
          </p>
          <p className="truncate text-sm text-ink-soft" title={account.data?.tenant.name}>
            {account.data?.tenant.name}
          </p>
        </div>
      ) : null}
      <TestModeSwitch />
      <div className="flex items-center justify-between">
        <ThemeSwitch />
        <Button variant="quiet" size="sm" onClick={signOut} className="-mr-2.5">
          {t('shell.signOut')}
        </Button>
      </div>
    </div>
  )
}

/** The user's menu on a narrow screen. */
export function PersonMenu() {
  const t = useTranslations('shell')
  return (
    <MenuLater
      trigger={
        <Button variant="quiet" size="icon" aria-label={t('account')}>
          <UserRound className="size-5" strokeWidth={1.6} aria-hidden="true" />
        </Button>
      }
      load={loadMenu}
      props={{}}
    />
  )
}
