import { makeChapters } from './chapters.ts'
import type { OpenApi } from './openapi.ts'
import type { OperationView } from './operation-view.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * A Postman collection (format 2.1) with every operation of the API document, a folder for each of its tags. Its
 * variables `baseUrl` and `apiKey` are the installation and the credential.
 */
export function postmanCollection(document: OpenApi) {
  const { title, description, version } = document.info
  return {
    info: { name: `${title} ${version}`, description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'https://sign.example.com' },
      { key: 'apiKey', value: '' },
    ],
    item: makeChapters(document).map(({ name, text, operations }) => ({
      name,
      description: text,
      item: operations.map(toItem),
    })),
  }
}

function toItem(operation: OperationView) {
  const { summary, method, paragraphs, access, body } = operation
  return {
    name: summary,
    request: {
      method,
      description: paragraphs.join('\n\n'),
      // Otherwise that of the collection.
      ...(access === 'bearer' ? {} : { auth: { type: 'noauth' } }),
      header: body && !isForm(body) ? [{ key: 'Content-Type', value: body.media }] : [],
      url: toUrl(operation),
      ...(body ? { body: toBody(body) } : {}),
    },
  }
}

function toUrl({ path, parameters }: OperationView) {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, text, required, example }) => ({
      key: name,
      value: toText(example),
      description: text,
      disabled: !required,
    }))
  return {
    raw: `{{baseUrl}}/${segments.join('/')}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query,
    variable: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, text, example }) => ({ key: name, value: toText(example), description: text })),
  }
}

type Body = NonNullable<OperationView['body']>

function isForm({ media }: Body): boolean {
  return media === 'multipart/form-data'
}

function toBody(body: Body) {
  if (!isForm(body)) {
    const { media, example } = body
    const isJson = media.endsWith('json')
    const raw = isJson ? JSON.stringify(example ?? {}, null, 2) : toText(example)
    return { mode: 'raw', raw, options: { raw: { language: isJson ? 'json' : 'text' } } }
  }
  const formdata = body.rows
    .filter(({ depth }) => depth === 0)
    .map(({ name, type, text, required }) => ({
      key: name,
      type: type === 'file' ? 'file' : 'text',
      description: text,
      disabled: !required,
    }))
  return { mode: 'formdata', formdata }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}
