import { useQuery } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { listQuery } from '#components/shell/list/list-query.ts'
import type { Label, ListRules, ListState } from '#components/shell/list/list-state.ts'
import { type Role, roles } from '#lib/core/roles'
import type { UserRecord } from '#lib/identity/schema'

export const userListRules: ListRules = {
  filters: [
    {
      name: 'role',
      label: (t) => t('users.role'),
      options: [
        { value: '', label: (t) => t('users.allRoles') },
        ...roles.map((role) => ({ value: role, label: ((t) => t(`common.roles.${role}`)) satisfies Label })),
      ],
    },
  ],
  sorts: ['name', 'created_at'],
}

export const usersQuery = (state: ListState, rows?: number) =>
  listQuery<UserRecord>(['users'], '/users', state, rows)

export function useUsers(state: ListState, rows?: number) {
  return useQuery(usersQuery(state, rows))
}

interface NewPerson {
  name: string
  email: string
  role: Role
}

const KEY = ['users']

export function useInvite() {
  return useInvalidatingMutation(KEY, (person: NewPerson) =>
    api<ItemResponse<UserRecord>>('POST', '/users', { ...person, send_invitation: true }),
  )
}

export function useUpdateUser(id: number) {
  return useInvalidatingMutation(KEY, (change: { name?: string; email?: string; role?: Role }) =>
    api<ItemResponse<UserRecord>>('PUT', `/users/${id}`, change),
  )
}

/** Removes a user; the successor is the id of a user, or empty. */
export function useRemoveUser(id: number) {
  return useInvalidatingMutation(KEY, (successor: string) =>
    api<void>('DELETE', `/users/${id}${successor && `?successor=${successor}`}`),
  )
}

export function useSendLink(id: number) {
  return useInvalidatingMutation(KEY, () => api<{ message: string }>('POST', `/users/${id}/reset-password`))
}

export function useResetFactors(id: number) {
  return useInvalidatingMutation(KEY, () => api<void>('DELETE', `/users/${id}/second-factor`))
}
