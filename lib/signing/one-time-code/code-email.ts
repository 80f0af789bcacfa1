import { setTimeout as sleep } from 'node:timers/promises'
import { and, desc, eq, gt } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { signerTopic } from '#lib/processes/signers/delivery'

/** How long the response waits for the mail server, which usually answers within a second. */
const WAIT_MILLISECONDS = 4000
const POLL_MILLISECONDS = 200

/** The id of the last email to a signer; 0 without one. */
export async function findLastEmailId(reader: Reader, ctx: Ctx, signerId: number): Promise<number> {
  return (await lastEmail(reader, ctx, signerId, 0))?.id ?? 0
}

/**
 * Waits for the mail server's answer to the email with the code, the first after `lastId`.
 * @returns `on_its_way` when there is none yet; without a mail server the email is `sent` as soon as it is written
 */
export async function waitForOutcome(
  ctx: Ctx,
  signerId: number,
  lastId: number,
): Promise<'sent' | 'refused' | 'on_its_way'> {
  if (env().smtpUrl === null) return 'sent'
  for (let waited = 0; waited < WAIT_MILLISECONDS; waited += POLL_MILLISECONDS) {
    const email = await read(ctx, (reader) => lastEmail(reader, ctx, signerId, lastId))
    if (email?.status === 'failed') return 'refused'
    if (email?.status === 'sent') return 'sent'
    if (email?.error) return 'on_its_way'
    await sleep(POLL_MILLISECONDS)
  }
  return 'on_its_way'
}

async function lastEmail(reader: Reader, ctx: Ctx, signerId: number, lastId: number) {
  const { tenantId, topic, id, status, error } = mails
  const [email] = await reader
    .select({ id, status, error })
    .from(mails)
    .where(and(eq(tenantId, ctx.tenantId), eq(topic, signerTopic(signerId)), gt(id, lastId)))
    .orderBy(desc(id))
    .limit(1)
  return email ?? null
}
