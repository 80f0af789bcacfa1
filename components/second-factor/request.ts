import { ApiError } from '#components/api/client.ts'
import type { UsedCredential } from '#components/second-factor/webauthn.ts'
import type { FactorMethod } from '#lib/identity/factors/rules'

/** The service's request for a second factor. */
export interface FactorRequest {
  challenge: string
  methods: FactorMethod[]
  passkey_options?: object
}

/** The proof that the user sends. */
export type FactorProof = { code: string } | { recovery_code: string } | { passkey: UsedCredential }

/** The request for a second factor in an error; null for other errors. */
export function getFactorRequest(error: unknown): FactorRequest | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null
  return error.details as unknown as FactorRequest
}
