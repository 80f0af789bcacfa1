import type { Messages } from '#components/i18n/messages.ts'
import { useAccount } from '#components/shell/account.ts'
import { type Permission, roleMay } from '#lib/policy'

interface SettingsPage {
  href: string
  /** Key of its text. */
  label: keyof Messages['settings']['pages']
  /** The action that the user must be allowed to do. */
  action: Permission
}

const settingsPages: SettingsPage[] = [
  { href: '/settings', label: 'profile', action: 'profile.write' },
  { href: '/settings/security', label: 'security', action: 'session.read' },
  { href: '/settings/organisation', label: 'organisation', action: 'account.read' },
  { href: '/settings/branding', label: 'branding', action: 'tenant.manage' },
  { href: '/settings/consent', label: 'consent', action: 'tenant.manage' },
  { href: '/settings/privacy', label: 'personalData', action: 'privacy.read' },
]

/** The pages of the settings that the user may open. */
export function useSettingsPages(): SettingsPage[] {
  const role = useAccount().data?.user.role
  return settingsPages.filter(({ action }) => role !== undefined && roleMay(role, action))
}
