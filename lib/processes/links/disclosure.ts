import { eq } from 'drizzle-orm'
import { readTogether } from '#db/lists/rows'
import { tenants } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, invalidState, notFound } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { findEmbedOrigins } from '#lib/identity/account/embed-origins'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { lockProcess } from '../load.ts'
import type { ProcessSigner } from '../parts.ts'
import { processCan, signerCan } from '../rules.ts'
import { findSigners } from '../signers/invite.ts'
import { linkHandle, signingToken, signingUrl } from '../signers/link.ts'
import { findSharers } from '../signers/shared-links.ts'
import { type Disclosure, selectDisclosures } from './disclosed.ts'
import type { SigningLinkRecord } from './schema.ts'

/**
 * The link of a signer whose turn it is, for users where the tenant shows them links; the trail names the user.
 * @throws AppError `forbidden`, `not_found`, `invalid_state`
 */
export function discloseLink(ctx: Ctx, processId: number, signerId: number): Promise<SigningLinkRecord> {
  authorize(ctx, 'process.copy_link')
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    if (!(await showsLinks(tx, ctx))) throw forbidden(errorText('refusals.linksNotShown'))
    const signer = await findSigner(tx, ctx, processId, signerId)
    assertAllowed(processCan.sign(process), process)
    assertAllowed(signerCan.sign(signer), signer)
    await recordDisclosure(tx, ctx, processId, [signer])
    return { url: signingUrl(signer)! }
  })
}

async function showsLinks(tx: Tx, { tenantId }: Ctx): Promise<boolean> {
  const [tenant] = await tx
    .select({ showsLinks: tenants.showSigningLinks })
    .from(tenants)
    .where(eq(tenants.id, tenantId))
  return tenant!.showsLinks
}

async function findSigner(tx: Tx, ctx: Ctx, processId: number, signerId: number) {
  const [signer] = await findSigners(tx, ctx, processId, [signerId])
  if (!signer) throw notFound()
  return signer
}

/**
 * The token of a signer's link, to show the signing page in a frame; the trail says that the link was disclosed.
 * @throws AppError `not_found`; `invalid_state` before the signer's turn, without an origin that may show the frame, and
 * for links of signers who confirm at the provider of their certificate, which no frame can show
 */
export function discloseLinkForFrame(ctx: Ctx, processId: number, signerId: number): Promise<string> {
  authorize(ctx, 'process.disclose_link')
  return write(ctx, async (tx) => {
    const { status } = await lockProcess(tx, ctx, processId)
    const signer = await findSigner(tx, ctx, processId, signerId)
    const { tokenNonce, tokenHash } = signer
    if (tokenNonce === null || tokenHash === null)
      throw invalidState(errorText('refusals.notSignerTurn'), status)
    const sharers = await findSharers(tx, ctx, tokenHash)
    if (sharers.some(({ signatureLevel }) => signatureLevel !== 'simple'))
      throw invalidState(errorText('refusals.confirmedAtProvider'), status)
    if ((await findEmbedOrigins(tx, ctx.tenantId)).length === 0)
      throw invalidState(errorText('refusals.noEmbedOrigins'), status)
    await recordDisclosure(tx, ctx, processId, [signer])
    return signingToken({ tokenNonce })
  })
}

/** Recorded once per signer, link and caller, so that polling does not fill the trail. */
export async function recordDisclosure(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  signersWithLink: Pick<ProcessSigner, 'id' | 'name' | 'email' | 'tokenHash' | 'invitedAt'>[],
  known?: Disclosure[],
): Promise<void> {
  const { type } = ctx.actor
  if (signersWithLink.length === 0 || (type !== 'api_key' && type !== 'user')) return
  const query = { disclosed: selectDisclosures(ctx, processId) }
  const disclosed = known ?? (await readTogether(tx, query)).disclosed
  const newlyDisclosed = signersWithLink.filter(
    ({ id, tokenHash, invitedAt }) =>
      !disclosed.some(
        ({ signerId, link, at }) =>
          Number(signerId) === id && (link === null ? at >= invitedAt! : link === linkHandle(tokenHash!)),
      ),
  )
  await recordAll(
    tx,
    ctx,
    { process: processId },
    newlyDisclosed.map(({ id, name, email, tokenHash }) => ({
      type: 'signature.link_disclosed',
      data: {
        process_id: processId,
        signer_id: id,
        name,
        email,
        link: linkHandle(tokenHash!),
        test_mode: ctx.testMode,
      },
    })),
  )
}
