import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { isAttended, type RemoteCredential } from '#lib/keys/signing-service/credential'
import { findSignerCredentials, loadUnattendedIdentity } from '#lib/keys/signing-service/remote-identity'
import { fromStored } from '#lib/keys/signing-service/stored-credential'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import type { Confirmation } from '#lib/processes/confirmations'
import { lockProcess } from '#lib/processes/load'
import type { SignerRow } from '#lib/processes/present'
import { enqueueLater, enqueueRemoteSignature, enqueueRevisions } from '#lib/processes/revision-queue'
import { isRemote, processCan } from '#lib/processes/rules'
import { askToChoose, embedConfirmed } from './confirmed.ts'
import { getStepTime, type Revision, type StepContext } from './context.ts'
import { commitSignature, makeRevisions } from './embed-signature.ts'
import { ASK_AGAIN_SECONDS, findNextToEmbed, isPostponed } from './given.ts'

/** Who has no credential yet does not delay others; longer than a retry. */
const LOOK_UP_AGAIN_SECONDS = 60
/** The second one has more space for a time stamp that was longer than expected. */
const MAX_SIGNATURES = 2

/** Enqueues the job that asks the service: no place of other steps waits for it. */
export function enqueueRemoteStep({ ctx, process }: StepContext): Promise<void> {
  return write(ctx, async (tx) => {
    await lockProcess(tx, ctx, process.id)
    await enqueueRemoteSignature(tx, ctx, process.id)
  })
}

/**
 * Has the next signature made by the service, embeds one that its signer has confirmed, or makes again what a signer has
 * to confirm, when another signature was embedded meanwhile.
 * @returns the context of the next step; null when there is none for the service
 */
export async function runRemoteStep(step: StepContext): Promise<StepContext | null> {
  // Nobody is asked for a process that has ended.
  if (!processCan.sign(step.process).allowed) return null
  const signer = findNextToEmbed(step) ?? findOutdated(step)
  if (!signer || !isRemote(step.process, signer)) return enqueueOthers(step, signer)
  const scope = { ...step.ctx, now: getStepTime(step) }
  const stored = step.confirmations.find(({ signerId }) => signerId === signer.id)
  const isLookedUp = !stored || (stored.isDoubtful && isCurrent(step, stored))
  const found = isLookedUp
    ? await findSignerCredentials(scope, signer.email, signer.signatureLevel).catch((error: unknown) =>
        postpone(step, signer, LOOK_UP_AGAIN_SECONDS).then(() => Promise.reject(error)),
      )
    : null
  const credential = found ? choose(found, stored) : fromStored(stored!.credential)
  if (!credential) return askToChoose(step, signer, found!, stored ?? null)
  if (isAttended(credential)) return embedConfirmed(step, signer, { credential, found }, stored ?? null)
  const identity = await loadUnattendedIdentity(scope, credential)
  const revisions = await askOnce(step, signer, identity, (asking) =>
    makeRevisions(step, signer, getStepTime(step), (revise) => reviseRemotely(revise, asking)),
  )
  return commitSignature(step, signer, identity, revisions)
}

/** The only credential, or the one that the person has chosen before; null where they have to choose. */
function choose(found: RemoteCredential[], stored: Confirmation | undefined): RemoteCredential | null {
  if (found.length === 1) return found[0]!
  return (stored?.isChosen && found.find(({ id }) => id === stored.credential.id)) || null
}

/** Enqueues the jobs of those who are asked again later, and of the next signature that is made here. */
async function enqueueOthers({ ctx, process, signers }: StepContext, next: SignerRow | null): Promise<null> {
  const postponed = signers.filter((signer) => signer.embeddedAt === null && isPostponed(signer))
  if (postponed.length === 0 && !next) return null
  await write(ctx, async (tx) => {
    await lockProcess(tx, ctx, process.id)
    if (next) await enqueueRevisions(tx, ctx, process.id)
    for (const signer of postponed) await enqueueLater(tx, ctx, signer, signer.askAgainAt!)
  })
  return null
}

/**
 * A signer who has to confirm the signature of a revision that is no longer the current one; then one whose credential
 * may have been replaced, as the service does not answer for it.
 */
function findOutdated(step: StepContext): SignerRow | null {
  const { confirmations, signers } = step
  const postponed = new Set(signers.filter(isPostponed).map(({ id }) => id))
  const outdated =
    confirmations.find(
      (confirmation) =>
        confirmation.isChosen &&
        !isCurrent(step, confirmation) &&
        // Who was just asked on another device is not asked at once again.
        !(confirmation.base.length === 0 && postponed.has(confirmation.signerId)),
    ) ??
    confirmations.find(
      ({ signerId, status, isDoubtful }) => status === 'waiting' && isDoubtful && !postponed.has(signerId),
    )
  return signers.find(({ id }) => id === outdated?.signerId) ?? null
}

function isCurrent({ documents }: StepContext, { base }: Confirmation): boolean {
  const current = documents.map(({ sha256 }) => sha256)
  return isDeepStrictEqual(base, current)
}

class Unsigned extends Error {}

/**
 * Makes a revision twice, so that no thread waits for the service: first for the bytes to sign, then with their
 * signature. The same revision has the same bytes.
 */
async function reviseRemotely(
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
async function askOnce<T>(
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
    if (wasAsked) await postpone(step, signer, ASK_AGAIN_SECONDS)
    throw error
  }
}

/**
 * The next tries do not ask; stored, so that all workers know it, also after a restart. Signatures that are made here
 * wait no longer.
 */
async function postpone({ ctx, process }: StepContext, { id }: SignerRow, seconds: number): Promise<void> {
  await write(ctx, async (tx) => {
    await lockProcess(tx, ctx, process.id)
    await tx
      .update(signers)
      .set({ askAgainAt: addSeconds(now(), seconds) })
      .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, id)))
    await enqueueRevisions(tx, ctx, process.id)
  })
}
