import type { ErrorCode } from '#lib/core/errors'
import { roles } from '#lib/core/roles'
import { type Permission, policy, type Rule, worksWhileSuspended } from '#lib/policy'
import type { Endpoint } from '../http/endpoints.ts'
import { statusByCode } from '../http/response/error-response.ts'

/** The error codes of an endpoint by status: those that follow from its declaration, and its `refusals`. */
export function listErrorCodes(endpoint: Pick<Endpoint, 'method' | 'declaration'>): Map<number, ErrorCode[]> {
  const codes = new Set([...impliedCodes(endpoint), ...(endpoint.declaration.refusals ?? [])])
  const codesByStatus = new Map<number, ErrorCode[]>()
  for (const code of codes)
    codesByStatus.set(statusByCode[code], [...(codesByStatus.get(statusByCode[code]) ?? []), code])
  return new Map([...codesByStatus].sort(([a], [b]) => a - b))
}

function* impliedCodes({
  method,
  declaration,
}: Pick<Endpoint, 'method' | 'declaration'>): Generator<ErrorCode> {
  const { permission, params, body, response } = declaration
  const needsCredential = permission !== 'public'
  const isWrite = method !== 'GET'
  const isReplayable = method === 'POST'
  // Every request may have unknown query parameters.
  yield 'validation_error'
  const isUpload = Boolean(body) && 'multipart' in (body as object)
  if ((body || isReplayable) && !isUpload) yield 'invalid_json'
  if (isReplayable) yield* ['idempotency_key_reuse', 'idempotency_in_flight', 'invalid_state'] as const
  if (needsCredential && permission !== 'signer') {
    yield* ['unauthenticated', 'token_expired', 'token_revoked', 'api_key_expired'] as const
    yield* ['insufficient_scope', 'ip_not_allowed'] as const
    const rule: Rule = policy[permission as Permission]
    if (rule.roles.length < roles.length) yield 'forbidden'
    if (rule.recentPassword) yield 'reauthentication_required'
    if (!rule.beforeFactor) yield 'second_factor_setup_required'
    if (rule.mailsOthers) yield 'email_not_confirmed'
    if (!worksWhileSuspended(permission as Permission)) yield 'tenant_suspended'
  }
  // With the session cookie, writes must come from the same origin.
  if (needsCredential && isWrite) yield 'forbidden'
  if (params) yield 'not_found'
  if (declaration.conditional) yield 'precondition_failed'
  if (response.others?.[206]) yield 'range_not_satisfiable'
  // Of the path: no path has all methods.
  yield* ['method_not_allowed', 'rate_limited', 'internal_error'] as const
  // The health check has a 503 of its own.
  if (!response.others?.[503]) yield 'unavailable'
  // The storage and the disk of the database may be full.
  if (isWrite) yield 'storage_full'
}
