import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'

// OWASP's argon2id figures: 19 MiB, two passes, one lane; about 25 ms. `algorithm: 2` is Argon2id; the library exports
// the constant only as a TypeScript type.
export const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of 32 discarded random bytes, at the same cost: for timing when there is no user. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$yEDmVQptFYmYX/+4+I6c+A$IgStCSQOg6UzO8iz340OM2AwzQ54ABrjPQG1m6bJMhw'

/** The argon2id hash of a password, in PHC form; with a random salt unless one is given. */
export function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  return hash(password.normalize('NFKC'), { ...cost, salt })
}

/** The hash of a password with the cost and the salt of another hash. */
export function hashWithSaltOf(known: string, password: string): Promise<string> {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(known)
  const options = { algorithm, memoryCost, timeCost, parallelism, salt: saltOf(known) }
  return hash(password.normalize('NFKC'), options)
}

/** The salt in a hash of PHC form. */
export function saltOf(known: string): Uint8Array {
  return Buffer.from(known.split('$')[4] ?? '', 'base64')
}

/** Whether the password has this hash. Without a hash the same work is done, so that the time tells nothing. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash, password.normalize('NFKC'))
  return matches && passwordHash !== null
}
