import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { EventType } from '#lib/audit/events'
import type { Ctx } from '#lib/core/ctx'
import { consume } from '#lib/limits/limiter'
import type { Mail } from './mail.ts'

/** The notices to one address that is not confirmed, from all tenants. */
const NOTICES = { points: 20, windowSeconds: 3600 }

/**
 * The emails without those notices about users and settings that exceed the limit of an address: while no user of the
 * tenant has confirmed it, it may be that of a stranger. Emails with links are counted when they are requested.
 */
export async function limitNotices(
  reader: Reader,
  ctx: Ctx,
  type: EventType,
  mails: Mail[],
): Promise<Mail[]> {
  const isNotice = ({ topic, signer }: Mail) =>
    !topic && !signer && !/^(process|signature|template)\./.test(type)
  const addresses = mails.filter(isNotice).map(({ to }) => to)
  if (addresses.length === 0) return mails
  const confirmed = await reader
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        eq(users.tenantId, ctx.tenantId),
        inArray(users.email, addresses),
        isNotNull(users.emailConfirmedAt),
      ),
    )
  const kept = []
  for (const mail of mails) {
    const isCounted = isNotice(mail) && !confirmed.some(({ email }) => email === mail.to)
    if (!isCounted || (await consume('notice-mail', mail.to, NOTICES)).allowed) kept.push(mail)
  }
  return kept
}
