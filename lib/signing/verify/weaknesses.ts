import type { SignatureRecord } from './schema.ts'

/** The members of a signature that tell what is weak about it, although its bytes may be intact. */
const weaknessKinds = [
  'weak_algorithm',
  'weak_key',
  'certificate_expired',
  'certificate_not_yet_valid',
  'trailing_bytes',
  'unsupported',
] as const satisfies (keyof SignatureRecord)[]

/** What is weak about a signature. */
export type Weaknesses = Pick<SignatureRecord, (typeof weaknessKinds)[number]>

/** The members of a signature that name a weakness. */
export function listWeaknesses(signature: Weaknesses): (keyof Weaknesses)[] {
  return weaknessKinds.filter((kind) => signature[kind])
}
