import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useCreate } from '#components/api/create.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { accountQuery } from '#components/shell/account.ts'
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
  listQuery(['users'], 'GET /users', { state, rows })

export function useUsers(state: ListState, rows?: number) {
  return useQuery(usersQuery(state, rows))
}

/** One user; undefined while loading, and without an id. */
export function useUser(id: number | null): UserRecord | undefined {
  const query = apiQuery(['users', id], 'GET /users/{id}', { path: { id: id ?? 0 } })
  return useQuery({ ...query, enabled: id !== null }).data?.data
}

interface NewPerson {
  name: string
  email: string
  role: Role
}

const KEY = ['users']

export function useInvite() {
  const create = useCreate()
  return useInvalidatingMutation(KEY, (person: NewPerson) =>
    create('POST /users', { body: { ...person, send_invitation: true } }),
  )
}

/** @param isSelf whether it is the user of the session, whose name every page shows */
export function useUpdateUser(id: number, isSelf: boolean) {
  const client = useQueryClient()
  const queryKeys = [KEY, ...(isSelf ? [accountQuery.queryKey] : [])]
  return useMutation({
    mutationFn: (change: { name?: string; email?: string; role?: Role }) =>
      api('PUT /users/{id}', { path: { id }, body: change }),
    onSuccess: () => Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Removes a user; the successor is the id of a user, or empty. */
export function useRemoveUser(id: number) {
  return useInvalidatingMutation(KEY, (successor: string) =>
    api('DELETE /users/{id}', {
      path: { id },
      query: { successor: successor ? Number(successor) : undefined },
    }),
  )
}

export function useSendLink(id: number) {
  return useInvalidatingMutation(KEY, () => api('POST /users/{id}/reset-password', { path: { id } }))
}

export function useResetFactors(id: number) {
  return useInvalidatingMutation(KEY, () => api('DELETE /users/{id}/second-factor', { path: { id } }))
}

/** Ends the links to identity providers. The list is not awaited: without the links, the dialog could not name them. */
export function useUnlinkProviders(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api('DELETE /users/{id}/provider-links', { path: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: KEY }),
  })
}
