import { z } from 'zod'
import type { SamlProvider } from '../find-provider.ts'

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** The names under which Entra ID, Okta, Google, Keycloak and Shibboleth send the email, the name, and its parts. */
const emailNames = [
  'email',
  'mail',
  `${CLAIMS}/emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
]
const fullNames = [
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'name',
]
const givenNames = ['firstName', 'givenName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42']
const surnames = ['lastName', 'surname', 'sn', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4']

const METHODS = 'http://schemas.microsoft.com/claims/authnmethodsreferences'
const SEVERAL_FACTORS = 'http://schemas.microsoft.com/claims/multipleauthn'

type Attributes = ReadonlyMap<string, string[]>

/** The attributes that have text, by their names. */
export function readAttributes(attributes: unknown): Attributes {
  const parsed = z.record(z.string(), z.unknown()).safeParse(attributes ?? {})
  const entries = Object.entries(parsed.data ?? {}).map(([name, value]): [string, string[]] => [
    name,
    [value].flat().filter((text) => typeof text === 'string'),
  ])
  return new Map(entries)
}

/** The attributes of a user; where the tenant has named one, the usual names do not count. */
export function findAttributes(
  attributes: Attributes,
  { emailAttribute, nameAttribute }: Pick<SamlProvider, 'emailAttribute' | 'nameAttribute'>,
) {
  const find = (names: string[]) => names.flatMap((name) => attributes.get(name) ?? []).find(Boolean)
  const parts = [find(givenNames), find(surnames)].filter((part) => part !== undefined)
  const usualName = find(fullNames) ?? (parts.length > 0 ? parts.join(' ') : undefined)
  return {
    email: find(emailAttribute ? [emailAttribute] : emailNames),
    name: nameAttribute ? find([nameAttribute]) : usualName,
    hasSecondFactor: attributes.get(METHODS)?.includes(SEVERAL_FACTORS) === true,
  }
}
