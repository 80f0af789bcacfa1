import { createHmac } from 'node:crypto'
import { findLogin, findLoginHashes, type TenantRef } from '#db/tenancy/cross-tenant'
import { deriveKey } from '#lib/core/secretbox'
import { hashPassword, hashWithSameSalt, parseSalt } from '#lib/identity/passwords/password'

const SALT_BYTES = 16

/**
 * The hash of a password for an account with this email. All accounts with one email share their salt, so that a login
 * computes one hash, and its duration does not reveal how many accounts there are.
 */
export async function hashForAddress(email: string, password: string): Promise<string> {
  const [existingHash] = await findLoginHashes(email)
  return hashPassword(password, existingHash ? parseSalt(existingHash) : saltFor(email))
}

interface Match {
  /** Null if no account has this email and password; the computation is the same in both cases. */
  account: TenantRef | null
  /** The password, hashed with the salt of each account. */
  hashes: string[]
}

/** Finds the account with this email and password. */
export async function findAccount(email: string, password: string): Promise<Match> {
  const existingHashes = await findLoginHashes(email)
  const hashes =
    existingHashes.length > 0
      ? await Promise.all(existingHashes.map((hash) => hashWithSameSalt(hash, password)))
      : [await hashPassword(password, saltFor(email))]
  return { account: await findLogin(email, hashes), hashes }
}

/** The salt of the first account with this email. */
function saltFor(email: string): Uint8Array {
  return createHmac('sha256', deriveKey('password salt')).update(email).digest().subarray(0, SALT_BYTES)
}
