import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'

// OWASP's recommendation for Argon2id: 19 MiB (in KiB here), two passes, one lane; about 25 ms. `algorithm: 2` is
// Argon2id; the library exports the constant only as a TypeScript type.
export const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of 32 discarded random bytes: compared when there is no user, so that the response takes the same time. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$yEDmVQptFYmYX/+4+I6c+A$IgStCSQOg6UzO8iz340OM2AwzQ54ABrjPQG1m6bJMhw'

/**
 * The Argon2id hash of a password, in the PHC string format (`$argon2id$v=19$…`); with a random salt unless one is
 * given.
 */
export function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  return hash(password.normalize('NFKC'), { ...cost, salt })
}

/** The hash of a password with the cost and the salt of another hash. */
export function hashWithSameSalt(existingHash: string, password: string): Promise<string> {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(existingHash)
  const options = { algorithm, memoryCost, timeCost, parallelism, salt: parseSalt(existingHash) }
  return hash(password.normalize('NFKC'), options)
}

/** The salt in a hash in the PHC string format. */
export function parseSalt(passwordHash: string): Uint8Array {
  return Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')
}

/** Whether the password has this hash. Without a hash the same work is done, so that the duration is the same. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash, password.normalize('NFKC'))
  return matches && passwordHash !== null
}
