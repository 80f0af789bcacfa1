import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { accountQuery } from '#components/shell/account.ts'
import type { ArchiveSettings } from '#lib/identity/archive/schema'
import type { AccountChange, ProfileChange } from '#lib/identity/schema'
import type { SenderSettings } from '#lib/identity/sender/schema'
import type { SsoChange } from '#lib/identity/sso/schema'
import type { SigningServiceSettings } from '#lib/keys/signing-service/schema'

export const usageQuery = apiQuery(['account', 'usage'], 'GET /account/usage')

export const SESSIONS_KEY = ['sessions']

export const sessionsQuery = (page = 1) =>
  apiQuery([...SESSIONS_KEY, page], 'GET /user/sessions', { query: { page, per_page: 50 } })

export const currentUserQuery = apiQuery(['user'], 'GET /user')

/** Changes settings of the organisation. */
export function useChangeAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AccountChange) => api('PATCH /account', { body: change }),
    onSuccess: (body) => client.setQueryData(accountQuery.queryKey, body),
  })
}

/** Changes what users set for themselves. */
export function useChangeProfile() {
  const client = useQueryClient()
  return useInvalidatingMutation(accountQuery.queryKey, async (change: ProfileChange) => {
    const body = await api('PATCH /user', { body: change })
    client.setQueryData(currentUserQuery.queryKey, body)
    return body
  })
}

const SSO_KEY = ['account', 'sso']

export const ssoQuery = apiQuery(SSO_KEY, 'GET /account/sso')

export function useSetSso() {
  return useInvalidatingMutation(SSO_KEY, (change: SsoChange) => api('PUT /account/sso', { body: change }))
}

export function useRemoveSso() {
  return useInvalidatingMutation(SSO_KEY, () => api('DELETE /account/sso'))
}

const SEAL_KEY = ['account', 'seal']

export const sealQuery = apiQuery(SEAL_KEY, 'GET /account/seal')

export function useSetSeal() {
  return useInvalidatingMutation(SEAL_KEY, (body: { file: File; password: string }) =>
    api('PUT /account/seal', { body }),
  )
}

export function useRemoveSeal() {
  return useInvalidatingMutation(SEAL_KEY, () => api('DELETE /account/seal'))
}

export const signingServiceQuery = apiQuery(['account', 'signing-service'], 'GET /account/signing-service')

/** The account names the service too. */
export function useSetSigningService() {
  return useInvalidatingMutation(accountQuery.queryKey, (body: SigningServiceSettings) =>
    api('PUT /account/signing-service', { body }),
  )
}

export function useRemoveSigningService() {
  return useInvalidatingMutation(accountQuery.queryKey, () => api('DELETE /account/signing-service'))
}

export function useTestSigningService() {
  return useMutation({ mutationFn: () => api('POST /account/signing-service/test') })
}

export const senderQuery = apiQuery(['account', 'sender'], 'GET /account/sender')

export function useSetSender() {
  return useInvalidatingMutation(senderQuery.queryKey, (body: SenderSettings) =>
    api('PUT /account/sender', { body }),
  )
}

export function useRemoveSender() {
  return useInvalidatingMutation(senderQuery.queryKey, () => api('DELETE /account/sender'))
}

export function useVerifySender() {
  return useInvalidatingMutation(senderQuery.queryKey, () => api('POST /account/sender/verify'))
}

export const archiveQuery = apiQuery(['account', 'archive'], 'GET /account/archive-address')

export function useSetArchive() {
  return useInvalidatingMutation(archiveQuery.queryKey, (body: ArchiveSettings) =>
    api('PUT /account/archive-address', { body }),
  )
}

export function useRemoveArchive() {
  return useInvalidatingMutation(archiveQuery.queryKey, () => api('DELETE /account/archive-address'))
}

/** The versions of the tenant's own consent texts, latest first. */
export const consentsQuery = (page = 1) =>
  apiQuery(['account', 'consents', page], 'GET /account/consents', { query: { page } })

/** One version of a consent text. */
export const consentQuery = (version: string) =>
  apiQuery(['account', 'consent', version], 'GET /account/consents/{version}', { path: { version } })

export function useUsage() {
  return useQuery({ ...usageQuery, select: (body) => body.data })
}
