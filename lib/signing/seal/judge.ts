import { assertExtends } from '#lib/pades/increment'
import type { IncrementReport, SignatureReport } from '#lib/pades/verify'
import { inThread } from '#lib/pdf/pool'

/** Our own verification found fault with what we made. It is never stored. */
export class Rejected extends Error {}

/**
 * Judges a revision before it is stored: it extends the one before, which was judged in its turn, the new signature is
 * valid and covers the file, and every signature that was valid stays so. What was wrong with a file when it came is not
 * held against it.
 * @returns the new signature; null when none was added.
 * @throws Rejected, or PadesError `not_extended`.
 */
export async function judge(before: Uint8Array, after: Uint8Array): Promise<SignatureReport | null> {
  assertExtends(before, after)
  const report = await inThread.verifyIncrement(after, before.length)
  const invalid = report.added.find(({ valid }) => !valid)
  const fault = invalid?.faults[0] ?? (await newFault(before, report))
  if (fault) throw new Rejected(`The new revision is not valid: ${fault}`)
  return report.added.find(({ coversWholeFile }) => coversWholeFile) ?? null
}

/** What is wrong now and was not wrong before. */
async function newFault(
  before: Uint8Array,
  { broken, faults }: IncrementReport,
): Promise<string | undefined> {
  if (broken.length + faults.length === 0) return undefined
  const then = await inThread.verify(before)
  const invalid = new Set(then.signatures.flatMap(({ valid, fieldName }) => (valid ? [] : [fieldName])))
  const news = broken.find(({ fieldName }) => !invalid.has(fieldName))
  return news?.fault ?? faults.find((fault) => !then.faults.includes(fault))
}
