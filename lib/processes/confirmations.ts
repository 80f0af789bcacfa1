import { isDeepStrictEqual } from 'node:util'
import { and, eq, exists, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type ConfirmationRow, signatureConfirmations } from '#db/schema/processes-links'
import { type Reader, read, type Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { decrypt, encrypt } from '#lib/core/secretbox'
import type { StoredCredential } from '#lib/keys/signing-service/stored-credential'
import { lockProcess } from './load.ts'
import type { ProcessRow, SignerRow } from './present.ts'
import { enqueueRemoteSignature } from './revision-queue.ts'
import { awaitsProvider, isOnTurn, signingRoles } from './rules.ts'
import { withdrawMessages } from './signers/delivery.ts'

const PURPOSE = 'signature confirmation'

/** What a person has to confirm, so that the remote signing service makes their signature. */
interface ConfirmationContent {
  credential: StoredCredential
  /** All of which the person may choose; empty where there is one. */
  choices: StoredCredential[]
  /** Whether the credential is the only one, or chosen: until then there is nothing to confirm. */
  isChosen: boolean
  /** The service is to be asked whether the person has another credential by now. */
  isDoubtful: boolean
  /** The revisions that are signed, by SHA-256: with others there is something else to confirm. Empty: with none yet. */
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

/** Whether it was given for these revisions, so that its signature is the next to embed. */
export function isConfirmedFor({ status, base }: Confirmation, current: string[]): boolean {
  return status === 'confirmed' && isDeepStrictEqual(base, current)
}

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
  return rows.map(toConfirmation)
}

function toConfirmation({ signerId, status, failure, content }: ConfirmationRow): Confirmation {
  const text = decrypt(PURPOSE, content, String(signerId)).toString()
  const shown = JSON.parse(text) as Partial<ConfirmationContent> &
    Omit<ConfirmationContent, 'choices' | 'isChosen'>
  // Those of earlier versions have no choices.
  return { choices: [], isChosen: true, ...shown, signerId, status, failure }
}

/** What a person has still to confirm or the service has made for them, with their certificate. @param isOfPerson a condition */
export async function* findOpenSignatures(scope: Scope, isOfPerson: SQL): AsyncGenerator<object> {
  const { tenantId } = signatureConfirmations
  const rows = await read(scope, (reader) =>
    reader
      .select()
      .from(signatureConfirmations)
      .where(and(eq(tenantId, scope.tenantId), isOfPerson)),
  )
  for (const row of rows) {
    const { credential, choices } = toConfirmation(row)
    const certificates = [credential, ...choices].flatMap((each) => each.certificates)
    const { processId: process_id, signerId: signer_id, status, updatedAt: updated_at } = row
    yield { process_id, signer_id, status, updated_at, certificates }
  }
}

/**
 * Stores the confirmation of a signer in place of an earlier one; who has given it is no longer reminded. `tx` has locked
 * the process.
 */
export async function storeConfirmation(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  processId: number,
  { signerId, status, failure, ...others }: Confirmation,
): Promise<void> {
  const { tenantId, now: updatedAt } = ctx
  const content = encrypt(PURPOSE, Buffer.from(JSON.stringify(others)), String(signerId))
  const columns = { status, failure, content, updatedAt }
  await tx
    .insert(signatureConfirmations)
    .values({ signerId, tenantId, processId, ...columns })
    .onConflictDoUpdate({ target: signatureConfirmations.signerId, set: columns })
  if (status === 'confirmed') await withdrawMessages(tx, ctx, [{ id: signerId }])
}

/**
 * Deletes what is still to be confirmed in all processes of the tenant, as its signing service is another one, and has
 * it made again there.
 */
export async function restartConfirmations(tx: Tx, ctx: Ctx): Promise<void> {
  const { tenantId, status, processId } = signatureConfirmations
  const isWaiting = and(eq(tenantId, ctx.tenantId), eq(status, 'waiting'))
  const found = await tx
    .selectDistinct({ processId })
    .from(signatureConfirmations)
    .where(isWaiting)
    .orderBy(processId)
  for (const { processId: id } of found) {
    // In test mode no service is asked.
    await lockProcess(tx, { ...ctx, testMode: false }, id)
    await tx.delete(signatureConfirmations).where(and(isWaiting, eq(processId, id)))
    await enqueueRemoteSignature(tx, ctx, id)
  }
}

/** Deletes the confirmations of signers, or those of a process. */
export async function deleteConfirmations(
  tx: Tx,
  { tenantId }: Scope,
  of: { signerIds: number[] } | { processId: number },
): Promise<void> {
  const isOf =
    'signerIds' in of
      ? inArray(signatureConfirmations.signerId, of.signerIds)
      : eq(signatureConfirmations.processId, of.processId)
  await tx.delete(signatureConfirmations).where(and(eq(signatureConfirmations.tenantId, tenantId), isOf))
}

/** SQL: whether a signature of the process is missing: it is not given, or not confirmed for the remote signing service. */
export function lacksSignatures(
  reader: Pick<Reader, 'select'>,
  scope: Scope,
  process: Pick<ProcessRow, 'id' | 'testMode'>,
): SQL<boolean> {
  const isConfirmed = and(
    hasStatus(scope, process, 'confirmed'),
    eq(signatureConfirmations.signerId, signers.id),
  )
  const confirmation = reader
    .select({ id: signatureConfirmations.signerId })
    .from(signatureConfirmations)
    .where(isConfirmed)
  const isUnconfirmed = and(
    isNull(signers.embeddedAt),
    ne(signers.signatureLevel, 'simple'),
    notExists(confirmation),
  )
  const lacking = reader
    .select({ id: signers.id })
    .from(signers)
    .where(
      and(
        eq(signers.tenantId, scope.tenantId),
        eq(signers.processId, process.id),
        inArray(signers.role, [...signingRoles]),
        or(ne(signers.status, 'signed'), process.testMode ? undefined : isUnconfirmed),
      ),
    )
  return sql<boolean>`${exists(lacking)}`
}

/** The people whom the process waits for now: it is their turn, or they have to confirm their signature. */
export async function findAwaited(
  reader: Pick<Reader, 'select'>,
  scope: Scope,
  process: Pick<ProcessRow, 'id' | 'testMode'>,
  people: SignerRow[],
): Promise<SignerRow[]> {
  const unconfirmed = people.some((signer) => awaitsProvider(process, signer))
    ? await findUnconfirmed(reader, scope, process)
    : []
  return people.filter((signer) => isOnTurn(signer) || unconfirmed.includes(signer.id))
}

/** The ids of the people who have signed and have yet to confirm it with their provider. */
export async function findUnconfirmed(
  reader: Pick<Reader, 'select'>,
  scope: Scope,
  process: { id: number },
): Promise<number[]> {
  const rows = await reader
    .select({ id: signatureConfirmations.signerId })
    .from(signatureConfirmations)
    .where(hasStatus(scope, process, 'waiting'))
  return rows.map(({ id }) => id)
}

function hasStatus(
  { tenantId }: Scope,
  { id }: { id: number },
  status: 'waiting' | 'confirmed',
): SQL | undefined {
  return and(
    eq(signatureConfirmations.tenantId, tenantId),
    eq(signatureConfirmations.processId, id),
    eq(signatureConfirmations.status, status),
  )
}
