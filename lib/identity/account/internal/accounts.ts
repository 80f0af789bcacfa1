import { createHmac } from 'node:crypto'
import { findLogin, findLoginHashes, type TenantRef } from '#db/cross-tenant'
import { deriveKey } from '#lib/core/secretbox'
import { hashPassword, hashWithSaltOf, saltOf } from '#lib/identity/passwords/password'

const SALT_BYTES = 16

/**
 * The hash of a password for an account with this address. All accounts with one address share their salt, so that a
 * login computes one hash however many there are, and its time does not tell.
 */
export async function hashForAddress(email: string, password: string): Promise<string> {
  const [known] = await findLoginHashes(email)
  return hashPassword(password, known ? saltOf(known) : saltFor(email))
}

interface Match {
  /** Null, after the same computation, when no account has this address and password. */
  account: TenantRef | null
  /** The password hashed with the accounts' salt. */
  hashes: string[]
}

/** The account with this address and password. */
export async function findAccount(email: string, password: string): Promise<Match> {
  const known = await findLoginHashes(email)
  const hashes =
    known.length > 0
      ? await Promise.all(known.map((hash) => hashWithSaltOf(hash, password)))
      : [await hashPassword(password, saltFor(email))]
  return { account: await findLogin(email, hashes), hashes }
}

function saltFor(email: string): Uint8Array {
  return createHmac('sha256', deriveKey('password salt')).update(email).digest().subarray(0, SALT_BYTES)
}
