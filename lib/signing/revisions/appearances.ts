import type { Ctx } from '#lib/core/ctx'
import type { GivenSignature } from '#lib/core/signature-kinds'
import type { SignatureAppearance } from '#lib/pdf/zones'
import type { SignerRow } from '#lib/processes/present'
import { getBytes } from '#lib/storage/files'

type SignerWithAppearances = Pick<SignerRow, 'name' | 'signature' | 'initials'>

/** The appearance of a signature: as submitted, or the name for an approver; initials only where they were given. */
export async function loadAppearances(
  ctx: Pick<Ctx, 'tenantId'>,
  signer: SignerWithAppearances,
): Promise<{ signature: SignatureAppearance; initials: SignatureAppearance | null }> {
  const signature: SignatureAppearance = signer.signature
    ? await loadAppearance(ctx, signer.signature)
    : { kind: 'text', text: signer.name }
  return { signature, initials: signer.initials && (await loadAppearance(ctx, signer.initials)) }
}

async function loadAppearance(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  signature: GivenSignature,
): Promise<SignatureAppearance> {
  return signature.imageSha256
    ? { kind: 'image', png: await getBytes(tenantId, signature.imageSha256) }
    : { kind: 'text', text: signature.text ?? '', ...(signature.font && { font: signature.font }) }
}
