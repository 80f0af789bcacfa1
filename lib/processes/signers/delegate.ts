import { and, asc, eq, type SQL } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOfTable } from '#db/lists/rows'
import { signers } from '#db/schema/processes'
import { type Delegation, delegations } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, invalidState, throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { limits } from '../facts.ts'
import { setUpdated } from '../load.ts'
import type { ProcessRow, SignerRow } from '../present.ts'
import { enqueueRevisions } from '../revision-queue.ts'
import { isSigning, signerCan } from '../rules.ts'
import { namedSigner, recordOfProcess } from '../trail/record.ts'
import { markUninvited } from '../transitions.ts'
import { findSigners, inviteNext } from './invite.ts'
import { changeNamesInFile, changePersonInFields } from './name-in-file.ts'
import { recordReplacedLink } from './replaced-links.ts'

/** Who signs in the place of a signer, and why. */
export interface Successor {
  name: string
  email: string
  reason: string
}

/**
 * Someone else takes the place of a signer whose turn it is, with their fields, order and role: the link ends, and the
 * new person is invited by one of their own. Signers who share the link are handed over with them;
 * viewers keep it.
 * @throws AppError `invalid_state`, `validation_error` under `email`
 */
export async function delegateSigner(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  { tokenHash }: SignerRow,
  successor: Successor,
): Promise<void> {
  const people = await findSigners(tx, ctx, process.id)
  const handedOver = people.filter(
    (person) => person.tokenHash === tokenHash && isSigning(person) && signerCan.delegate(person).allowed,
  )
  for (const signer of handedOver) await assertMayTakeOver(tx, ctx, signer, people, successor)
  const ids = handedOver.map(({ id }) => id)
  await changeNamesInFile(tx, ctx, process, ids, errorText('refusals.delegatedNameSigned'))
  for (const signer of handedOver) await handOver(tx, ctx, process, signer, successor)
  await setUpdated(tx, ctx, [process.id])
  await enqueueRevisions(tx, ctx, process.id)
  await inviteNext(tx, ctx, process)
}

async function handOver(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signer: SignerRow,
  successor: Successor,
): Promise<void> {
  await tx.insert(delegations).values({
    tenantId: ctx.tenantId,
    processId: process.id,
    signerId: signer.id,
    fromName: signer.name,
    fromEmail: signer.email,
    toName: successor.name,
    toEmail: successor.email,
    reason: successor.reason,
    tokenHash: signer.tokenHash!,
    delegatedAt: ctx.now,
  })
  await recordReplacedLink(tx, ctx, process, signer, successor)
  await markUninvited(tx, ctx, process, signer.id)
  await replacePerson(tx, ctx, process, signer, successor)
  await recordOfProcess(tx, ctx, process, 'signature.delegated', {
    ...namedSigner(signer),
    new_name: successor.name,
    new_email: successor.email,
    reason: successor.reason,
    role: signer.role,
    order: signer.order,
    // The event may be later.
    delegated_at: ctx.now.toISOString(),
  })
}

async function assertMayTakeOver(
  tx: Tx,
  ctx: Ctx,
  signer: SignerRow,
  people: SignerRow[],
  successor: Successor,
): Promise<void> {
  const earlier = await findDelegations(tx, ctx, eq(delegations.signerId, signer.id))
  if (earlier.length >= limits.delegations)
    throw invalidState(errorText('refusals.delegatedTooOften', { limit: limits.delegations }), signer.status)
  throwIfInvalid(findSuccessorErrors(signer, people, earlier, successor))
}

/** How signers were handed over, oldest first, for `readTogether`. */
export function selectDelegations(ctx: Ctx, condition: SQL): RowsQuery<Delegation> {
  return rowsOfTable(delegations, and(eq(delegations.tenantId, ctx.tenantId), condition), asc(delegations.id))
}

/** As `selectDelegations`, in a statement of its own. */
export async function findDelegations(reader: Reader, ctx: Ctx, condition: SQL): Promise<Delegation[]> {
  return (await readTogether(reader, { delegations: selectDelegations(ctx, condition) })).delegations
}

/** Nobody signs twice in one process, and nobody gets back what they handed over. */
function findSuccessorErrors(
  signer: SignerRow,
  people: SignerRow[],
  earlier: Delegation[],
  { email }: Successor,
): FieldErrors {
  const isSame = (address: string) => address.toLowerCase() === email.toLowerCase()
  if (isSame(signer.email)) return { email: [errorText('signing.delegateToYourself')] }
  if (earlier.some(({ fromEmail }) => isSame(fromEmail)))
    return { email: [errorText('signing.delegateBack')] }
  const signs = people.some((person) => isSigning(person) && isSame(person.email))
  return signs ? { email: [errorText('signing.delegateToSigner')] } : {}
}

async function replacePerson(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  before: SignerRow,
  { name, email }: Successor,
): Promise<void> {
  const { id, otp } = before
  // The phone and the access code are those of the person before: only the email address reaches the new one.
  const reachable = otp === 'sms' || otp === 'access_code' ? 'email' : otp
  await tx
    .update(signers)
    .set({
      ...{ name, email, phone: null, subject: null, message: null },
      ...{ otp: reachable, accessCodeHash: null },
    })
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, id)))
  await changePersonInFields(tx, ctx, process, before, { name, email })
}
