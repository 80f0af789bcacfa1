import type { Role } from '#lib/core/roles'

/** The display names of the roles. */
export const roleNames: Record<Role, string> = {
  tenant_admin: 'Administrator',
  user: 'User',
  viewer: 'Viewer',
}
