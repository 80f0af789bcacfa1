import { write } from '#db/tenant'
import type { RequestMeta } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'
import { countRecovery } from '../sessions/internal/login-limits.ts'
import { RECOVER_QUEUE, type Recovery } from './recover.ts'

/** No tenant is known yet, and whether there is one is not to show. */
const NO_TENANT = { tenantId: 0 }

/**
 * Takes note that somebody forgot the password of `email`. Whether the mail is known is asked later, by a job: the
 * answer and its time cannot tell.
 */
export async function forgotPassword(
  visit: RequestMeta,
  { email }: { email: string },
): Promise<{ message: string }> {
  await countRecovery(visit, email)
  const { address, userAgent, requestId, claim } = visit
  const job: Recovery = { email, address, userAgent, requestId }
  await write({ ...NO_TENANT, claim }, (tx) => enqueue(tx, RECOVER_QUEUE, job))
  return { message: 'If this address belongs to an account, a mail with a link is on its way to it.' }
}
