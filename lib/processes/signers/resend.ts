import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, notFound, rateLimited } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { findAwaited } from '../confirmations.ts'
import { toProcessResponse, toSignerResponse } from '../get.ts'
import { findWholeProcess, lockProcess } from '../load.ts'
import type { ProcessRow, SignerRow } from '../present.ts'
import { assertRemindable, isOnTurn, isOver, processCan, signerCan } from '../rules.ts'
import type { ProcessRecord, SignerRecord } from '../schema.ts'
import { withdrawRequests } from './delivery.ts'
import { findSigners } from './invite.ts'
import { getPauseSeconds, remind, withSharers } from './remind.ts'

/**
 * Sends the invitation of a signer whose turn it is again.
 * @throws AppError `invalid_state`, `rate_limited` less than a minute after a reminder or another resend
 */
export function resendInvitation(ctx: Ctx, processId: number, signerId: number): Promise<SignerRecord> {
  authorize(ctx, 'process.send')
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    const people = await findSigners(tx, ctx, processId)
    const signer = people.find(({ id }) => id === signerId)
    if (!signer) throw notFound()
    await resend(tx, ctx, process, people, signer)
    return toSignerResponse(tx, ctx, process, signerId)
  })
}

/** Sends the acting user their own invitation again, if it is their turn. @throws AppError as `resendInvitation` */
export function resendOwnInvitation(ctx: Ctx, processId: number): Promise<ProcessRecord> {
  authorize(ctx, 'process.resend_own')
  const address = ctx.actor.type === 'user' ? ctx.actor.email.toLowerCase() : null
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    const people = await findSigners(tx, ctx, processId)
    const signer = people.find((person) => isOnTurn(person) && person.email.toLowerCase() === address)
    if (!signer) throw invalidState(errorText('processes.notYourTurn'), process.status)
    await resend(tx, ctx, process, people, signer)
    return toProcessResponse(tx, ctx, await findWholeProcess(tx, ctx, processId))
  })
}

/** Sends the invitation again, to all who share the signer's link. @param people everyone of the process */
async function resend(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  people: SignerRow[],
  signer: SignerRow,
): Promise<void> {
  assertRemindable(process, ctx.now)
  assertAllowed(signerCan.remind(signer), signer)
  if (!process.options.enable_notifications)
    throw invalidState(errorText('refusals.emailsDisabled'), process.status)
  assertPauseIsOver(signer, ctx.now)
  await sendAgain(tx, ctx, process, withSharers(people, [signer]))
}

/** Those of these signers who are invited get their invitation again. */
async function sendAgain(tx: Tx, ctx: Ctx, process: ProcessRow, people: SignerRow[]): Promise<void> {
  const invited = people.filter((signer) => signerCan.remind(signer).allowed)
  await remind(tx, ctx, process, invited, 'signature.resent')
}

/**
 * Sends the invitations of the chosen signers again, as far as a sender could do so now.
 * @param people everyone of the process
 */
export async function resendWhereAllowed(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  people: SignerRow[],
  chosen: SignerRow[],
): Promise<void> {
  const { enable_notifications: isEmailed } = process.options
  if (!isEmailed || !processCan.remind(process).allowed || isOver(process, ctx.now)) return
  const allowed = chosen.filter(
    (signer) => signerCan.remind(signer).allowed && getPauseSeconds(signer, ctx.now) === 0,
  )
  await sendAgain(tx, ctx, process, withSharers(people, allowed))
}

/** Asks again, in a process whose time to sign goes on: those on turn, and who still has to confirm at their provider. */
export async function askAgain(tx: Tx, ctx: Ctx, process: ProcessRow): Promise<void> {
  if (!process.options.enable_notifications || isOver(process, ctx.now)) return
  const people = await findSigners(tx, ctx, process.id)
  await resendWhereAllowed(tx, ctx, process, people, people)
  const toConfirm = (await findAwaited(tx, ctx, process, people)).filter((signer) => !isOnTurn(signer))
  await remind(tx, ctx, process, toConfirm)
}

/**
 * Requests that were not sent yet are written again: what they say has changed.
 * @param signerId only to this signer, and those who share the link; by default to all
 */
export async function rewriteRequests(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId?: number,
): Promise<void> {
  if (isOver(process, ctx.now)) return
  const people = await findSigners(tx, ctx, process.id)
  const chosen = people.filter(({ id }) => signerId === undefined || id === signerId)
  const asked = withSharers(people, chosen).filter((signer) => signerCan.remind(signer).allowed)
  await sendAgain(tx, ctx, process, withSharers(asked, await withdrawRequests(tx, ctx, asked)))
}

function assertPauseIsOver(signer: SignerRow, now: Date): void {
  const seconds = getPauseSeconds(signer, now)
  if (seconds === 0) return
  throw rateLimited(seconds, 1, 'The last email to this signer was sent less than a minute ago.')
}
