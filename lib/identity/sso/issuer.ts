import { type CustomHttpOptionsProvider, custom, Issuer } from 'openid-client'
import { env } from '#lib/core/env'
import { validationError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { guardedAgent } from '#lib/core/network/guarded-agent'
import { ForbiddenTarget } from '#lib/core/network/outbound-guard'
import { type ErrorText, errorText } from '#lib/messages/errors'

/** Requests to OpenID providers go to checked addresses only. */
export const guardedOptions: CustomHttpOptionsProvider = (url) => ({
  agent: guardedAgent(url, env().oidcAllowedHosts) as never,
})
Issuer[custom.http_options] = guardedOptions

/** Where a provider publishes its endpoints (OpenID Connect Discovery, 4). */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Reads the discovery document of an issuer. @throws AppError `validation_error` on `issuer` */
export async function assertIssuer(issuer: string): Promise<void> {
  if (!URL.canParse(issuer) || /[?#]/.test(issuer)) throw refused(errorText('identity.mustBeUrlWithoutQuery'))
  const discovered = await Issuer.discover(discoveryUrl(issuer)).catch((error: Error) => {
    if (error instanceof ForbiddenTarget) throw refused(error.text)
    log().info({ err: error, issuer }, 'an OpenID provider did not respond')
    throw refused(errorText('identity.noOpenIdProvider', { url: discoveryUrl(issuer) }))
  })
  if (discovered.issuer !== issuer)
    throw refused(
      errorText('identity.providerHasOtherIssuer', { issuer: String(discovered.issuer).slice(0, 200) }),
    )
}

function refused(message: ErrorText) {
  return validationError({ issuer: [message] })
}
