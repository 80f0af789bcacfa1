import type { SsoChange, SsoRecord } from '#lib/identity/sso/schema'

/** What the form of the provider has: texts for lists, and secrets and files that are not shown again. */
export type SsoInput = ReturnType<typeof toSsoInput>

export function toSsoInput(sso: SsoRecord) {
  const { protocol, enforced, create_users, trusts_second_factor, default_role } = sso
  const issuers = {
    issuer: protocol === 'oidc' ? (sso.issuer ?? '') : '',
    entity_id: protocol === 'saml' ? (sso.issuer ?? '') : '',
  }
  return {
    ...{ protocol, ...issuers, enforced, create_users, trusts_second_factor, default_role },
    client_id: sso.client_id ?? '',
    client_secret: '',
    metadata: '',
    sso_url: sso.sso_url ?? '',
    certificates: '',
    email_attribute: sso.email_attribute ?? '',
    name_attribute: sso.name_attribute ?? '',
    domains: sso.domains.join(', '),
  }
}

/** The members of the chosen protocol; empty secrets and certificates stay as they are. */
export function toSsoChange(input: SsoInput): SsoChange {
  const { protocol, enforced, create_users, trusts_second_factor, default_role } = input
  return {
    ...{ protocol, enforced, create_users, trusts_second_factor, default_role },
    domains: input.domains.split(/[\s,;]+/).filter(Boolean),
    ...(protocol === 'oidc' ? toOidcChange(input) : toSamlChange(input)),
  }
}

function toOidcChange({ issuer, client_id, client_secret }: SsoInput): SsoChange {
  return { issuer, client_id, ...(client_secret && { client_secret }) }
}

function toSamlChange(input: SsoInput): SsoChange {
  const attributes = {
    email_attribute: input.email_attribute || null,
    name_attribute: input.name_attribute || null,
  }
  if (input.metadata) return { metadata: input.metadata, ...attributes }
  const certificates = input.certificates
    .split(/(?<=-----END CERTIFICATE-----)/)
    .filter((text) => text.trim())
  return {
    issuer: input.entity_id,
    sso_url: input.sso_url,
    ...(certificates.length > 0 && { certificates }),
    ...attributes,
  }
}
