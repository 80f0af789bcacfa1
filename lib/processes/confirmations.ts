import { and, eq } from 'drizzle-orm'
import type { ConfirmationFailure } from '#db/schema/keys'
import { type ConfirmationRow, signatureConfirmations } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { decrypt, encrypt } from '#lib/core/secretbox'
import type { StoredCredential } from '#lib/keys/signing-service/stored-credential'

const PURPOSE = 'signature confirmation'

/** What a person has to confirm, so that the remote signing service makes their signature. */
interface ConfirmationContent {
  credential: StoredCredential
  /** The revisions that are signed, by SHA-256: with others there is something else to confirm. */
  base: string[]
  /** The time in the signature, as ISO 8601: the same revision is made again with the signatures. */
  at: string
  /** The space for a time stamp. */
  tokenBytes: number | null
  /** What is to be signed, Base64. */
  pending: string[]
  /** The signatures by what they sign, both Base64. */
  signatures: Record<string, string>
  /** The visit of the provider that has begun. */
  visit: ProviderVisit | null
}

/** A visit of the provider's authorization server (RFC 6749, 4.1; RFC 7636). */
export interface ProviderVisit {
  state: string
  codeVerifier: string
  startedAt: string
}

/** The confirmation of one signer. */
export interface Confirmation
  extends ConfirmationContent,
    Pick<ConfirmationRow, 'signerId' | 'status' | 'failure'> {}

type Scope = Pick<Ctx, 'tenantId'>

/** The confirmations of a process that are not embedded yet. */
export async function findConfirmations(
  reader: Pick<Reader, 'select'>,
  { tenantId }: Scope,
  processId: number,
): Promise<Confirmation[]> {
  const rows = await reader
    .select()
    .from(signatureConfirmations)
    .where(
      and(eq(signatureConfirmations.tenantId, tenantId), eq(signatureConfirmations.processId, processId)),
    )
  return rows.map(({ signerId, status, failure, content }) => ({
    ...(JSON.parse(decrypt(PURPOSE, content, String(signerId)).toString()) as ConfirmationContent),
    ...{ signerId, status, failure },
  }))
}

/** Stores the confirmation of a signer in place of an earlier one. `tx` has locked the process. */
export async function storeConfirmation(
  tx: Tx,
  { tenantId, now: updatedAt }: Pick<Ctx, 'tenantId' | 'now'>,
  processId: number,
  { signerId, status, failure, ...others }: Confirmation,
): Promise<void> {
  const content = encrypt(PURPOSE, Buffer.from(JSON.stringify(others)), String(signerId))
  const columns = { status, failure, content, updatedAt }
  await tx
    .insert(signatureConfirmations)
    .values({ signerId, tenantId, processId, ...columns })
    .onConflictDoUpdate({ target: signatureConfirmations.signerId, set: columns })
}

/** Says why a try failed, unless the confirmation is given or gone meanwhile. */
export async function storeFailure(
  tx: Tx,
  { tenantId, now: updatedAt }: Pick<Ctx, 'tenantId' | 'now'>,
  signerId: number,
  failure: ConfirmationFailure,
): Promise<void> {
  await tx
    .update(signatureConfirmations)
    .set({ failure, updatedAt })
    .where(
      and(
        eq(signatureConfirmations.tenantId, tenantId),
        eq(signatureConfirmations.signerId, signerId),
        eq(signatureConfirmations.status, 'waiting'),
      ),
    )
}

/** Deletes the confirmation of one signer, or those of a process. */
export async function deleteConfirmations(
  tx: Tx,
  { tenantId }: Scope,
  of: { signerId: number } | { processId: number },
): Promise<void> {
  const isOf =
    'signerId' in of
      ? eq(signatureConfirmations.signerId, of.signerId)
      : eq(signatureConfirmations.processId, of.processId)
  await tx.delete(signatureConfirmations).where(and(eq(signatureConfirmations.tenantId, tenantId), isOf))
}
