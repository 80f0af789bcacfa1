import { dashboardLocales } from '#lib/core/locales'
import { roles } from '#lib/core/roles'
import { GROUP_SCHEMA, presentList, scimUrl, USER_SCHEMA } from './resources.ts'

const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'

/** What of SCIM is there (RFC 7643, 5). */
export function getServiceProviderConfig() {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'Authorization: Bearer with an API key that has the scopes users and admins.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: scimUrl('ServiceProviderConfig') },
  }
}

const types = [
  { id: 'User', endpoint: '/Users', schema: USER_SCHEMA, description: 'A user of the organisation.' },
  {
    id: 'Group',
    endpoint: '/Groups',
    schema: GROUP_SCHEMA,
    description: 'A role, with the users who have it.',
  },
]

/** The types of resources; the one with this name; null for an unknown name. */
export function getResourceTypes(id?: string): object | null {
  const presented = types.map((type) => ({
    schemas: [TYPE_SCHEMA],
    name: type.id,
    ...type,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: scimUrl(`ResourceTypes/${type.id}`) },
  }))
  return pick(presented, id)
}

type Options = Record<string, unknown>

/** An attribute with the characteristics of RFC 7643, 7. */
function attribute(name: string, description: string, options: Options = {}) {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...options,
  }
}

const readOnly = { mutability: 'readOnly' }
const userAttributes = [
  attribute('userName', 'The email address. A changed one counts once its owner has confirmed it.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('displayName', 'The name.'),
  attribute('name', 'The name, which is stored as one.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name, which counts before the parts.'),
      attribute('givenName', 'All words but the last.'),
      attribute('familyName', 'The last word.'),
    ],
  }),
  attribute('active', 'Whether the user may sign in.', { type: 'boolean' }),
  attribute('locale', 'The language of the dashboard and of emails.', {
    canonicalValues: [...dashboardLocales],
  }),
  attribute('emails', 'The email address, as in userName.', {
    ...{ type: 'complex', multiValued: true, ...readOnly },
    subAttributes: [
      attribute('value', 'The address.', readOnly),
      attribute('type', 'work', readOnly),
      attribute('primary', 'True.', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('roles', 'The role.', {
    ...{ type: 'complex', multiValued: true },
    subAttributes: [attribute('value', 'The role.', { canonicalValues: [...roles] })],
  }),
  attribute('groups', 'The group of the role.', {
    ...{ type: 'complex', multiValued: true, ...readOnly },
    subAttributes: [
      attribute('value', 'The id of the group.', readOnly),
      attribute('$ref', 'Its URL.', { type: 'reference', referenceTypes: ['Group'], ...readOnly }),
      attribute('display', 'Its name.', readOnly),
      attribute('type', 'direct', readOnly),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'The role.', { required: true, ...readOnly, uniqueness: 'server' }),
  attribute('members', 'The users who have the role.', {
    ...{ type: 'complex', multiValued: true },
    subAttributes: [
      attribute('value', 'The id of the user.', { mutability: 'immutable' }),
      attribute('$ref', 'Its URL.', { type: 'reference', referenceTypes: ['User'], ...readOnly }),
      attribute('display', 'The name of the user.', readOnly),
      attribute('type', 'User', readOnly),
    ],
  }),
]

const schemas = [
  { id: USER_SCHEMA, name: 'User', description: 'A user of the organisation.', attributes: userAttributes },
  { id: GROUP_SCHEMA, name: 'Group', description: 'A role.', attributes: groupAttributes },
]

/** The schemas; the one with this URN; null for an unknown one. */
export function getSchemas(id?: string): object | null {
  const presented = schemas.map((schema) => ({
    schemas: [SCHEMA_SCHEMA],
    ...schema,
    meta: { resourceType: 'Schema', location: scimUrl(`Schemas/${schema.id}`) },
  }))
  return pick(presented, id)
}

function pick(resources: { id: string }[], id: string | undefined): object | null {
  if (id === undefined) return presentList(resources, resources.length)
  return resources.find((resource) => resource.id === id) ?? null
}
