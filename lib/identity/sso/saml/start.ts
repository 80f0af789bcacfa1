import { randomToken } from '#lib/core/ids'
import type { SamlProvider } from '../find-provider.ts'
import { makeClient } from './client.ts'

/**
 * Begins a sign-in: the URL of the provider with a request, which is stored, and the id of the request.
 * @param asksAgain the provider is to ask the person though they have a session there
 */
export async function startSignIn(
  provider: SamlProvider,
  asksAgain = false,
): Promise<{ url: string; requestId: string }> {
  // An ID does not begin with a digit or a hyphen (XML Schema 2, 3.3.7).
  const requestId = `_${randomToken()}`
  const client = makeClient(provider, { requestId, asksAgain })
  return { url: await client.getAuthorizeUrlAsync('', undefined, {}), requestId }
}
