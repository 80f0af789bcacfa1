import type { GivenSignature } from '#db/schema/processes'
import type { Ctx } from '#lib/core/ctx'
import type { Mark } from '#lib/pdf/zones'
import type { SignerRow } from '#lib/processes/present'
import { getBytes } from '#lib/storage/files'

type SignerWithMarks = Pick<SignerRow, 'name' | 'signature' | 'initials'>

/** The appearance of a signature: as submitted, or the name for an approver. */
export async function loadMarks(
  ctx: Pick<Ctx, 'tenantId'>,
  signer: SignerWithMarks,
): Promise<{ signature: Mark; initials?: Mark }> {
  const signature: Mark = signer.signature
    ? await loadMark(ctx, signer.signature)
    : { kind: 'text', text: signer.name }
  return signer.initials ? { signature, initials: await loadMark(ctx, signer.initials) } : { signature }
}

async function loadMark({ tenantId }: Pick<Ctx, 'tenantId'>, signature: GivenSignature): Promise<Mark> {
  return signature.imageSha256
    ? { kind: 'image', png: await getBytes(tenantId, signature.imageSha256) }
    : { kind: 'text', text: signature.text ?? '' }
}
