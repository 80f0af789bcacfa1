import type { GivenSignature } from '#db/schema/processes'
import type { Ctx } from '#lib/core/ctx'
import type { SignatureAppearance } from '#lib/pdf/zones'
import type { SignerRow } from '#lib/processes/present'
import { getBytes } from '#lib/storage/files'

type SignerWithAppearances = Pick<SignerRow, 'name' | 'signature' | 'initials'>

/** The appearance of a signature: as submitted, or the name for an approver. */
export async function loadAppearances(
  ctx: Pick<Ctx, 'tenantId'>,
  signer: SignerWithAppearances,
): Promise<{ signature: SignatureAppearance; initials?: SignatureAppearance }> {
  const signature: SignatureAppearance = signer.signature
    ? await loadAppearance(ctx, signer.signature)
    : { kind: 'text', text: signer.name }
  return signer.initials ? { signature, initials: await loadAppearance(ctx, signer.initials) } : { signature }
}

async function loadAppearance(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  signature: GivenSignature,
): Promise<SignatureAppearance> {
  return signature.imageSha256
    ? { kind: 'image', png: await getBytes(tenantId, signature.imageSha256) }
    : { kind: 'text', text: signature.text ?? '', ...(signature.font && { font: signature.font }) }
}
