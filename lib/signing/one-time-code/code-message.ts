import { setTimeout as sleep } from 'node:timers/promises'
import { and, desc, eq, gt } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { signerTopic } from '#lib/processes/signers/delivery'

/** How long the response waits for the mail server or SMS provider, which usually answers within a second. */
const WAIT_MILLISECONDS = 4000
const POLL_MILLISECONDS = 200

/** The id of the last email or text message to a signer; 0 without one. */
export async function findLastMessageId(reader: Reader, ctx: Ctx, signerId: number): Promise<number> {
  return (await lastMessage(reader, ctx, signerId, 0))?.id ?? 0
}

/**
 * Waits for the answer of the mail server or SMS provider to the message with the code, the first after `lastId`.
 * @returns `on_its_way` when there is none yet; without a mail server the email is `sent` as soon as it is written
 */
export async function waitForOutcome(
  ctx: Ctx,
  signerId: number,
  lastId: number,
  method: 'email' | 'sms',
): Promise<'sent' | 'refused' | 'on_its_way'> {
  if (method === 'email' && env().smtpUrl === null) return 'sent'
  for (let waited = 0; waited < WAIT_MILLISECONDS; waited += POLL_MILLISECONDS) {
    const message = await read(ctx, (reader) => lastMessage(reader, ctx, signerId, lastId))
    if (message?.status === 'failed') return 'refused'
    if (message?.status === 'sent') return 'sent'
    if (message?.error) return 'on_its_way'
    await sleep(POLL_MILLISECONDS)
  }
  return 'on_its_way'
}

async function lastMessage(reader: Reader, ctx: Ctx, signerId: number, lastId: number) {
  const { tenantId, topic, id, status, error } = mails
  const [message] = await reader
    .select({ id, status, error })
    .from(mails)
    .where(and(eq(tenantId, ctx.tenantId), eq(topic, signerTopic(signerId)), gt(id, lastId)))
    .orderBy(desc(id))
    .limit(1)
  return message ?? null
}
