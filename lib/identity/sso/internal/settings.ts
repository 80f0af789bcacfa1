import { isDeepStrictEqual } from 'node:util'
import { env } from '#lib/core/env'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { parseCertificates } from '../saml/certificates.ts'
import type { SsoChange } from '../schema.ts'
import { decryptClientSecret, encryptClientSecret, type SsoRow } from './providers.ts'

type Settings = Omit<SsoRow, 'tenantId' | 'handle' | 'updatedAt'>
type Change = SsoChange & Pick<Settings, 'protocol'>

/**
 * The settings after the change; those of another protocol are not kept.
 * @throws AppError `validation_error` for members that are missing
 */
export function toSettings(tenantId: number, before: SsoRow | null, change: Change): Settings {
  const kept = before?.protocol === change.protocol ? before : null
  const { issuer = kept?.issuer, domains = before?.domains } = change
  const errors: FieldErrors = {}
  if (!issuer) errors.issuer = [errorText('identity.issuerMissing')]
  const members =
    change.protocol === 'oidc'
      ? toOidcSettings(tenantId, kept, change, errors)
      : toSamlSettings(kept, change, errors)
  if (!domains) errors.domains = [errorText('identity.domainsMissing')]
  throwIfInvalid(errors)
  return {
    protocol: change.protocol,
    issuer: issuer!,
    ...members,
    domains: domains!,
    enforced: change.enforced ?? before?.enforced ?? false,
    createUsers: change.create_users ?? before?.createUsers ?? false,
    trustsSecondFactor: change.trusts_second_factor ?? before?.trustsSecondFactor ?? false,
    defaultRole: change.default_role ?? before?.defaultRole ?? 'user',
  }
}

/** Whether the provider already has these settings. The same secret is encrypted differently each time. */
export function hasSettings(
  { tenantId, handle: _, updatedAt: __, ...current }: SsoRow,
  settings: Settings,
): boolean {
  const decrypted = ({ clientSecret, ...others }: Settings) => ({
    ...others,
    clientSecret: clientSecret && decryptClientSecret(tenantId, clientSecret),
  })
  return isDeepStrictEqual(decrypted(current), decrypted(settings))
}

function toOidcSettings(tenantId: number, kept: SsoRow | null, change: Change, errors: FieldErrors) {
  const { issuer = kept?.issuer, client_id: clientId = kept?.clientId } = change
  const unchangedSecret = kept?.issuer === issuer ? kept?.clientSecret : null
  const clientSecret = change.client_secret
    ? encryptClientSecret(tenantId, change.client_secret)
    : unchangedSecret
  if (!clientId) errors.client_id = [errorText('identity.clientIdMissing')]
  if (!clientSecret)
    errors.client_secret = [
      kept ? errorText('identity.clientSecretOfNewIssuerMissing') : errorText('identity.clientSecretMissing'),
    ]
  return {
    clientId: clientId ?? null,
    clientSecret: clientSecret ?? null,
    ssoUrl: null,
    certificates: null,
    emailAttribute: null,
    nameAttribute: null,
  }
}

function toSamlSettings(kept: SsoRow | null, change: Change, errors: FieldErrors) {
  const { sso_url: ssoUrl = kept?.ssoUrl } = change
  const certificates = change.certificates ? parseCertificates(change.certificates) : kept?.certificates
  const urlError = findUrlError(ssoUrl)
  if (urlError) errors.sso_url = [urlError]
  if (!certificates) errors.certificates = [errorText('identity.certificatesMissing')]
  const { email_attribute = kept?.emailAttribute, name_attribute = kept?.nameAttribute } = change
  return {
    clientId: null,
    clientSecret: null,
    ssoUrl: ssoUrl ?? null,
    certificates: certificates ?? null,
    emailAttribute: email_attribute ?? null,
    nameAttribute: name_attribute ?? null,
  }
}

/** The URL is opened by browsers only, so its host may be on a private network. */
function findUrlError(text: string | null | undefined): ErrorText | null {
  if (!text) return errorText('identity.ssoUrlMissing')
  if (!URL.canParse(text)) return errorText('documents.notValidUrl')
  const { protocol, host, hostname, username, password } = new URL(text)
  const mayBeHttp = env().oidcAllowedHosts.some((allowed) => allowed === host || allowed === hostname)
  if (protocol !== 'https:' && !(mayBeHttp && protocol === 'http:'))
    return errorText('documents.urlMustBeHttps')
  return username || password ? errorText('documents.urlWithCredentials') : null
}
