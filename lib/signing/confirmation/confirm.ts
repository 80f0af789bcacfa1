import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { withLatinDigits } from '#lib/core/text/digits'
import { openSession } from '#lib/keys/signing-service/client'
import { loadService } from '#lib/keys/signing-service/remote-identity'
import { authorizeAndSign } from '#lib/keys/signing-service/sign-hashes'
import { errorText } from '#lib/messages/errors'
import { confirmPending, giveUp, loadPending, type Pending } from './pending.ts'
import type { CodeRequest, ConfirmInput } from './schema.ts'

/** Proxies end requests after a minute: who has not answered on another device by then confirms again. */
const CONFIRMATION_SECONDS = 40

/** Confirms a signature with the PIN or code of the credential, which goes to the service and is not stored. */
export async function confirmSignature(ctx: Ctx, { values }: ConfirmInput): Promise<void> {
  const pending = await loadPending(ctx)
  const entered = checkValues(pending, values)
  await confirmPending(ctx, pending, async () => {
    const { access } = await loadService(ctx)
    return authorizeAndSign(access, pending.credential, entered, pending.data, CONFIRMATION_SECONDS)
  })
}

/** Has the service send a code to the signer, or gets the question that they answer. */
export async function requestConfirmationCode(
  ctx: Ctx,
  { id }: CodeRequest,
): Promise<{ challenge: string | null }> {
  const pending = await loadPending(ctx)
  const { credential } = pending
  const input = credential.inputs.find((candidate) => candidate.id === id)
  if (!input?.sentBy) throw validationError({ id: [errorText('api.credentialSendsNoCode', { id })] })
  const { sentBy } = input
  try {
    const { access } = await loadService(ctx)
    const call = await openSession(access)
    if (sentBy === 'credentials/sendOTP') {
      await call(sentBy, { credentialID: credential.id })
      return { challenge: null }
    }
    const { challenge } = await call(sentBy, { credentialID: credential.id, authObjectID: id })
    return { challenge: challenge ?? null }
  } catch (error) {
    return giveUp(ctx, pending, error)
  }
}

/** @throws AppError `validation_error` for what the credential does not ask for, or lacks */
function checkValues({ credential }: Pending, values: ConfirmInput['values']) {
  const { inputs, isAnyInput } = credential
  const entered = values.filter(({ value }) => value !== '')
  const unknown = entered.find(({ id }) => !inputs.some((input) => input.id === id))
  if (unknown) throw validationError({ values: [errorText('api.credentialLacksInput', { id: unknown.id })] })
  const missing = inputs.filter(({ id }) => !entered.some((value) => value.id === id))
  if (entered.length === 0 || (!isAnyInput && missing.length > 0))
    throw validationError({ values: [errorText('api.credentialNeedsInput')] })
  const numeric = new Set(inputs.filter(({ isNumeric }) => isNumeric).map(({ id }) => id))
  const plain = entered.map(({ id, value }) => ({
    id,
    value: numeric.has(id) ? withLatinDigits(value) : value,
  }))
  // With more, the service would compare all of them, or refuse.
  return isAnyInput ? plain.slice(0, 1) : plain
}
