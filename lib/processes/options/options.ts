import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import type { ProcessOptions } from '#db/schema/processes-options'
import type { Tx } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, invalidState, throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import type { OptionsInput, UpdateProcess } from '../input.ts'
import type { ProcessRow } from '../present.ts'
import { markCorrected } from '../transitions.ts'

/** The options that can be changed after a process was sent. */
const correctableOptions: readonly string[] = ['message', 'expires_in_days', 'reminder_days']

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
  }
}

/** The options with the members of `input` replaced; absent members stay. */
export function mergeOptions(options: ProcessOptions, input: OptionsInput = {}): ProcessOptions {
  const defined = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...options, ...defined }
}

/**
 * Changes options of a process that was sent. The expiry counts from the day of sending.
 * @throws AppError `invalid_state` for other members, `validation_error` for an expiry that has passed
 */
export async function correctOptions(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  input: UpdateProcess,
  { status }: Pick<ProcessRow, 'status'> = process,
): Promise<ProcessRow> {
  refuseFixedMembers(process, input)
  const options = mergeOptions(process.options, input.options)
  const changedMembers = correctableOptions.filter(
    (name) => options[name as keyof ProcessOptions] !== process.options[name as keyof ProcessOptions],
  )
  if (changedMembers.length === 0) return process
  const expiresAt = addDays(process.sentAt!, options.expires_in_days)
  if (changedMembers.includes('expires_in_days') && expiresAt <= ctx.now)
    throwIfInvalid({
      'options.expires_in_days': [errorText('processes.wouldHaveExpired')],
    })
  return markCorrected(
    tx,
    ctx,
    process,
    { options, expiresAt, status },
    {
      ...(changedMembers.includes('message') && { new_message: options.message }),
      ...(changedMembers.includes('reminder_days') && { new_reminder_days: options.reminder_days }),
      ...(changedMembers.includes('expires_in_days') && { new_expires_at: expiresAt.toISOString() }),
    },
  )
}

function refuseFixedMembers(process: ProcessRow, { options = {}, ...others }: UpdateProcess): void {
  const fixed = [
    ...listNames(others),
    ...listNames(options)
      .filter((name) => !correctableOptions.includes(name))
      .map((name) => `options.${name}`),
  ]
  if (fixed.length === 0) return
  const message = errorText('refusals.fixedAfterSending')
  const errors: FieldErrors = Object.fromEntries(
    fixed.map((name) => [name, [errorText('processes.fixedAfterSending')]]),
  )
  throw invalidState(message, process.status, errors)
}

function listNames(members: object): string[] {
  return Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}
