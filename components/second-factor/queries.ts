import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import type { ItemResponse, ListResponse } from '#components/api/records.ts'
import type {
  ConfirmedTotpRecord,
  NewPasskeyRecord,
  NewRecoveryCodesRecord,
  PasskeyOptionsRecord,
  PasskeyRecord,
  RecoveryCodesRecord,
  TotpRecord,
  TotpSetupRecord,
} from '#lib/identity/factors/schema'

const FACTORS_KEY = ['factors']

export const totpQuery = apiQuery<ItemResponse<TotpRecord>>([...FACTORS_KEY, 'totp'], '/user/totp')
export const passkeysQuery = apiQuery<ListResponse<PasskeyRecord>>(
  [...FACTORS_KEY, 'passkeys'],
  '/user/passkeys',
)
export const recoveryCodesQuery = apiQuery<ItemResponse<RecoveryCodesRecord>>(
  [...FACTORS_KEY, 'recovery-codes'],
  '/user/recovery-codes',
)

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

export const startTotp = () => api<ItemResponse<TotpSetupRecord>>('POST', '/user/totp')
export const confirmTotp = (code: string) =>
  api<ItemResponse<ConfirmedTotpRecord>>('POST', '/user/totp/confirm', { code })
export const startPasskey = () => api<ItemResponse<PasskeyOptionsRecord>>('POST', '/user/passkeys/options')
export const addPasskey = (input: { challenge: string; name: string; credential: object }) =>
  api<ItemResponse<NewPasskeyRecord>>('POST', '/user/passkeys', input)
export const renamePasskey = (id: number, name: string) =>
  api<ItemResponse<PasskeyRecord>>('PATCH', `/user/passkeys/${id}`, { name })
export const createRecoveryCodes = () =>
  api<ItemResponse<NewRecoveryCodesRecord>>('POST', '/user/recovery-codes')
export const removeFactor = (path: string) => api<void>('DELETE', path)
