import { type FieldErrors, validationError } from '#lib/core/errors'
import { ForbiddenTarget, targetOf } from './guard.ts'

/** Holds a configured address to the guard. @throws AppError `validation_error` on `url`. */
export async function insistOnTarget(url: string): Promise<void> {
  const faults = await targetFaults({ url })
  if (faults.url) throw validationError(faults)
}

/** What the guard has against a configured address, if one is given. */
export async function targetFaults({ url }: { url?: string | undefined }): Promise<FieldErrors> {
  try {
    if (url !== undefined) await targetOf(url)
    return {}
  } catch (error) {
    if (!(error instanceof ForbiddenTarget)) throw error
    return { url: [error.message] }
  }
}
