import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow'

/** What an operation needs of the node, and the request that it is. */
export interface Operation {
  resource: 'document' | 'process' | 'template' | 'vault'
  name: string
  title: string
  method: IHttpRequestMethods
  path: string
  /** `file`: the item has a file to send; `download`: the response is one; `list`: it has one item for each record. */
  kind?: 'file' | 'download' | 'list'
  /** The names of the properties below that go into the query or the body. */
  inputs?: string[]
}

export const operations: Operation[] = [
  { resource: 'document', name: 'upload', title: 'Upload', method: 'POST', path: '/documents', kind: 'file' },
  { resource: 'document', name: 'get', title: 'Get', method: 'GET', path: '/documents/{id}' },
  {
    resource: 'document',
    name: 'list',
    title: 'List',
    method: 'GET',
    path: '/documents',
    kind: 'list',
    inputs: ['search'],
  },
  { resource: 'document', name: 'delete', title: 'Delete', method: 'DELETE', path: '/documents/{id}' },
  {
    ...{ resource: 'process', name: 'send', title: 'Send Documents' },
    ...{ method: 'POST', path: '/signature-processes' },
    inputs: ['name', 'documents', 'signers', 'more'],
  },
  { resource: 'process', name: 'get', title: 'Get', method: 'GET', path: '/signature-processes/{id}' },
  {
    ...{ resource: 'process', name: 'list', title: 'List' },
    ...{ method: 'GET', path: '/signature-processes', kind: 'list' },
    inputs: ['search'],
  },
  {
    resource: 'process',
    name: 'remind',
    title: 'Remind',
    method: 'POST',
    path: '/signature-processes/{id}/remind',
  },
  {
    ...{ resource: 'process', name: 'cancel', title: 'Cancel' },
    ...{ method: 'POST', path: '/signature-processes/{id}/cancel' },
    inputs: ['reason'],
  },
  {
    ...{ resource: 'process', name: 'trail', title: 'Get Audit Trail' },
    ...{ method: 'GET', path: '/signature-processes/{id}/audit-trail' },
  },
  {
    ...{ resource: 'process', name: 'download', title: 'Download Signed' },
    ...{ method: 'GET', path: '/signature-processes/{id}/download-signed-pdf', kind: 'download' },
  },
  {
    resource: 'template',
    name: 'list',
    title: 'List',
    method: 'GET',
    path: '/templates',
    kind: 'list',
    inputs: ['search'],
  },
  {
    ...{ resource: 'template', name: 'use', title: 'Send' },
    ...{ method: 'POST', path: '/templates/{id}/use' },
    inputs: ['signers', 'more'],
  },
  {
    resource: 'vault',
    name: 'search',
    title: 'Search',
    method: 'GET',
    path: '/vault/documents',
    kind: 'list',
    inputs: ['search'],
  },
  {
    resource: 'vault',
    name: 'verify',
    title: 'Verify',
    method: 'GET',
    path: '/vault/documents/{id}/verification',
  },
  {
    ...{ resource: 'vault', name: 'download', title: 'Download' },
    ...{ method: 'GET', path: '/vault/documents/{id}/download', kind: 'download' },
  },
] satisfies IDataObject[] as Operation[]

const resources = { document: 'Document', process: 'Process', template: 'Template', vault: 'Vault' }

/** Shown for the operations that need it. */
function shownFor(needs: (operation: Operation) => boolean): INodeProperties['displayOptions'][] {
  return Object.keys(resources).flatMap((resource) => {
    const names = operations.filter((one) => one.resource === resource && needs(one)).map(({ name }) => name)
    return names.length > 0 ? [{ show: { resource: [resource], operation: names } }] : []
  })
}

/** A property for each resource with an operation that needs it: n8n shows a property for one combination. */
function propertyFor(property: INodeProperties, needs: (operation: Operation) => boolean): INodeProperties[] {
  const { show } = property.displayOptions ?? {}
  return shownFor(needs).map((shown) => ({
    ...property,
    displayOptions: { show: { ...shown?.show, ...show } },
  }))
}

const isList = ({ kind }: Operation) => kind === 'list'
const takes = (name: string) => (operation: Operation) => operation.inputs?.includes(name) ?? false

export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: Object.entries(resources).map(([value, name]) => ({ name, value })),
    default: 'process',
  },
  ...Object.keys(resources).map((resource): INodeProperties => {
    const options = operations
      .filter((one) => one.resource === resource)
      .map(({ name: value, title: name }) => ({ name, value, action: `${name} (${resource})` }))
    return {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      displayOptions: { show: { resource: [resource] } },
      options,
      default: options[0].value,
    }
  }),
  ...propertyFor({ displayName: 'ID', name: 'id', type: 'number', default: 0, required: true }, ({ path }) =>
    path.includes('{id}'),
  ),
  ...propertyFor(
    { displayName: 'Name', name: 'name', type: 'string', default: '', required: true },
    takes('name'),
  ),
  ...propertyFor(
    {
      displayName: 'Document IDs',
      name: 'documents',
      type: 'string',
      default: '={{ $json.id }}',
      required: true,
      description: 'Separated by commas',
    },
    takes('documents'),
  ),
  ...propertyFor(
    {
      displayName: 'Signers',
      name: 'signers',
      type: 'fixedCollection',
      typeOptions: { multipleValues: true },
      default: {},
      options: [
        {
          displayName: 'Signer',
          name: 'signer',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: '' },
            {
              displayName: 'Email',
              name: 'email',
              type: 'string',
              default: '',
              placeholder: 'ada@example.com',
            },
            {
              displayName: 'Role',
              name: 'role',
              type: 'string',
              default: '',
              description: 'The role in the template, or in the text tags of the documents',
            },
          ],
        },
      ],
    },
    takes('signers'),
  ),
  ...propertyFor(
    {
      displayName: 'More Members',
      name: 'more',
      type: 'json',
      default: '{}',
      description:
        'Further members of the request as the API reference names them, such as fields, values or options',
    },
    takes('more'),
  ),
  ...propertyFor({ displayName: 'Reason', name: 'reason', type: 'string', default: '' }, takes('reason')),
  ...propertyFor({ displayName: 'Search', name: 'search', type: 'string', default: '' }, takes('search')),
  ...propertyFor(
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
    },
    isList,
  ),
  ...propertyFor(
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: { show: { returnAll: [false] } },
    },
    isList,
  ),
  ...propertyFor(
    {
      displayName: 'Binary Field',
      name: 'binaryField',
      type: 'string',
      default: 'data',
      required: true,
      description: 'The field of the item that has the file, or gets it',
    },
    ({ kind }) => kind === 'file' || kind === 'download',
  ),
]
