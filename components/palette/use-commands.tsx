'use client'

import {
  ChartColumn,
  FilePlus,
  Keyboard,
  List,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PenLine,
  Settings,
  Sun,
  Upload,
  UserPlus,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { usePalette } from '#components/palette/palette-context.ts'
import type { Option } from '#components/palette/palette-option.tsx'
import { useSettingsPages } from '#components/settings/settings-pages.ts'
import { useAccount } from '#components/shell/account.ts'
import { useAdminNavItems } from '#components/shell/frame/nav.tsx'
import { navItems } from '#components/shell/frame/nav-items.ts'
import { signOutAndForget } from '#components/shell/frame/sign-out.ts'
import { usePreferences } from '#components/ui/preferences.tsx'
import { type Permission, roleMay } from '#lib/policy'

interface Command extends Omit<Option, 'group' | 'icon'> {
  Icon: LucideIcon
  /** The permission that the user needs. */
  permission?: Permission
}

/** The actions and pages that the user may choose. */
export function useCommands(): Option[] {
  return [...useActions(), ...usePages()]
}

function useActions(): Option[] {
  const t = useTranslations()
  const role = useAccount().data?.user.role
  const { invite, chooseFiles, showShortcuts } = usePalette()
  const { setTheme } = usePreferences()
  const themes = [
    { theme: 'light', Icon: Sun },
    { theme: 'dark', Icon: Moon },
    { theme: 'system', Icon: Monitor },
  ] as const
  const commands: Command[] = [
    {
      key: 'newProcess',
      label: t('palette.newProcess'),
      target: '/processes/new',
      permission: 'process.write',
      Icon: PenLine,
    },
    {
      key: 'newTemplate',
      label: t('palette.newTemplate'),
      target: '/templates/new',
      permission: 'template.write',
      Icon: FilePlus,
    },
    {
      key: 'upload',
      label: t('palette.upload'),
      target: chooseFiles,
      permission: 'document.write',
      Icon: Upload,
    },
    {
      key: 'invite',
      label: t('users.invite.title'),
      words: t('palette.words.invite'),
      target: invite,
      permission: 'user.manage',
      Icon: UserPlus,
    },
    ...themes.map(({ theme, Icon }) => ({
      key: theme,
      label: `${t('common.colours.label')}: ${t(`common.colours.${theme}`)}`,
      words: t('palette.words.theme'),
      target: () => setTheme(theme),
      Icon,
    })),
    { key: 'shortcuts', label: t('palette.shortcuts.title'), target: showShortcuts, Icon: Keyboard },
    {
      key: 'signOut',
      label: t('shell.signOut'),
      words: t('palette.words.signOut'),
      target: () => void signOutAndForget(),
      Icon: LogOut,
    },
  ]
  return commands
    .filter(({ permission }) => !permission || (role !== undefined && roleMay(role, permission)))
    .map(({ Icon, ...command }) => ({ ...command, group: 'actions', icon: renderIcon(Icon) }))
}

function usePages(): Option[] {
  const t = useTranslations()
  const pages = [...navItems, ...useAdminNavItems()].map(({ href, label, Icon }) => ({
    key: href,
    label: t(`shell.nav.${label}`),
    group: 'pages' as const,
    target: href,
    icon: renderIcon(Icon),
  }))
  const settingsPages = useSettingsPages().map(({ href, label }) => ({
    key: `settings ${href}`,
    label: `${t('shell.nav.settings')}: ${t(`settings.pages.${label}`)}`,
    group: 'pages' as const,
    target: href,
    icon: renderIcon(Settings),
    detail: t(`palette.topics.${label}`),
    words: t(`palette.topics.${label}`),
  }))
  const subpages = [
    { href: '/templates/lists', label: `${t('shell.nav.templates')}: ${t('templates.lists')}`, Icon: List },
    {
      href: '/vault/statistics',
      label: `${t('shell.nav.vault')}: ${t('vault.statistics.title')}`,
      Icon: ChartColumn,
    },
  ].map(({ href, label, Icon }) => ({
    ...{ key: href, label, group: 'pages' as const, target: href, icon: renderIcon(Icon) },
  }))
  return [...pages.filter(({ target }) => target !== '/settings'), ...subpages, ...settingsPages]
}

const renderIcon = (Icon: LucideIcon) => <Icon className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
