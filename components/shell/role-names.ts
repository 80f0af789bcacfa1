import type { Role } from '#lib/core/roles'

/** The roles as the pages call them. */
export const roleNames: Record<Role, string> = {
  tenant_admin: 'Administrator',
  user: 'User',
  viewer: 'Viewer',
}
