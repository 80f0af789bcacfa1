import { formatCurl, formatTypescript } from './chapter-examples.ts'
import type { OpenApi } from './openapi.ts'
import type { Chapter, OperationView, Row } from './operation-view.ts'
import { resolveRef, type Schema, type Schemas } from './schema-example.ts'

type Operation = NonNullable<NonNullable<OpenApi['paths']>[string]['get']> & Record<`x-${string}`, unknown>

const httpMethods = ['get', 'post', 'put', 'patch', 'delete'] as const
/** How many levels of nested members are listed below the members of the body. */
const MAX_DEPTH = 3
/** Headers of every response: request id and rate limits. The guide explains them. */
const COMMON_HEADERS = /^X-/

/** The chapters of the reference, made from the OpenAPI document alone. */
export function makeChapters(document: OpenApi): Chapter[] {
  const schemas = (document.components?.schemas ?? {}) as Schemas
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const operation = item[method] as Operation | undefined
      return operation
        ? [{ tag: operation.tags![0]!, view: presentOperation(method, path, operation, schemas) }]
        : []
    }),
  )
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    text: description,
    operations: operations.filter(({ tag }) => tag === name).map(({ view }) => view),
  }))
}

function presentOperation(
  method: string,
  path: string,
  operation: Operation,
  schemas: Schemas,
): OperationView {
  // The roles are shown separately.
  const paragraphs = (operation.description ?? '')
    .split('\n\n')
    .filter((text) => text && !text.startsWith('Roles:'))
  const view = {
    id: operation.operationId!,
    method: method.toUpperCase(),
    path,
    summary: operation.summary!,
    paragraphs,
    access: (operation.security?.length === 0 ? operation['x-access'] : 'bearer') as 'bearer',
    roles: (operation['x-roles'] as string[] | undefined) ?? [],
    scope: (operation['x-scope'] as string | null | undefined) ?? null,
    parameters: presentParameters(operation),
    body: presentBody(operation, schemas),
    response: presentResponse(operation, schemas),
    refusals: Object.entries(operation.responses!).flatMap(([status, response]) => {
      const codes = (response as Record<string, unknown>)['x-codes'] as string[] | undefined
      return codes ? [{ status, codes }] : []
    }),
  }
  return { ...view, curl: formatCurl(view), typescript: formatTypescript(view) }
}

function presentParameters(operation: Operation): OperationView['parameters'] {
  return (operation.parameters ?? []).flatMap((parameter) => {
    // A $ref: the header Idempotency-Key, which the guide explains.
    if (!('in' in parameter)) return []
    const schema = parameter.schema as Schema
    const row = makeRow(parameter.name, schema, parameter.required ?? false, [], {})
    return [{ ...row, in: parameter.in, example: schema.example }]
  })
}

function presentBody(operation: Operation, schemas: Schemas): OperationView['body'] {
  const body = operation.requestBody
  const [media, content] = Object.entries(body && 'content' in body ? body.content : {})[0] ?? []
  if (!media || !content || !('schema' in content)) return null
  const schema = content.schema as Schema
  return { media, rows: listRows(schema, schemas), example: content.example }
}

function presentResponse(operation: Operation, schemas: Schemas): OperationView['response'] {
  const [status, response] = Object.entries(operation.responses!).find(([code]) => code.startsWith('2'))!
  const { content = {}, headers = {} } = response as {
    content?: Record<string, { schema?: Schema; example?: unknown }>
    headers?: object
  }
  const { schema, example } = content['application/json'] ?? {}
  return {
    status,
    media: Object.keys(content),
    rows: schema ? listRows(schema, schemas) : [],
    example,
    headers: Object.keys(headers).filter((name) => !COMMON_HEADERS.test(name)),
  }
}

/**
 * One row per member of an object, nested ones included.
 * @param parents the names of the members that contain the object
 */
function listRows(schemaOrRef: Schema, schemas: Schemas, parents: string[] = []): Row[] {
  const schema = findObject(resolveRef(schemaOrRef, schemas), schemas)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const row = makeRow(name, member, schema.required?.includes(name) ?? false, parents, schemas)
    return parents.length < MAX_DEPTH ? [row, ...listRows(member, schemas, [...parents, name])] : [row]
  })
}

/** The schema that has the members: the object itself, the entries of an array, or the first alternative. */
function findObject(schema: Schema, schemas: Schemas): Schema {
  if (schema.items) return findObject(resolveRef(schema.items, schemas), schemas)
  const variant = (schema.anyOf ?? schema.oneOf)?.[0]
  return variant ? findObject(resolveRef(variant, schemas), schemas) : schema
}

function makeRow(
  name: string,
  schemaOrRef: Schema,
  required: boolean,
  parents: string[],
  schemas: Schemas,
): Row {
  const schema = resolveRef(schemaOrRef, schemas)
  const text = [schemaOrRef.description ?? schema.description, formatBounds(schema)].filter(Boolean).join(' ')
  return {
    name,
    at: [...parents, name].join('.'),
    depth: parents.length,
    type: formatType(schemaOrRef, schemas),
    required,
    text,
  }
}

function formatType(schemaOrRef: Schema, schemas: Schemas): string {
  const schema = resolveRef(schemaOrRef, schemas)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map((variant) => formatType(variant, schemas)))].join(' or ')
  const types = [schema.type ?? 'any'].flat()
  if (schema.items) return `${formatType(schema.items, schemas)}[]`
  const format = schema.format && schema.format !== 'binary' ? ` (${schema.format})` : ''
  return schema.format === 'binary' ? 'file' : types.join(' or ') + format
}

/** The bounds of a value as sentences. */
function formatBounds({
  enum: choices,
  default: fallback,
  maxLength,
  minLength,
  minimum,
  maximum,
}: Schema): string {
  const bounds = [
    choices && choices.length > 1 && `One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`,
    fallback !== undefined && `Default: \`${JSON.stringify(fallback)}\`.`,
    minLength !== undefined && minLength > 1 && `At least ${minLength} characters.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    minimum !== undefined && minimum > 1 && `At least ${minimum}.`,
    maximum !== undefined && `At most ${maximum}.`,
  ]
  return bounds.filter(Boolean).join(' ')
}
