import type { RequestMeta } from '#lib/core/ctx'
import { env, keepsMailsLocally } from '#lib/core/env'
import { forbidden, throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { presentLogin } from '../present.ts'
import type { LoginRecord, SignUp } from '../schema.ts'
import { countConfirmation, countSignUp } from '../sessions/internal/login-limits.ts'
import { openSession } from '../sessions/internal/sessions.ts'
import { createTenant, isConfirmedElsewhere } from './internal/create-tenant.ts'
import { signUpErrors } from './internal/sign-up-errors.ts'

/**
 * Creates a tenant with its first administrator and signs them in. With an SMTP server, a confirmation email is sent,
 * and the response does not tell whether the email already has an account.
 */
export async function signUp(requestMeta: RequestMeta, input: SignUp): Promise<LoginRecord> {
  await countSignUp(requestMeta)
  const isTaken = !sendsMails() && (await isConfirmedElsewhere(input.email))
  throwIfInvalid(await signUpErrors(input, isTaken))
  const unconfirmed = sendsMails()
  if (unconfirmed) await countConfirmation(input.email)
  const { user, result: session } = await createTenant(requestMeta, input, {
    unconfirmed,
    inTransaction: (tx, owner) =>
      openSession(tx, requestMeta, { ...owner, kind: 'token', factorConfirmedAt: null }),
  })
  return presentLogin({ token: session.token, user })
}

/** Whether emails are sent, so that a link can prove who owns an email address. */
function sendsMails(): boolean {
  return env().smtpUrl !== null
}

/**
 * Whether new tenants may sign up: not if `SIGNUP` is closed; without an SMTP server only from this machine, because no
 * link could prove who owns an email address.
 */
export function isSignUpOpen({ local }: Pick<RequestMeta, 'local'>): boolean {
  const { signup, smtpUrl } = env()
  return signup === 'open' && (smtpUrl !== null || (local === true && keepsMailsLocally(env())))
}

/** @throws AppError `forbidden` where sign-up is closed. */
export function requireOpenSignUp(requestMeta: RequestMeta): void {
  if (isSignUpOpen(requestMeta)) return
  throw forbidden(
    env().signup === 'closed'
      ? errorText('refusals.signUpClosed')
      : errorText('refusals.signUpClosedWithoutMail'),
  )
}
