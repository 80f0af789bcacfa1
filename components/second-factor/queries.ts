import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import type { Input } from '#sdk/operations.ts'

const FACTORS_KEY = ['factors']

export const totpQuery = apiQuery([...FACTORS_KEY, 'totp'], 'GET /user/totp')
export const passkeysQuery = apiQuery([...FACTORS_KEY, 'passkeys'], 'GET /user/passkeys')
export const recoveryCodesQuery = apiQuery([...FACTORS_KEY, 'recovery-codes'], 'GET /user/recovery-codes')

/** The second factors of the user. */
export function useFactors() {
  const totp = useQuery(totpQuery)
  const passkeys = useQuery(passkeysQuery)
  const codes = useQuery(recoveryCodesQuery)
  return {
    error: totp.error ?? passkeys.error ?? codes.error,
    hasTotp: totp.data?.data.status === 'active',
    passkeys: passkeys.data?.data ?? [],
    codesLeft: codes.data?.data.remaining ?? 0,
  }
}

/** Reloads the factors, and the sessions, as a new factor ends some of them. */
export function useRefreshFactors() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: FACTORS_KEY }),
      client.invalidateQueries({ queryKey: ['sessions'] }),
    ])
}

export const startTotp = () => api('POST /user/totp')
export const confirmTotp = (code: string) => api('POST /user/totp/confirm', { body: { code } })
export const startPasskey = () => api('POST /user/passkeys/options')
export const addPasskey = (body: Input<'POST /user/passkeys'>['body']) => api('POST /user/passkeys', { body })
export const renamePasskey = (id: number, name: string) =>
  api('PATCH /user/passkeys/{id}', { path: { id }, body: { name } })
export const createRecoveryCodes = () => api('POST /user/recovery-codes')
export const removeTotp = () => api('DELETE /user/totp')
export const removePasskey = (id: number) => api('DELETE /user/passkeys/{id}', { path: { id } })
