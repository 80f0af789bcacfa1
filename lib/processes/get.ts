import { and, eq, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { toChainName } from '#lib/audit/events'
import { recordAll } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, invalidState, notFound } from '#lib/core/errors'
import { findEmbedOrigins } from '#lib/identity/account/embed-origins'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { findWholeProcess, lockProcess } from './load.ts'
import type { ProcessSigner } from './parts.ts'
import { presentProcess, type WholeProcess } from './present.ts'
import type { ProcessRecord, SignerRecord } from './schema.ts'
import { findSigners } from './signers/invite.ts'
import { signingToken, signingUrl } from './signers/link.ts'

/** One process; a key with the scope `signing-links` also gets the signing links, which is recorded in the trail. */
export async function getProcess(ctx: Ctx, id: number): Promise<ProcessRecord> {
  authorize(ctx, 'process.read')
  if (!maySeeLinks(ctx)) return readProcess(ctx, id)
  return write(ctx, async (tx) => toProcessResponse(tx, ctx, await findWholeProcess(tx, ctx, id)))
}

function readProcess(ctx: Ctx, id: number): Promise<ProcessRecord> {
  return read(ctx, async (reader) => presentProcess(await findWholeProcess(reader, ctx, id)))
}

/** One signer of a process, without the signing link. @throws AppError `not_found` */
export async function getSigner(ctx: Ctx, processId: number, signerId: number): Promise<SignerRecord> {
  authorize(ctx, 'process.read')
  const { signers } = await readProcess(ctx, processId)
  const signer = signers.find(({ id }) => id === signerId)
  if (!signer) throw notFound()
  return signer
}

/** A process as a response, with signing links where the caller may see them. */
export async function toProcessResponse(tx: Tx, ctx: Ctx, whole: WholeProcess): Promise<ProcessRecord> {
  if (!maySeeLinks(ctx)) return presentProcess(whole)
  const signersWithLink = whole.signers.filter((signer) => signer.tokenNonce !== null)
  await recordDisclosure(tx, ctx, whole.process.id, signersWithLink)
  const links = new Map(signersWithLink.map((signer) => [signer.id, signingUrl(signer)]))
  return presentProcess(whole, links)
}

/**
 * The token of a signer's link, to show the signing page in a frame; the trail says that the link was disclosed.
 * @throws AppError `not_found`; `invalid_state` before the signer's turn, without an origin that may show the frame, and
 * for signers who confirm at the provider of their certificate, which no frame can show
 */
export function discloseLinkForFrame(ctx: Ctx, processId: number, signerId: number): Promise<string> {
  authorize(ctx, 'process.disclose_link')
  if (!maySeeLinks(ctx)) throw forbidden()
  return write(ctx, async (tx) => {
    const { status } = await lockProcess(tx, ctx, processId)
    const [signer] = await findSigners(tx, ctx, processId, [signerId])
    if (!signer) throw notFound()
    const { tokenNonce, signatureLevel } = signer
    if (tokenNonce === null) throw invalidState(errorText('refusals.notSignerTurn'), status)
    if (signatureLevel !== 'simple') throw invalidState(errorText('refusals.confirmedAtProvider'), status)
    if ((await findEmbedOrigins(tx, ctx.tenantId)).length === 0)
      throw invalidState(errorText('refusals.noEmbedOrigins'), status)
    await recordDisclosure(tx, ctx, processId, [signer])
    return signingToken({ tokenNonce })
  })
}

/** Whether the caller may see signing links: an API key with the scope `signing-links`. */
function maySeeLinks({ actor }: Ctx): boolean {
  return actor.type === 'api_key' && actor.scopes.includes('signing-links')
}

/** Recorded once per link and key, so that polling does not fill the trail. */
async function recordDisclosure(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  signersWithLink: Pick<ProcessSigner, 'id' | 'name' | 'email' | 'invitedAt'>[],
): Promise<void> {
  if (signersWithLink.length === 0 || ctx.actor.type !== 'api_key') return
  const disclosed = await tx
    .select({ signerId: sql<string>`${events.data} ->> 'signer_id'`, at: events.occurredAt })
    .from(events)
    .where(
      and(
        eq(events.tenantId, ctx.tenantId),
        eq(events.chain, toChainName({ process: processId })),
        eq(events.type, 'signature.link_disclosed'),
        sql`${events.actor} ->> 'id' = ${String(ctx.actor.id)}`,
      ),
    )
  const newlyDisclosed = signersWithLink.filter(
    ({ id, invitedAt }) => !disclosed.some(({ signerId, at }) => Number(signerId) === id && at >= invitedAt!),
  )
  await recordAll(
    tx,
    ctx,
    { process: processId },
    newlyDisclosed.map(({ id, name, email }) => ({
      type: 'signature.link_disclosed',
      data: { process_id: processId, signer_id: id, name, email },
    })),
  )
}
