import { validationError } from '#lib/core/errors'
import { ForbiddenTarget, targetOf } from './guard.ts'

/** Holds a configured address to the guard. @throws AppError `validation_error` on `url`. */
export async function insistOnTarget(url: string): Promise<void> {
  try {
    await targetOf(url)
  } catch (error) {
    if (!(error instanceof ForbiddenTarget)) throw error
    throw validationError({ url: [error.message] })
  }
}
