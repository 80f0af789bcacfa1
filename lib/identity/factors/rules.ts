/** How long a sign-in waits for the second factor, and a registration for the passkey. */
export const CHALLENGE_SECONDS = 300
/** Wrong codes per challenge; the limit per user is `RATE_LIMIT_LOGIN`. */
export const MAX_ATTEMPTS = 5
export const RECOVERY_CODES = 10
export const MAX_PASSKEYS = 10

/** The ways to prove a second factor. */
export const factorMethods = ['totp', 'passkey', 'recovery_code'] as const
export type FactorMethod = (typeof factorMethods)[number]
