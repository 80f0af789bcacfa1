import { env } from '#lib/core/env'
import { validationError } from '#lib/core/errors'
import { ForbiddenTarget, resolveTarget } from '#lib/core/network/outbound-guard'

/** Checks a configured URL. @throws AppError `validation_error` on `url`. */
export async function assertTarget(url: string): Promise<void> {
  try {
    await resolveTarget(url, env().webhookAllowedHosts)
  } catch (error) {
    throw error instanceof ForbiddenTarget ? validationError({ url: [error.text] }) : error
  }
}
