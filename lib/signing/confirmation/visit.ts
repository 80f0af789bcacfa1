import { createHash, timingSafeEqual } from 'node:crypto'
import { addSeconds, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { randomToken } from '#lib/core/ids'
import { resolveTarget } from '#lib/core/network/outbound-guard'
import { findAuthorizationServer, requestToken } from '#lib/keys/signing-service/client'
import { loadService } from '#lib/keys/signing-service/remote-identity'
import { getCallbackUrl } from '#lib/keys/signing-service/service'
import { ServiceProblem } from '#lib/keys/signing-service/service-problem'
import { hashAll, signWithToken } from '#lib/keys/signing-service/sign-hashes'
import { errorText } from '#lib/messages/errors'
import { storeConfirmation } from '#lib/processes/confirmations'
import { changePending, confirmPending, giveUp, loadPending, refused } from './pending.ts'

/** How long a visit of the provider may take. */
const VISIT_SECONDS = 1800

/**
 * Begins a visit of the provider, who asks the person there for exactly these hashes (8.4.2, PKCE).
 * @param handle of the link, which the state leads back to
 * @param lang the language that the person reads
 */
export async function beginVisit(ctx: Ctx, handle: string, lang: string): Promise<{ url: string }> {
  const pending = await loadPending(ctx)
  const { credential, data } = pending
  if (credential.mode !== 'oauth2code')
    throw new AppError('invalid_state', 'This credential is not authorized at the provider.', {
      current_status: 'signed',
    })
  const { access } = await loadService(ctx).catch((error) => giveUp(ctx, pending, error))
  const url = await findAuthorizationServer(access)
    .then(({ authorizeUrl }) => checkPage(authorizeUrl))
    .catch((error) => giveUp(ctx, pending, error))
  const visit = {
    state: `${handle}.${randomToken(32)}`,
    codeVerifier: randomToken(48),
    startedAt: now().toISOString(),
  }
  await changePending(ctx, pending, (tx, signingCtx, { confirmation, signer }) =>
    storeConfirmation(tx, signingCtx, signer.processId, { ...confirmation, failure: null, visit }),
  )
  const { hashes, hashAlgorithmOID } = hashAll(credential, data)
  const parameters = {
    response_type: 'code',
    client_id: access.clientId,
    redirect_uri: getCallbackUrl(),
    scope: 'credential',
    state: visit.state,
    code_challenge: createHash('sha256').update(visit.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    credentialID: credential.id,
    numSignatures: String(hashes.length),
    hashes: hashes.map((hash) => Buffer.from(hash, 'base64').toString('base64url')).join(','),
    hashAlgorithmOID,
    lang,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href }
}

/** The provider's page, which the browser opens: allowed as the addresses that are requested. @throws ServiceProblem */
export async function checkPage(address: string): Promise<URL> {
  const target = resolveTarget(address, env().signingServiceAllowedHosts)
  return (await target.catch(() => Promise.reject(visitProblem('invalid_request')))).url
}

/** What the provider's authorization server sends back. */
interface VisitResult {
  state: string
  code: string | null
  error: string | null
}

/** Ends the visit: the code becomes a token, and this the signatures (8.4.4, 11.10). @throws AppError */
export async function endVisit(ctx: Ctx, { state, code, error }: VisitResult): Promise<void> {
  const pending = await loadPending(ctx)
  const { visit, failure } = pending.confirmation
  // The page was loaded again after the first of several visits, for instance.
  if (!visit && !failure) return
  if (!visit || !isSame(visit.state, state))
    return failure ? Promise.reject(refused(failure)) : giveUp(ctx, pending, visitProblem('expired_token'))
  await confirmPending(ctx, pending, async () => {
    if (code === null) throw visitProblem(error ?? 'server_error')
    if (addSeconds(new Date(visit.startedAt), VISIT_SECONDS) < now()) throw visitProblem('expired_token')
    const { access } = await loadService(ctx)
    const { tokenUrl } = await findAuthorizationServer(access)
    const token = await requestToken(access, tokenUrl, {
      ...{ grant_type: 'authorization_code', code, redirect_uri: getCallbackUrl() },
      code_verifier: visit.codeVerifier,
    })
    return signWithToken(access, pending.credential, token, pending.data)
  })
}

function visitProblem(code: string): ServiceProblem {
  return new ServiceProblem(errorText('keys.serviceRefuses', { method: 'oauth2/authorize', reason: code }), {
    code,
  })
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
