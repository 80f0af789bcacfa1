import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import type { ProcessOptions } from '#db/schema/processes-options'
import type { Tx } from '#db/tenancy/tenant'
import { listChanged } from '#lib/audit/changes'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { type AppError, type FieldErrors, invalidState, throwIfInvalid } from '#lib/core/errors'
import { withdrawMails } from '#lib/mail/queue'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { OptionsInput, UpdateProcess } from '../input.ts'
import { loadWholeProcess } from '../load.ts'
import { type ProcessRow, presentProcess } from '../present.ts'
import { isOver } from '../rules.ts'
import { expiryTopic } from '../signers/delivery.ts'
import { inviteNext } from '../signers/invite.ts'
import { askAgain, rewriteRequests } from '../signers/resend.ts'
import { markCorrected } from '../transitions.ts'

/** The options that can be changed after a process was sent. */
const correctableOptions: readonly string[] = [
  'options.message',
  'options.expires_in_days',
  'options.reminder_days',
]

/** The options of a new process, with the defaults of the tenant. */
export async function defaultOptions(tx: Tx, { tenantId }: Ctx): Promise<ProcessOptions> {
  const { locale, expiresInDays, reminderDays, signatureKinds } = tenants
  const [tenant] = await tx
    .select({
      locale,
      expires_in_days: expiresInDays,
      reminder_days: reminderDays,
      signature_kinds: signatureKinds,
    })
    .from(tenants)
    .where(eq(tenants.id, tenantId))
  return {
    enable_otp: false,
    enable_notifications: true,
    ...tenant!,
    message: null,
    redirect_url: null,
    allow_delegation: false,
    allow_download_first: true,
    embed_evidence: false,
  }
}

/** The options with the members of `input` replaced; absent members stay. */
export function mergeOptions(options: ProcessOptions, input: OptionsInput = {}): ProcessOptions {
  const defined = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...options, ...defined }
}

/**
 * Changes options of a live process. The expiry counts from the day of sending, or from that on which an expired
 * process was opened again. Requests that were not sent yet are written again, and who has waited for more time is invited.
 * @throws AppError `invalid_state` for changes of other members, `validation_error` for an expiry that has passed
 */
export async function correctOptions(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  input: UpdateProcess,
): Promise<void> {
  await refuseFixedMembers(tx, ctx, process, input)
  const options = mergeOptions(process.options, input.options)
  const addedDays = options.expires_in_days - process.options.expires_in_days
  const expiresAt = addDays(process.expiresAt!, addedDays)
  if (addedDays !== 0 && expiresAt <= ctx.now)
    throwIfInvalid({
      'options.expires_in_days': [errorText('processes.wouldHaveExpired')],
    })
  const changes = {
    ...listChanges(process, options),
    ...(addedDays !== 0 && { new_expires_at: expiresAt.toISOString() }),
  }
  if (Object.keys(changes).length === 0) return
  const corrected = await markCorrected(
    tx,
    ctx,
    process,
    { options, expiresAt, status: process.status },
    changes,
  )
  if (addedDays !== 0 || options.message !== process.options.message)
    await rewriteRequests(tx, ctx, corrected)
  // Since then nobody was asked, as in a process that has expired.
  if (isOver(process, ctx.now)) await askAgain(tx, ctx, corrected)
  // Also where this request began before the time was over: a signature may have been embedded after it.
  if (addedDays > 0) await inviteNext(tx, ctx, corrected)
}

/**
 * Opens an expired process again, with the options of `input`; its days to sign count from now.
 * @throws AppError `invalid_state` for changes of members that are fixed after sending
 */
export async function openAgain(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  input: UpdateProcess,
  status: 'sent' | 'in_progress',
): Promise<ProcessRow> {
  await refuseFixedMembers(tx, ctx, process, input)
  await withdrawMails(tx, ctx, [expiryTopic(process.id)])
  const options = mergeOptions(process.options, input.options)
  const expiresAt = addDays(ctx.now, options.expires_in_days)
  return markCorrected(
    tx,
    ctx,
    process,
    { options, expiresAt, status },
    { ...listChanges(process, options), new_expires_at: expiresAt.toISOString() },
  )
}

/** The message and the reminders that differ from those of the process, for the trail. */
function listChanges({ options: before }: ProcessRow, { message, reminder_days }: ProcessOptions) {
  return {
    ...(message !== before.message && { new_message: message }),
    ...(reminder_days !== before.reminder_days && { new_reminder_days: reminder_days }),
  }
}

/** Refuses what cannot be changed after sending; members with the values of the record may be sent back with it. */
async function refuseFixedMembers(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  input: UpdateProcess,
): Promise<void> {
  const fixed = (await listDifferences(tx, ctx, process, input)).filter(
    (name) => !correctableOptions.includes(name),
  )
  if (fixed.length > 0) throw membersFixed(process, fixed, errorText('refusals.fixedAfterSending'))
}

/** The error of a change after sending of members that are fixed then. */
export function membersFixed({ status }: ProcessRow, names: string[], message: ErrorText): AppError {
  const errors: FieldErrors = Object.fromEntries(
    names.map((name) => [name, [errorText('processes.fixedAfterSending')]]),
  )
  return invalidState(message, status, errors)
}

/** The members of `input` that differ from the record of a process; those of the options with their path. */
export async function listDifferences(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  { options = {}, documents, signers, ...others }: UpdateProcess,
): Promise<string[]> {
  const record = presentProcess(await loadWholeProcess(tx, ctx, process))
  return [
    ...listChanged(others, record),
    ...(documents && isListChanged(documents, record.documents) ? ['documents'] : []),
    ...(signers && isListChanged(signers, record.signers) ? ['signers'] : []),
    ...listChanged(options, record.options).map((name) => `options.${name}`),
  ]
}

function isListChanged(inputs: object[], records: object[]): boolean {
  if (inputs.length !== records.length) return true
  return inputs.some((input, index) => listChanged(input, records[index]!).length > 0)
}
