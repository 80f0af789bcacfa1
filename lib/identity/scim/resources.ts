import type { users } from '#db/schema/identity'
import { env } from '#lib/core/env'
import { type Role, roles } from '#lib/core/roles'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** The role of users who leave the group of their role: the least. */
export const LEAST_ROLE = 'viewer'

export type DirectoryUser = typeof users.$inferSelect

export function scimUrl(path: string): string {
  return `${env().appUrl}/scim/v2/${path}`
}

/** A user as a resource of SCIM; a suspended one is not active. */
export function presentUser(user: DirectoryUser) {
  const userName = user.email ?? user.suspendedEmail ?? ''
  const { givenName, familyName } = splitName(user.name)
  return {
    schemas: [USER_SCHEMA],
    id: String(user.id),
    ...(user.externalId !== null && { externalId: user.externalId }),
    userName,
    displayName: user.name,
    name: { formatted: user.name, givenName, ...(familyName && { familyName }) },
    emails: [{ value: userName, type: 'work', primary: true }],
    active: user.deletedAt === null,
    locale: user.locale,
    roles: [{ value: user.role }],
    groups: [{ value: user.role, display: user.role, $ref: scimUrl(`Groups/${user.role}`), type: 'direct' }],
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: scimUrl(`Users/${user.id}`),
    },
  }
}

/** A role as a group; without `members` when they were not asked for. */
export function presentGroup(role: Role, members: DirectoryUser[] | null) {
  return {
    schemas: [GROUP_SCHEMA],
    id: role,
    displayName: role,
    ...(members && {
      members: members.map(({ id, name }) => ({
        value: String(id),
        display: name,
        $ref: scimUrl(`Users/${id}`),
        type: 'User',
      })),
    }),
    meta: { resourceType: 'Group', location: scimUrl(`Groups/${role}`) },
  }
}

/** A page of a list (RFC 7644, 3.4.2.4). */
export function presentList(resources: object[], totalResults: number, startIndex = 1) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

/** The parts of a name, which is stored as one: the last word counts as the family name. */
export function splitName(name: string): { givenName: string; familyName: string } {
  const offset = name.lastIndexOf(' ')
  return offset < 0
    ? { givenName: name, familyName: '' }
    : { givenName: name.slice(0, offset), familyName: name.slice(offset + 1) }
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}
