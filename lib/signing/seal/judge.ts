import { assertExtends } from '#lib/pades/increment'
import type { SignatureReport, VerifyReport } from '#lib/pades/verify'
import { inThread } from '#lib/pdf/pool'

/** Our own verification found fault with what we made. It is never stored. */
export class Rejected extends Error {}

/**
 * Judges a revision before it is stored: it extends the one before, the new signature is valid and covers the file,
 * and every signature that was valid stays so. What was wrong with a file when it came is not held against it.
 * @returns the new signature; null when none was added.
 * @throws Rejected, or PadesError `not_extended`.
 */
export async function judge(before: Uint8Array, after: Uint8Array): Promise<SignatureReport | null> {
  assertExtends(before, after)
  const now = await inThread.verify(after)
  const added = now.signatures.find((signature) => signature.coversWholeFile) ?? null
  if (now.valid) return added
  const then = await inThread.verify(before)
  const fault = newFault(then, now)
  if (fault) throw new Rejected(`The new revision is not valid: ${fault}`)
  return added
}

/** What is wrong now and was not wrong before. */
function newFault(then: VerifyReport, now: VerifyReport): string | undefined {
  const known = new Map(then.signatures.map((signature) => [signature.fieldName, signature.valid]))
  const broken = now.signatures.filter(({ valid, fieldName }) => !valid && known.get(fieldName) !== false)
  const faults = now.faults.filter((fault) => !then.faults.includes(fault))
  return broken[0]?.faults[0] ?? faults[0]
}
