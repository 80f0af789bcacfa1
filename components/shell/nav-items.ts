import {
  Files,
  FileText,
  Folder,
  KeyRound,
  Landmark,
  PenLine,
  Settings,
  Sun,
  Users,
  Webhook,
} from 'lucide-react'
import type { Action } from '#lib/policy'

interface NavItem {
  href: string
  label: string
  Icon: typeof Sun
  /** The action that the user must be allowed to do. */
  action?: Action
}

/** The main pages; on a phone in the bottom navigation. */
export const navItems: NavItem[] = [
  { href: '/overview', label: 'Overview', Icon: Sun },
  { href: '/documents', label: 'Documents', Icon: FileText },
  { href: '/processes', label: 'Processes', Icon: PenLine },
  { href: '/templates', label: 'Templates', Icon: Files },
  { href: '/vault', label: 'Vault', Icon: Landmark },
]

/** The other pages: in the user's menu on a phone. */
export const adminNavItems: NavItem[] = [
  { href: '/folders', label: 'Folders', Icon: Folder, action: 'folder.read' },
  { href: '/users', label: 'Users', Icon: Users, action: 'user.manage' },
  { href: '/api-keys', label: 'API keys', Icon: KeyRound, action: 'api_key.manage' },
  { href: '/webhooks', label: 'Webhooks', Icon: Webhook, action: 'webhook.manage' },
  { href: '/settings', label: 'Settings', Icon: Settings },
]
