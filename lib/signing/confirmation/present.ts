import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { statesQualified } from '#lib/keys/signing-service/credential'
import { findSigningService } from '#lib/keys/signing-service/service'
import { parseCommonName } from '#lib/pades/cms/names'
import { type Confirmation, findConfirmations, isConfirmedFor } from '#lib/processes/confirmations'
import type { CurrentRevision } from '#lib/processes/documents/revisions'
import { awaitsProvider } from '#lib/processes/rules'
import type { SigningSession } from '../load.ts'
import { otpState } from '../rules.ts'
import type { ConfirmationRecord } from './schema.ts'

/** What the people of a link have still to do for a signature of the remote signing service; null for nothing. */
export async function findConfirmation(
  reader: Reader,
  ctx: Ctx,
  session: SigningSession,
  documents: CurrentRevision[],
): Promise<ConfirmationRecord | null> {
  const { process, sharers } = session
  const open = sharers.filter((signer) => awaitsProvider(process, signer))
  if (open.length === 0 || process.status !== 'in_progress') return null
  const nothing = {
    mode: null,
    certificate: null,
    signatures: 0,
    inputs: [],
    any_input: false,
    failure: null,
    credentials: [],
  }
  const { required, verified } = otpState(session)
  if (required && !verified) return { ...nothing, state: 'code_required', provider: '' }
  const confirmations = await findConfirmations(reader, ctx, process.id)
  const own = open.map(({ id }) => confirmations.find(({ signerId }) => signerId === id))
  const base = documents.map(({ sha256 }) => sha256)
  const stored =
    own.find((confirmation) => confirmation?.status === 'waiting') ??
    own.find((confirmation) => confirmation?.status === 'confirmed')
  const provider = (await findSigningService(reader, ctx))?.label ?? ''
  if (stored?.status === 'waiting' && !stored.isChosen)
    return { ...nothing, ...describeChoice(stored), state: 'choose', provider }
  // Once somebody has confirmed, the revision of the others is made again.
  const isTaken = confirmations.some((confirmation) => isConfirmedFor(confirmation, base))
  const isWaiting = stored?.status === 'waiting' && !isTaken && isDeepStrictEqual(stored.base, base)
  if (!isWaiting) {
    // The error of the process may be that of somebody else.
    const hasFailed = process.sealError !== null && open.some(({ askAgainAt }) => askAgainAt !== null)
    const waits = hasFailed && !stored ? 'unavailable' : 'preparing'
    return { ...nothing, state: stored?.status === 'confirmed' ? 'confirmed' : waits, provider }
  }
  const { credential, pending } = stored
  return {
    ...{ state: 'waiting', provider, mode: credential.mode, signatures: pending.length },
    ...describeChoice(stored),
    certificate: describeCertificate(Buffer.from(credential.certificates[0]!, 'base64')),
    any_input: credential.isAnyInput,
    inputs: credential.inputs.map(({ id, isNumeric, label, description, sentBy }) => ({
      ...{ id, label, description, numeric: isNumeric, code_sent: sentBy !== null },
    })),
  }
}

function describeChoice({ choices, failure, credential, isChosen }: Confirmation) {
  const credentials = choices.map(({ id, certificates }) => {
    const der = Buffer.from(certificates[0]!, 'base64')
    return {
      ...{ id, ...describeCertificate(der), qualified: statesQualified(der) },
      not_after: new X509Certificate(der).validToDate.toISOString(),
      chosen: isChosen && id === credential.id,
    }
  })
  return { failure, credentials }
}

function describeCertificate(der: Uint8Array): NonNullable<ConfirmationRecord['certificate']> {
  const { subject, issuer } = new X509Certificate(der)
  return { subject: parseCommonName(subject), issuer: parseCommonName(issuer) }
}
