import { AppError, forbidden, invalidState } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { errorText } from '#lib/messages/errors'
import type { ProcessRow, SignerRow } from '#lib/processes/present'
import { getCodeMethod, isSigning, processCan, signerCan } from '#lib/processes/rules'

type Process = Pick<ProcessRow, 'status' | 'expiresAt' | 'options'>
type Signer = Pick<SignerRow, 'status' | 'role' | 'otp'>

/** The properties of a signing session that the rules use. `allSigned`: only the platform's seal is missing. */
interface SigningSession {
  process: Process
  signer: Signer
  /** All who share the link, with `signer`. */
  sharers: Signer[]
  allSigned: boolean
  sessionId: number | null
}

/**
 * The status of a process, including its expiry date: it is expired once the date has passed, even before the expiry
 * job runs, unless everyone has signed.
 */
export function effectiveStatus(
  { process: { status, expiresAt }, allSigned }: Pick<SigningSession, 'process' | 'allSigned'>,
  now: Date,
) {
  const isOpen = status === 'sent' || status === 'in_progress'
  return isOpen && !allSigned && expiresAt && expiresAt <= now ? 'expired' : status
}

interface CodeRule {
  process: Pick<Process, 'options'>
  signer: Pick<Signer, 'otp'>
}

/** Whether a code is required, and whether this browser confirmed one. */
export function otpState(session: CodeRule & Pick<SigningSession, 'sessionId'>) {
  const method = getCodeMethod(session)
  return { required: method !== null, verified: method !== null && session.sessionId !== null, method }
}

/** @throws AppError `forbidden` while this browser has not confirmed a required code. */
export function requireOtp(session: CodeRule & Pick<SigningSession, 'sessionId'>): void {
  const { required, verified, method } = otpState(session)
  if (!required || verified) return
  const message =
    method === 'access_code'
      ? 'First enter the access code that the sender has agreed on with you.'
      : 'First confirm the code that is sent to you.'
  throw new AppError('forbidden', message, { reason: 'otp_required' })
}

/**
 * Requires that the signer may sign, refuse or hand over now: the state of the process is checked first, then their turn.
 * @throws AppError `invalid_state`, or `forbidden` for viewers and recipients of copies
 */
export function assertTurn(
  action: 'sign' | 'refuse' | 'delegate',
  session: Omit<SigningSession, 'sessionId'>,
  now: Date,
): void {
  const { signer } = session
  assertSigns(signer)
  if (signer.status === 'signed') throw invalidState(errorText('refusals.alreadySigned'), 'signed')
  const status = effectiveStatus(session, now)
  if (status === 'expired') throw invalidState(errorText('refusals.signingExpired'), status)
  assertAllowed(processCan.sign({ status }), { status })
  for (const sharer of session.sharers.filter(isSigning)) assertAllowed(signerCan[action](sharer), sharer)
}

/** Whether this browser may go on with what was filled in: its code is confirmed, and a signature is still missing. */
export function maySeeDraft(session: SigningSession & CodeRule, now: Date): boolean {
  const { required, verified } = otpState(session)
  const isOpen = processCan.sign({ status: effectiveStatus(session, now) }).allowed
  const signs = session.sharers.some((sharer) => isSigning(sharer) && signerCan.sign(sharer).allowed)
  return isOpen && signs && (!required || verified)
}

/** @throws AppError `forbidden` for viewers and recipients of copies */
export function assertSigns(signer: Pick<SignerRow, 'role'>): void {
  if (!isSigning(signer)) throw forbidden(errorText('refusals.nothingToSign'))
}

/** @throws AppError `invalid_state` while the documents have not been shown to the signer. */
export function assertOpened({ status, viewedAt }: Pick<SignerRow, 'status' | 'viewedAt'>): void {
  if (viewedAt) return
  throw invalidState(errorText('refusals.documentsNotOpened'), status)
}

/** @throws AppError `invalid_state` with a `reason` where the documents were prepared again since they were shown */
export function assertShown(
  { preparation }: Pick<ProcessRow, 'preparation'>,
  { status }: Pick<SignerRow, 'status'>,
  shown: number | undefined,
): void {
  if (shown === undefined || shown === preparation) return
  throw new AppError('invalid_state', errorText('api.documentsChanged', { token: '{token}' }), {
    reason: 'documents_changed',
    current_status: status,
  })
}

/**
 * Requires that the signer may see the documents: from their turn on.
 * @throws AppError `invalid_state` before, and after the process has ended without completion
 */
export function assertCanView(session: Omit<SigningSession, 'sessionId'>, now: Date): void {
  const { signer } = session
  const status = effectiveStatus(session, now)
  if (!['sent', 'in_progress', 'completed'].includes(status)) {
    throw invalidState(errorText('refusals.documentsNoLongerAvailable'), status)
  }
  if (signer.status === 'pending' && status !== 'completed') {
    throw invalidState(errorText('refusals.notYourTurnYet'), signer.status)
  }
}

/**
 * Requires that the signer may confirm who they are: to see the documents, or to download them once they are signed, also
 * after the sender has declared them void.
 * @throws AppError `invalid_state`
 */
export function assertCanConfirm(session: Omit<SigningSession, 'sessionId'>, now: Date): void {
  if (!processCan.download(session.process).allowed) assertCanView(session, now)
}
