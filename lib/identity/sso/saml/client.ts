import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { now } from '#lib/core/clock'
import type { SamlProvider } from '../find-provider.ts'
import { callbackUrl, metadataUrl } from '../links.ts'
import { addRequest, isPending, REQUEST_SECONDS } from './requests.ts'

/** The accepted difference between the provider's clock and ours. */
export const CLOCK_SKEW_MS = 60_000

/**
 * The client of a provider. A response must answer a request that waits in the database, so a sign-in cannot begin at the
 * provider; `answerRequest` removes the request from those that wait.
 */
export function makeClient(
  { id, issuer, ssoUrl, certificates, tenant }: SamlProvider,
  { requestId = '', asksAgain = false } = {},
): SAML {
  const tenantId = tenant.id
  return new SAML({
    entryPoint: ssoUrl,
    idpIssuer: issuer,
    idpCert: certificates,
    issuer: metadataUrl(id),
    audience: metadataUrl(id),
    callbackUrl: callbackUrl(id),
    generateUniqueId: () => requestId,
    forceAuthn: asksAgain,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // Entra ID and others sign the assertion only.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_SECONDS * 1000,
    cacheProvider: {
      async saveAsync(requestId, value) {
        await addRequest({ tenantId, requestId }, now())
        return { value, createdAt: now().getTime() }
      },
      getAsync: async (requestId) =>
        (await isPending({ tenantId, requestId }, now())) ? now().toISOString() : null,
      removeAsync: async (requestId) => requestId,
    },
  })
}
