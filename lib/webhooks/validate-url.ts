import { validationError } from '#lib/core/errors'
import { ForbiddenTarget, targetOf } from './delivery/guard.ts'

/** Checks a configured URL. @throws AppError `validation_error` on `url`. */
export async function assertTarget(url: string): Promise<void> {
  try {
    await targetOf(url)
  } catch (error) {
    throw error instanceof ForbiddenTarget ? validationError({ url: [error.message] }) : error
  }
}
