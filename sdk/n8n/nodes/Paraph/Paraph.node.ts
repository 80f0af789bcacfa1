import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  NodeApiError,
} from 'n8n-workflow'
import { describeError, makeIdempotencyKey, request } from '../request'
import { type Operation, operations, properties } from './operations'

export class Paraph implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Paraph',
    name: 'paraph',
    icon: 'file:paraph.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Have documents signed, and find and verify the signed ones',
    defaults: { name: 'Paraph' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: 'paraphApi', required: true }],
    properties,
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (const [item] of this.getInputData().entries()) {
      try {
        const outputs = await runOperation(this, item)
        results.push(...outputs.map((output) => ({ ...output, pairedItem: { item } })))
      } catch (error) {
        if (!this.continueOnFail()) {
          const { context } = error as Partial<NodeApiError>
          if (context) context.itemIndex = item
          throw error
        }
        // n8n tells items of the error output by `error` as their only member.
        results.push({ json: { error: describeError(error) }, pairedItem: { item } })
      }
    }
    return [results]
  }
}

async function runOperation(node: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
  const resource = node.getNodeParameter('resource', item)
  const name = node.getNodeParameter('operation', item)
  const operation = operations.find((one) => one.resource === resource && one.name === name)
  if (!operation) throw new Error(`The operation ${name} of ${resource} is not known.`)
  const { method, kind } = operation
  const path = operation.path.replace('{id}', () => String(Number(node.getNodeParameter('id', item))))
  if (kind === 'download') return download(node, item, { method, path })
  if (kind === 'file') return upload(node, item, { method, path })
  const inputs = readInputs(node, item, operation)
  if (kind === 'list') return (await list(node, item, path, inputs)).map((json) => ({ json }))
  const options = method === 'GET' ? { qs: inputs } : method === 'POST' ? post(node, item, path, inputs) : {}
  const response = await request(node, { method, path, ...options })
  if (method === 'DELETE') return [{ json: { deleted: true } }]
  return [{ json: response.data as IDataObject }]
}

function post(node: IExecuteFunctions, item: number, path: string, body: IDataObject) {
  const key = makeIdempotencyKey(node, item, path, JSON.stringify(body))
  return { body, headers: { 'Idempotency-Key': key } }
}

const RECORDS_OF_PAGE = 100

/** All records, or as many as the limit says. */
async function list(
  node: IExecuteFunctions,
  item: number,
  path: string,
  inputs: IDataObject,
): Promise<IDataObject[]> {
  const returnsAll = node.getNodeParameter('returnAll', item)
  const limit = returnsAll ? Number.POSITIVE_INFINITY : Number(node.getNodeParameter('limit', item))
  const records: IDataObject[] = []
  for (let page = 1; records.length < limit; page++) {
    const qs = { ...inputs, page, per_page: RECORDS_OF_PAGE }
    const { data } = await request(node, { method: 'GET', path, qs })
    const found = data as IDataObject[]
    records.push(...found)
    if (found.length < RECORDS_OF_PAGE) break
  }
  return records.slice(0, limit)
}

/** The properties of the operation as members of its request. */
function readInputs(
  node: IExecuteFunctions,
  item: number,
  { resource, inputs = [] }: Operation,
): IDataObject {
  const members: IDataObject = {}
  for (const name of inputs) {
    const value = node.getNodeParameter(name, item)
    if (name === 'documents')
      members.documents = String(value)
        .split(',')
        .map((id) => ({ id: Number(id) }))
    else if (name === 'signers') members.signers = readSigners(value as IDataObject, resource)
    else if (name === 'more') Object.assign(members, typeof value === 'string' ? JSON.parse(value) : value)
    else if (value !== '') members[name] = toText(value as IDataObject[string])
  }
  // A draft is made by `"send": false` in the further members.
  return inputs.includes('signers') ? { send: true, ...members } : members
}

/** A text that an expression of the node made a number, such as the number of an order, as a text. */
function toText(value: IDataObject[string]): IDataObject[string] {
  return typeof value === 'number' ? String(value) : value
}

/** A role names the recipient of a template, and of a process the one who gets the fields of text tags. */
function readSigners({ signer = [] }: IDataObject, resource: string): IDataObject[] {
  return (signer as IDataObject[]).map((row) => {
    const texts = Object.entries(row).map(([name, value]) => [name, toText(value)])
    const { role = '', ...person } = Object.fromEntries(texts)
    if (role === '') return person
    return resource === 'template' ? { ...person, role } : { ...person, role_name: role }
  })
}

type Target = Pick<Operation, 'method' | 'path'>

async function upload(node: IExecuteFunctions, item: number, target: Target): Promise<INodeExecutionData[]> {
  const field = node.getNodeParameter('binaryField', item) as string
  const { fileName = 'document.pdf', mimeType } = node.helpers.assertBinaryData(item, field)
  const bytes = await node.helpers.getBinaryDataBuffer(item, field)
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), fileName)
  const headers = { 'Idempotency-Key': makeIdempotencyKey(node, item, target.path, bytes) }
  const { data } = await request(node, { ...target, body, headers })
  return [{ json: data as IDataObject }]
}

async function download(
  node: IExecuteFunctions,
  item: number,
  target: Target,
): Promise<INodeExecutionData[]> {
  const field = node.getNodeParameter('binaryField', item) as string
  const options = { encoding: 'arraybuffer', json: false, returnFullResponse: true } as const
  const response = await request(node, { ...target, ...options })
  const bytes = Buffer.from(response.body as unknown as ArrayBuffer)
  // A process with several documents is a ZIP.
  const isPdf = bytes.toString('latin1', 0, 5) === '%PDF-'
  const type = isPdf ? 'application/pdf' : 'application/zip'
  const binary = await node.helpers.prepareBinaryData(bytes, isPdf ? 'signed.pdf' : 'signed.zip', type)
  return [{ json: { size: bytes.length }, binary: { [field]: binary } }]
}
