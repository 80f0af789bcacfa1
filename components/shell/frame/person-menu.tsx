'use client'

import { LogOut } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useAccount } from '#components/shell/account.ts'
import { useAdminNavItems } from '#components/shell/frame/nav.tsx'
import { signOutAndForget } from '#components/shell/frame/sign-out.ts'
import { TestModeSwitch } from '#components/shell/frame/test-mode.tsx'
import { ThemeSwitch } from '#components/shell/frame/theme-switch.tsx'
import { type LoadedMenuProps, Menu, MenuItem, MenuLabel, MenuRule } from '#components/ui/lazy/menu.tsx'

/** The user's menu on a narrow screen, loaded when it is opened. */
export function LoadedPersonMenu(menu: LoadedMenuProps) {
  const t = useTranslations('shell')
  const account = useAccount()
  const items = useAdminNavItems()
  const user = account.data?.user
  return (
    <Menu {...menu}>
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
      <MenuItem onSelect={signOutAndForget}>
        <LogOut className="size-4 text-ink-soft" aria-hidden="true" />
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
