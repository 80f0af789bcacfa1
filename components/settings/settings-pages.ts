import type { Messages } from '#components/i18n/messages.ts'
import { useAccount } from '#components/shell/account.ts'
import { type Permission, roleMay } from '#lib/policy'

interface SettingsPage {
  href: string
  /** Key of its text. */
  label: keyof Messages['settings']['pages']
  /** The permission that the user needs. */
  permission: Permission
}

const settingsPages: SettingsPage[] = [
  { href: '/settings', label: 'profile', permission: 'profile.write' },
  { href: '/settings/security', label: 'security', permission: 'session.read' },
  { href: '/settings/organisation', label: 'organisation', permission: 'account.read' },
  { href: '/settings/branding', label: 'branding', permission: 'tenant.read' },
  { href: '/settings/consent', label: 'consent', permission: 'tenant.read' },
  { href: '/settings/emails', label: 'emails', permission: 'tenant.read' },
  { href: '/settings/signing-service', label: 'signingService', permission: 'signing_service.read' },
  { href: '/settings/privacy', label: 'personalData', permission: 'privacy.read' },
  { href: '/settings/audit-log', label: 'auditLog', permission: 'audit.read' },
]

/** The pages of the settings that the user may open. */
export function useSettingsPages(): SettingsPage[] {
  const role = useAccount().data?.user.role
  return settingsPages.filter(({ permission }) => role !== undefined && roleMay(role, permission))
}
