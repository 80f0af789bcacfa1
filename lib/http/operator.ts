import { FastResponse } from 'srvx/node'
import type { FieldErrors } from '#lib/core/errors'
import { throwIfInvalid } from '#lib/core/errors'
import { describeCaller } from '#lib/core/request'
import { unknownCredential } from '#lib/identity/refusals'
import { assertCredential } from '#lib/identity/sessions/credential'
import { operatorActionSchema, runOperatorAction } from '#lib/operator/dashboard/actions'
import { identifyBrowser } from './credentials/credential.ts'
import { handleRequest } from './handle-request.ts'
import { limitPrincipal } from './limits.ts'
import { parsePart, readJson } from './request/body.ts'
import { requireSameOrigin } from './request/same-origin.ts'

/**
 * What a button of the page of the installation sends: JSON, with the session of the browser only. It is no part of the
 * API: no key and no token can do it.
 */
export function handleOperatorAction(request: Request): Promise<Response> {
  return handleRequest(request, 'address', async (requestMeta, rates) => {
    const ctx = await identifyBrowser(request, requestMeta)
    if (!ctx) throw unknownCredential()
    requireSameOrigin(request)
    describeCaller(ctx)
    await limitPrincipal(ctx, rates)
    const errors: FieldErrors = Object.create(null)
    const body = await readJson(request)
    await assertCredential(ctx)
    const action = parsePart(operatorActionSchema, body, errors)
    throwIfInvalid(errors)
    await runOperatorAction(ctx, action!)
    return new FastResponse(null, { status: 204 })
  })
}
