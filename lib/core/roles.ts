/** The roles of a tenant's users. */
export const roles = ['tenant_admin', 'user', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The scopes an API key may carry. */
export const scopes = [
  'documents:read',
  'documents:write',
  'processes:read',
  'processes:write',
  'vault:read',
  'vault:write',
  'vault:retention',
  'templates:read',
  'templates:write',
  'folders',
  'webhooks',
  'users',
  'api-keys',
  'account:read',
  'audit:read',
  'privacy',
  'signing-links',
  'admins',
] as const
export type Scope = (typeof scopes)[number]
