import { isDeepStrictEqual } from 'node:util'
import type { ConfirmationFailure } from '#db/schema/keys'
import { type Reader, read, type Tx, write } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { AppError, TextError } from '#lib/core/errors'
import { toBase64 } from '#lib/core/runtime/bytes'
import { assertAllowed } from '#lib/core/transition-guards'
import { getSerialNumber, type RemoteCredential } from '#lib/keys/signing-service/credential'
import { ServiceProblem } from '#lib/keys/signing-service/service-problem'
import { fromStored } from '#lib/keys/signing-service/stored-credential'
import { checkValidity } from '#lib/pades/keys/certificate-path'
import {
  type Confirmation,
  findConfirmations,
  isConfirmedFor,
  storeConfirmation,
} from '#lib/processes/confirmations'
import { findCurrentRevisions } from '#lib/processes/documents/revisions'
import { lockProcess } from '#lib/processes/load'
import type { SignerRow } from '#lib/processes/present'
import { enqueueRemoteSignature } from '#lib/processes/revision-queue'
import { processCan } from '#lib/processes/rules'
import { asSigner, loadSigningSession, lockSigningSession, type SigningSession } from '../load.ts'
import { requireOtp } from '../rules.ts'

/** What a person of a link has to confirm now. */
export interface Pending {
  signer: SignerRow
  confirmation: Confirmation
  credential: RemoteCredential
  /** What is signed by one confirmation. */
  data: Uint8Array[]
}

/**
 * The first confirmation that a person of the link has to give.
 * @throws AppError `invalid_state` where there is none, or another signature comes first
 */
export async function loadPending(ctx: Ctx): Promise<Pending> {
  const pending = await read(ctx, async (reader) =>
    findPending(reader, ctx, await loadSigningSession(reader, ctx)),
  )
  try {
    checkValidity(pending.credential, now())
  } catch (error) {
    const problem = error instanceof TextError ? new ServiceProblem(error.text) : error
    return giveUp(ctx, pending, problem)
  }
  return pending
}

async function findPending(reader: Reader, ctx: Ctx, session: SigningSession): Promise<Pending> {
  const { process, sharers } = session
  requireOtp(session)
  assertAllowed(processCan.sign(process), process)
  const confirmations = await findConfirmations(reader, ctx, process.id)
  let isOutdated = false
  for (const signer of sharers) {
    const confirmation = confirmations.find(
      ({ signerId, status }) => signerId === signer.id && status === 'waiting',
    )
    if (!confirmation) continue
    if (!confirmation.isChosen)
      throw new AppError('invalid_state', 'Choose one of `confirmation.credentials` first.', {
        current_status: 'signed',
      })
    const current = (await findCurrentRevisions(reader, ctx, process.id)).map(({ sha256 }) => sha256)
    const isTaken = confirmations.some((each) => isConfirmedFor(each, current))
    if (isTaken || !isDeepStrictEqual(current, confirmation.base)) {
      isOutdated = true
      continue
    }
    const credential = fromStored(confirmation.credential)
    const data = confirmation.pending
      .slice(0, credential.multisign)
      .map((text) => new Uint8Array(Buffer.from(text, 'base64')))
    return { signer, confirmation, credential, data }
  }
  if (isOutdated) throw refused('changed')
  throw new AppError('invalid_state', 'There is nothing to confirm.', { current_status: process.status })
}

/**
 * Has `sign` make the signatures without a transaction, and stores them: the job that embeds them is enqueued in the
 * same one. What was confirmed is worth nothing when the documents have changed meanwhile.
 * @throws AppError `invalid_code` for wrong input, `invalid_state` with a `reason` for anything else
 */
export async function confirmPending(
  ctx: Ctx,
  pending: Pending,
  sign: () => Promise<Uint8Array[]>,
): Promise<void> {
  const made = await sign().catch((error: unknown) => giveUp(ctx, pending, error))
  await changePending(ctx, pending, async (tx, signingCtx, { confirmation, credential, signer, data }) => {
    const { processId } = signer
    const signatures = { ...confirmation.signatures }
    for (const [index, bytes] of data.entries()) signatures[toBase64(bytes)] = toBase64(made[index]!)
    const rest = confirmation.pending.slice(data.length)
    await storeConfirmation(tx, signingCtx, processId, {
      ...confirmation,
      ...{ signatures, pending: rest, failure: null, visit: null, isDoubtful: false },
      status: rest.length === 0 ? 'confirmed' : 'waiting',
    })
    await recordAll(tx, asSigner(signingCtx, signer), { process: processId }, [
      {
        type: 'signature.confirmed',
        data: {
          process_id: processId,
          signer_id: signer.id,
          name: signer.name,
          mode: credential.mode,
          certificate_serial: getSerialNumber(credential),
          signatures: data.length,
        },
      },
    ])
    if (rest.length === 0) await enqueueRemoteSignature(tx, ctx, processId)
  })
}

/** Changes a confirmation with the process locked. @throws AppError `changed` when there is another one to give by now */
export function changePending(
  ctx: Ctx,
  { data }: Pick<Pending, 'data'>,
  change: (tx: Tx, signingCtx: Ctx, current: Pending) => Promise<void>,
): Promise<void> {
  return write(ctx, async (tx) => {
    const signingCtx = { ...ctx, now: now() }
    const current = await findPending(tx, signingCtx, await lockSigningSession(tx, ctx))
    if (!isDeepStrictEqual(current.data, data)) throw refused('changed')
    await change(tx, signingCtx, current)
  })
}

/** Stores why nothing was signed, for the page; the credential is looked up again where it may be of no use. @throws AppError */
export async function giveUp(ctx: Ctx, { signer }: Pick<Pending, 'signer'>, error: unknown): Promise<never> {
  if (!(error instanceof ServiceProblem)) throw error
  const { failure } = error
  await write(ctx, async (tx) => {
    await lockProcess(tx, ctx, signer.processId)
    const confirmations = await findConfirmations(tx, ctx, signer.processId)
    const own = confirmations.find(({ signerId }) => signerId === signer.id)
    if (own?.status !== 'waiting') return
    const isDoubtful = own.isDoubtful || failure === 'locked' || failure === 'failed'
    await storeConfirmation(tx, ctx, signer.processId, { ...own, failure, isDoubtful })
    if (isDoubtful) await enqueueRemoteSignature(tx, ctx, signer.processId)
  })
  throw refused(error.failure)
}

export function refused(failure: ConfirmationFailure): AppError {
  if (failure === 'wrong')
    return new AppError('invalid_code', 'The provider does not accept this PIN or code.')
  return new AppError('invalid_state', messages[failure], { current_status: 'signed', reason: failure })
}

const messages: Record<Exclude<ConfirmationFailure, 'wrong'>, string> = {
  locked: 'The provider has locked the credential.',
  denied: 'The signature was declined at the provider.',
  expired: 'The confirmation is no longer valid. Confirm again.',
  unavailable: 'The provider does not respond. Try again later.',
  changed: 'Somebody else has signed meanwhile: there is a new revision to confirm.',
  failed: 'The provider did not make the signature.',
}
