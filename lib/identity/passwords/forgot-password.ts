import { write } from '#db/tenancy/tenant'
import type { RequestMeta } from '#lib/core/ctx'
import { encryptData } from '#lib/jobs/encrypted-data'
import { enqueue } from '#lib/jobs/enqueue'
import { countRecovery } from '../sessions/internal/login-limits.ts'
import { RECOVER_QUEUE, type Recovery } from './recover.ts'

/** The job belongs to no tenant, so that the request is the same whether or not the email has an account. */
const NO_TENANT = { tenantId: 0 }

/**
 * Requests a password reset for `email`. A job looks the account up later, so neither the response nor its duration
 * tells whether it exists.
 */
export async function forgotPassword(
  requestMeta: RequestMeta,
  { email }: { email: string },
): Promise<{ message: string }> {
  await countRecovery(requestMeta, email)
  const { address, userAgent, requestId, claim } = requestMeta
  const recovery: Recovery = { email, address, userAgent, requestId }
  await write({ ...NO_TENANT, claim }, (tx) =>
    enqueue(tx, RECOVER_QUEUE, encryptData(RECOVER_QUEUE, recovery)),
  )
  return { message: 'If this address belongs to an account, we have sent it an email with a link.' }
}
