import { randomToken } from '#lib/core/ids'
import type { SamlProvider } from '../find-provider.ts'
import { makeClient } from './client.ts'

/** Begins a sign-in: the URL of the provider with a request, which is stored, and the id of the request. */
export async function startSignIn(provider: SamlProvider): Promise<{ url: string; requestId: string }> {
  // An ID does not begin with a digit or a hyphen (XML Schema 2, 3.3.7).
  const requestId = `_${randomToken()}`
  const client = makeClient(provider, requestId)
  return { url: await client.getAuthorizeUrlAsync('', undefined, {}), requestId }
}
