import { isDeepStrictEqual } from 'node:util'
import { write } from '#db/tenancy/tenant'
import { isFuture, now } from '#lib/core/clock'
import { toBase64 } from '#lib/core/runtime/bytes'
import type { RemoteCredential } from '#lib/keys/signing-service/credential'
import { toIdentity } from '#lib/keys/signing-service/remote-identity'
import { type StoredCredential, toStored } from '#lib/keys/signing-service/stored-credential'
import { type Confirmation, findConfirmations, storeConfirmation } from '#lib/processes/confirmations'
import { findCurrentRevisions } from '#lib/processes/documents/revisions'
import { lockProcess } from '#lib/processes/load'
import type { SignerRow } from '#lib/processes/present'
import { enqueueRevisions } from '#lib/processes/revision-queue'
import { processCan } from '#lib/processes/rules'
import { enqueueConfirmationReminder } from '#lib/processes/scheduled'
import { markSealError } from '#lib/processes/transitions'
import { getStepTime, type Revision, readStepContext, StaleRevision, type StepContext } from './context.ts'
import { commitSignature, makeRevisions } from './embed-signature.ts'

/** Stores of which credentials the signer has to choose, on the signing page. */
export function askToChoose(
  step: StepContext,
  signer: SignerRow,
  found: RemoteCredential[],
  stored: Confirmation | null,
): Promise<StepContext | null> {
  return store(step, signer, stored, {
    ...{ signerId: signer.id, status: 'waiting', failure: stored?.failure ?? null, visit: null },
    ...{ credential: toStored(found[0]!), choices: found.map(toStored), isChosen: false, isDoubtful: false },
    ...{ base: step.documents.map(({ sha256 }) => sha256), at: getStepTime(step).toISOString() },
    ...{ tokenBytes: null, pending: [], signatures: {} },
  })
}

/**
 * Embeds the signature of a signer who has confirmed it for the current revisions, with a time that is not in the future;
 * otherwise stores what they have to confirm. Both make the same revisions: without signatures they give the bytes to sign.
 * @returns the context of the next step; null while another signature is awaited
 */
export async function embedConfirmed(
  step: StepContext,
  signer: SignerRow,
  { credential, found }: { credential: RemoteCredential; found: RemoteCredential[] | null },
  stored: Confirmation | null,
): Promise<StepContext | null> {
  const base = step.documents.map(({ sha256 }) => sha256)
  // A time in the future is from before the clock of the database was set back: no signature may have it.
  const isUsable =
    stored !== null && isDeepStrictEqual(stored.base, base) && !isFuture(new Date(stored.at), now())
  const current = isUsable && isSame(stored.credential, toStored(credential)) ? stored : null
  const unsigned: Uint8Array[] = []
  const sign = async (data: Uint8Array) => {
    const signature = current?.signatures[toBase64(data)]
    if (signature) return new Uint8Array(Buffer.from(signature, 'base64'))
    unsigned.push(data)
    throw new Error('The signature is not confirmed yet.')
  }
  const made = await toIdentity(credential, sign)
  const tokenBytes = current ? (current.tokenBytes ?? undefined) : made.tokenBytes
  const identity = { ...made, tokenBytes }
  const at = current ? new Date(current.at) : getStepTime(step)
  const revisions = await makeRevisions(step, signer, at, async (revise) => {
    const countBefore = unsigned.length
    try {
      return await revise(identity)
    } catch (error) {
      if (unsigned.length === countBefore) throw error
      return null
    }
  })
  const complete = revisions.filter((revision): revision is Revision => revision !== null)
  if (complete.length === revisions.length) return commitSignature(step, signer, identity, complete)
  // What was confirmed, and could not be embedded, is asked for again, too.
  const isChanged = stored && stored.base.length > 0 && (!isUsable || stored.status === 'confirmed')
  const reason = isChanged ? 'changed' : (stored?.failure ?? null)
  const choices = found ? found.map(toStored) : stored!.choices
  return store(step, signer, stored, {
    ...{ signerId: signer.id, status: 'waiting', visit: current?.visit ?? null, isDoubtful: !found },
    ...{ choices: choices.length > 1 ? choices : [], isChosen: true },
    failure: current || reason === 'changed' ? reason : null,
    credential: toStored(credential),
    base,
    at: at.toISOString(),
    tokenBytes: tokenBytes ?? null,
    pending: unsigned.map(toBase64),
    signatures: current?.signatures ?? {},
  })
}

/** The person is asked with another certificate only where the credential is another one. */
function isSame(a: StoredCredential, b: StoredCredential): boolean {
  return a.id === b.id && a.mode === b.mode && isDeepStrictEqual(a.certificates, b.certificates)
}

/**
 * Stores what is to be confirmed in place of what was stored at the start of the step. Who has not confirmed it a
 * quarter of an hour later is reminded.
 * @returns null when the process has ended meanwhile
 */
function store(
  step: StepContext,
  signer: SignerRow,
  before: Confirmation | null,
  confirmation: Confirmation,
): Promise<StepContext | null> {
  const { ctx } = step
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, step.process.id)
    if (!processCan.sign(process).allowed) return null
    const current = (await findCurrentRevisions(tx, ctx, process.id)).map(({ sha256 }) => sha256)
    if (!isDeepStrictEqual(current, confirmation.base))
      throw new StaleRevision('Another worker stored a revision first.')
    const stored = (await findConfirmations(tx, ctx, process.id)).find(
      ({ signerId }) => signerId === confirmation.signerId,
    )
    if (!isDeepStrictEqual(stored ?? null, before))
      throw new StaleRevision('The confirmation has changed meanwhile.')
    await storeConfirmation(tx, ctx, process.id, confirmation)
    if (before?.status !== 'waiting') await enqueueConfirmationReminder(tx, ctx, signer)
    await markSealError(tx, ctx, process, null)
    // Others do not wait for the person.
    await enqueueRevisions(tx, ctx, process.id)
    return readStepContext(tx, ctx, process)
  })
}
