'use client'

import { LogOut, UserRound } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useAccount } from '#components/shell/account.ts'
import { useAdminNavItems } from '#components/shell/frame/nav.tsx'
import { TestModeSwitch } from '#components/shell/frame/test-mode.tsx'
import { ThemeSwitch } from '#components/shell/frame/theme-switch.tsx'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#components/ui/lazy/menu.tsx'

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
  const account = useAccount()
  const items = useAdminNavItems()
  const user = account.data?.user
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={t('account')}>
          <UserRound className="size-5" strokeWidth={1.6} aria-hidden="true" />
        </Button>
      }
    >
      {user ? (
        <MenuLabel>
          <span className="block truncate font-medium text-ink">{user.name}</span>
          <span className="block truncate">{account.data?.tenant.name}</span>
        </MenuLabel>
      ) : null}
      <div className="flex flex-col gap-4 px-2.5 py-2">
        <TestModeSwitch />
        <ThemeSwitch />
      </div>
      <MenuRule />
      {items.map(({ href, label, Icon }) => (
        <MenuItem key={href} asChild>
          <Link href={href} prefetch={false}>
            <Icon className="size-4 text-ink-soft" aria-hidden="true" />
            {t(`nav.${label}`)}
          </Link>
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem onSelect={signOut}>
        <LogOut className="size-4 text-ink-soft" aria-hidden="true" />
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
