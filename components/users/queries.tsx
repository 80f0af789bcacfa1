import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query'
import { api } from '#components/api/client'
import type { Many, One } from '#components/api/records'
import { type ListRules, type ListState, listPath } from '#components/shell/list-address'
import { roleNames } from '#components/shell/role-names'
import { type Role, roles } from '#lib/core/roles'
import type { UserRecord } from '#lib/identity/schema'

export const userRules: ListRules = {
  filters: [
    {
      name: 'role',
      label: 'Role',
      options: [
        { value: '', label: 'Every role' },
        ...roles.map((role) => ({ value: role, label: roleNames[role] })),
      ],
    },
  ],
  sorts: ['name', 'created_at'],
}

export const usersQuery = (state: ListState) =>
  apiQuery<Many<UserRecord>>(['users', state], listPath('/users', state))

export function useUsers(state: ListState) {
  return useQuery({ ...usersQuery(state), placeholderData: keepPreviousData })
}

export interface NewPerson {
  name: string
  email: string
  role: Role
}

function useChange<V, R>(change: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}

export function useInvite() {
  return useChange((person: NewPerson) =>
    api<One<UserRecord>>('POST', '/users', { ...person, send_invitation: true }),
  )
}

export function useUpdateUser(id: number) {
  return useChange((change: { name?: string; email?: string; role?: Role }) =>
    api<One<UserRecord>>('PUT', `/users/${id}`, change),
  )
}

export function useRemoveUser(id: number) {
  return useChange(() => api<void>('DELETE', `/users/${id}`))
}

export function useSendLink(id: number) {
  return useChange(() => api<{ message: string }>('POST', `/users/${id}/reset-password`))
}
