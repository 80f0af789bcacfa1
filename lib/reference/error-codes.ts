import type { ErrorCode } from '#lib/core/errors'
import { type Action, policy, type Rule } from '#lib/policy'
import type { Endpoint } from '../http/endpoints.ts'
import { statusOf } from '../http/response/error-response.ts'

/** The error codes of an endpoint by status: those of its kind and those of its declaration. */
export function errorCodesOf(endpoint: Pick<Endpoint, 'method' | 'declaration'>): Map<number, ErrorCode[]> {
  const codes = new Set([...kindOf(endpoint), ...(endpoint.declaration.refusals ?? [])])
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(statusOf[code], [...(byStatus.get(statusOf[code]) ?? []), code])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function* kindOf({ method, declaration }: Pick<Endpoint, 'method' | 'declaration'>): Generator<ErrorCode> {
  const { action, params, body, response } = declaration
  const known = action !== 'public'
  const changes = method !== 'GET'
  const replayed = method === 'POST'
  // Every request may have unknown query parameters.
  yield 'validation_error'
  const withFile = Boolean(body) && 'multipart' in (body as object)
  if ((body || replayed) && !withFile) yield 'invalid_json'
  if (replayed) yield* ['idempotency_key_reuse', 'idempotency_in_flight', 'invalid_state'] as const
  if (known && action !== 'signer') {
    yield* ['unauthenticated', 'token_expired', 'token_revoked', 'api_key_expired'] as const
    yield* ['insufficient_scope', 'ip_not_allowed'] as const
    const rule: Rule = policy[action as Action]
    if (rule.roles.length < 3) yield 'forbidden'
    if (rule.recentPassword) yield 'reauthentication_required'
    if (rule.mailsOthers) yield 'email_not_confirmed'
  }
  // With a cookie, changes must come from the same origin.
  if (known && changes) yield 'forbidden'
  if (params) yield 'not_found'
  if (response.others?.[206]) yield 'range_not_satisfiable'
  yield* ['rate_limited', 'internal_error'] as const
  // Files are processed by few threads with a limited queue, and must be stored.
  if (withFile) yield* ['unavailable', 'storage_full'] as const
}
