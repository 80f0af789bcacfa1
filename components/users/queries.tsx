'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, query } from '#components/api/client'
import type { Many, One } from '#components/api/records'
import type { Role } from '#lib/core/roles'
import type { UserRecord } from '#lib/identity/schema'

export interface UserFilter {
  search?: string
  role?: string
  page?: number
}

export function useUsers(filter: UserFilter) {
  return useQuery({
    queryKey: ['users', filter],
    queryFn: ({ signal }) => api<Many<UserRecord>>('GET', `/users${query({ ...filter })}`, undefined, signal),
    placeholderData: keepPreviousData,
  })
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
