import { eq } from 'drizzle-orm'
import { delegations, replacedLinks } from '#db/schema/processes-links'
import { findReplacedLink } from '#db/tenancy/cross-tenant'
import { write } from '#db/tenancy/tenant'
import { makeSystemCtx, type RequestMeta } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { errorText } from '#lib/messages/errors'
import { lockProcess } from '#lib/processes/load'
import { findSigners } from '#lib/processes/signers/invite'
import { resendWhereAllowed } from '#lib/processes/signers/resend'
import { namedSigner, recordOfProcess } from '#lib/processes/trail/record'
import { enterSigning } from '../enter.ts'
import { lockSigningSession } from '../load.ts'
import { assertSigns, effectiveStatus } from '../rules.ts'
import { limitRequests } from './limits.ts'

/**
 * What the page of an ended link offers: the sender of an expired process is asked for more time; after a correction
 * the current link is sent to the signer's own address, unless another person is in their place. The response is the same whether an email is sent.
 * @throws AppError `not_found` for unknown links, `invalid_state` for links that work, `rate_limited`
 */
export async function renewLink(requestMeta: RequestMeta, token: string): Promise<{ message: string }> {
  const tokenHash = sha256Hex(token)
  await limitRequests('renew', tokenHash)
  const replacedRef = await findReplacedLink(tokenHash)
  if (replacedRef) await sendCurrentLink(requestMeta, replacedRef, tokenHash)
  else await askForTime(requestMeta, token)
  return { message: 'Your request has been received.' }
}

async function askForTime(requestMeta: RequestMeta, token: string): Promise<void> {
  const ctx = await enterSigning(token, requestMeta)
  await write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    const { process, signer } = session
    const status = effectiveStatus(session, ctx.now)
    assertSigns(signer)
    if (status !== 'expired') throw invalidState(errorText('refusals.linkNotExpired'), status)
    if (signer.status === 'signed') return
    await recordOfProcess(tx, ctx, process, 'signature.time_requested', namedSigner(signer))
  })
}

async function sendCurrentLink(
  { now }: RequestMeta,
  { tenantId, id: processId }: { tenantId: number; id: number },
  tokenHash: string,
): Promise<void> {
  const ctx = makeSystemCtx(tenantId, 'signing.renew', now)
  await write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    const [link] = await tx
      .select({ signerId: replacedLinks.signerId, handedOver: delegations.id })
      .from(replacedLinks)
      .leftJoin(delegations, eq(delegations.tokenHash, replacedLinks.tokenHash))
      .where(eq(replacedLinks.tokenHash, tokenHash))
    // Who has handed over may not have emails sent to the person they named.
    if (!link?.signerId || link.handedOver) return
    const isExpired = effectiveStatus({ process, allSigned: false }, now) === 'expired'
    if (isExpired) return
    const people = await findSigners(tx, ctx, processId)
    const chosen = people.filter(({ id }) => id === link.signerId)
    await resendWhereAllowed(tx, ctx, process, people, chosen)
  })
}
