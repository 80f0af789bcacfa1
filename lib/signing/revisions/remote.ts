import { and, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import type { RemoteLevel } from '#lib/keys/signing-service/credential'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { lockProcess } from '#lib/processes/load'
import type { ProcessRow, SignerRow } from '#lib/processes/present'
import { enqueueRemoteSignature } from '#lib/processes/revision-queue'
import type { Revision, StepContext } from './context.ts'

/** A person who has declined or not answered is not asked again before. */
const ASK_AGAIN_SECONDS = 900
/** The second one has more space for a time stamp that was longer than expected. */
const MAX_SIGNATURES = 2

/** Whether the tenant's remote signing service makes the signature. */
export function isRemote(
  { testMode }: Pick<ProcessRow, 'testMode'>,
  signer: Pick<SignerRow, 'signatureLevel'>,
): signer is { signatureLevel: RemoteLevel } {
  return signer.signatureLevel !== 'simple' && !testMode
}

/** Enqueues the job that asks the service: no place of other steps waits for it. */
export function enqueueRemoteStep({ ctx, process }: StepContext, { askAgainAt }: SignerRow): Promise<void> {
  return write(ctx, async (tx) => {
    await lockProcess(tx, ctx, process.id)
    await enqueueRemoteSignature(tx, ctx, process.id, askAgainAt ?? undefined)
  })
}

class Unsigned extends Error {}

/**
 * Makes a revision twice, so that no thread waits for the service: first for the bytes to sign, then with their
 * signature. The same revision has the same bytes.
 */
export async function reviseRemotely(
  revise: (identity: SigningIdentity) => Promise<Revision>,
  identity: SigningIdentity,
): Promise<Revision> {
  const signatures = new Map<string, Uint8Array>()
  for (;;) {
    let unsigned: Uint8Array | null = null
    const sign = async (data: Uint8Array) => {
      const signature = signatures.get(Buffer.from(data).toString('hex'))
      if (signature) return signature
      unsigned = data
      throw new Unsigned('The signature is made later.')
    }
    try {
      return await revise({ ...identity, sign })
    } catch (error) {
      if (!unsigned || signatures.size === MAX_SIGNATURES) throw error
      signatures.set(Buffer.from(unsigned).toString('hex'), await identity.sign(unsigned))
    }
  }
}

/**
 * Makes revisions with an identity that asks a person. Once it was asked, nobody is asked again soon when one fails, be
 * it by the service, a time stamp or a document.
 */
export async function askOnce<T>(
  step: StepContext,
  signer: SignerRow,
  identity: SigningIdentity,
  make: (identity: SigningIdentity) => Promise<T>,
): Promise<T> {
  let wasAsked = false
  const sign = (data: Uint8Array) => {
    wasAsked = true
    return identity.sign(data)
  }
  try {
    return await make({ ...identity, sign })
  } catch (error) {
    if (wasAsked) await postpone(step, signer)
    throw error
  }
}

/** The next tries do not ask; stored, so that all workers know it, also after a restart. */
async function postpone({ ctx }: StepContext, { id }: SignerRow): Promise<void> {
  await write(ctx, (tx) =>
    tx
      .update(signers)
      .set({ askAgainAt: addSeconds(now(), ASK_AGAIN_SECONDS) })
      .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, id))),
  )
}
