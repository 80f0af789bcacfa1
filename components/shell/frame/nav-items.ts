import {
  Archive,
  Files,
  FileText,
  Folder,
  KeyRound,
  Landmark,
  PenLine,
  Server,
  Settings,
  Sun,
  Users,
  Webhook,
} from 'lucide-react'
import type { Messages } from '#components/i18n/messages.ts'
import type { Permission } from '#lib/policy'

interface NavItem {
  href: string
  /** Key of its text. */
  label: keyof Messages['shell']['nav']
  Icon: typeof Sun
  /** The permission that the user needs. */
  permission?: Permission
}

/** The main pages; on a phone in the bottom navigation. */
export const navItems: NavItem[] = [
  { href: '/overview', label: 'overview', Icon: Sun },
  { href: '/documents', label: 'documents', Icon: FileText },
  { href: '/processes', label: 'processes', Icon: PenLine },
  { href: '/templates', label: 'templates', Icon: Files },
  { href: '/vault', label: 'vault', Icon: Landmark },
]

/** The other pages: in the user's menu on a phone. */
export const adminNavItems: NavItem[] = [
  { href: '/archives', label: 'archives', Icon: Archive, permission: 'vault.read' },
  { href: '/folders', label: 'folders', Icon: Folder, permission: 'folder.read' },
  { href: '/users', label: 'users', Icon: Users, permission: 'user.read' },
  { href: '/api-keys', label: 'apiKeys', Icon: KeyRound, permission: 'api_key.read' },
  { href: '/webhooks', label: 'webhooks', Icon: Webhook, permission: 'webhook.read' },
  { href: '/settings', label: 'settings', Icon: Settings },
]

/** The page of the installation, for operators. */
export const operatorNavItem: NavItem = { href: '/operator', label: 'operator', Icon: Server }
