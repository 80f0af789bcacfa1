import { curlOf, typescriptOf } from './chapter-examples.ts'
import type { OpenApi } from './openapi.ts'
import type { Chapter, OperationView, Row } from './operation-view.ts'
import { resolveRef, type Schema, type Schemas } from './schema-example.ts'

type Operation = NonNullable<NonNullable<OpenApi['paths']>[string]['get']> & Record<`x-${string}`, unknown>

const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const
const MAX_DEPTH = 3
/** Every response has these; the guide on limits explains them. */
const COMMON = /^X-/

/** The chapters of the reference, made from the OpenAPI document alone. */
export function chaptersOf(document: OpenApi): Chapter[] {
  const schemas = (document.components?.schemas ?? {}) as Schemas
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = item[verb] as Operation | undefined
      return operation ? [{ tag: operation.tags![0]!, view: viewOf(verb, path, operation, schemas) }] : []
    }),
  )
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    text: description,
    operations: operations.filter(({ tag }) => tag === name).map(({ view }) => view),
  }))
}

function viewOf(verb: string, path: string, operation: Operation, schemas: Schemas): OperationView {
  const paragraphs = (operation.description ?? '')
    .split('\n\n')
    .filter((text) => text && !text.startsWith('Roles:'))
  const known = {
    id: operation.operationId!,
    method: verb.toUpperCase(),
    path,
    summary: operation.summary!,
    paragraphs,
    access: (operation.security?.length === 0 ? operation['x-access'] : 'bearer') as 'bearer',
    roles: (operation['x-roles'] as string[] | undefined) ?? [],
    scope: (operation['x-scope'] as string | null | undefined) ?? null,
    parameters: parametersOf(operation),
    body: bodyOf(operation, schemas),
    answer: answerOf(operation, schemas),
    refusals: Object.entries(operation.responses!).flatMap(([status, response]) => {
      const codes = (response as Record<string, unknown>)['x-codes'] as string[] | undefined
      return codes ? [{ status, codes }] : []
    }),
  }
  return { ...known, curl: curlOf(known), typescript: typescriptOf(known) }
}

function parametersOf(operation: Operation): OperationView['parameters'] {
  return (operation.parameters ?? []).flatMap((one) => {
    if (!('in' in one)) return []
    const schema = one.schema as Schema
    const row = rowOf(one.name, schema, one.required ?? false, [], {})
    return [{ ...row, in: one.in, example: schema.example }]
  })
}

function bodyOf(operation: Operation, schemas: Schemas): OperationView['body'] {
  const body = operation.requestBody
  const [media, given] = Object.entries(body && 'content' in body ? body.content : {})[0] ?? []
  if (!media || !given || !('schema' in given)) return null
  const schema = given.schema as Schema
  return { media, rows: rowsOf(schema, schemas), example: given.example }
}

function answerOf(operation: Operation, schemas: Schemas): OperationView['answer'] {
  const [status, response] = Object.entries(operation.responses!).find(([code]) => code.startsWith('2'))!
  const { content = {}, headers = {} } = response as {
    content?: Record<string, { schema?: Schema; example?: unknown }>
    headers?: object
  }
  const { schema, example } = content['application/json'] ?? {}
  return {
    status,
    media: Object.keys(content),
    rows: schema ? rowsOf(schema, schemas) : [],
    example,
    headers: Object.keys(headers).filter((name) => !COMMON.test(name)),
  }
}

function rowsOf(given: Schema, schemas: Schemas, parents: string[] = []): Row[] {
  const schema = inner(resolveRef(given, schemas), schemas)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const row = rowOf(name, member, schema.required?.includes(name) ?? false, parents, schemas)
    return parents.length < MAX_DEPTH ? [row, ...rowsOf(member, schemas, [...parents, name])] : [row]
  })
}

/** The schema with the members: the object itself, the entries of an array, or the first alternative. */
function inner(schema: Schema, schemas: Schemas): Schema {
  if (schema.items) return inner(resolveRef(schema.items, schemas), schemas)
  const variant = (schema.anyOf ?? schema.oneOf)?.[0]
  return variant ? inner(resolveRef(variant, schemas), schemas) : schema
}

function rowOf(name: string, given: Schema, required: boolean, parents: string[], schemas: Schemas): Row {
  const schema = resolveRef(given, schemas)
  const text = [given.description ?? schema.description, boundsOf(schema)].filter(Boolean).join(' ')
  return {
    name,
    at: [...parents, name].join('.'),
    depth: parents.length,
    type: typeOf(given, schemas),
    required,
    text,
  }
}

function typeOf(given: Schema, schemas: Schemas): string {
  const schema = resolveRef(given, schemas)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((variant) => typeOf(variant, schemas)))].join(' or ')
  const types = [schema.type ?? 'any'].flat()
  if (schema.items) return `${typeOf(schema.items, schemas)}[]`
  const format = schema.format && schema.format !== 'binary' ? ` (${schema.format})` : ''
  return schema.format === 'binary' ? 'file' : types.join(' or ') + format
}

function boundsOf({
  enum: choices,
  default: fallback,
  maxLength,
  minLength,
  minimum,
  maximum,
}: Schema): string {
  const responses = [
    choices && choices.length > 1 && `One of ${choices.map((variant) => `\`${variant}\``).join(', ')}.`,
    fallback !== undefined && `Default: \`${JSON.stringify(fallback)}\`.`,
    minLength !== undefined && minLength > 1 && `At least ${minLength} characters.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    minimum !== undefined && minimum > 1 && `At least ${minimum}.`,
    maximum !== undefined && `At most ${maximum}.`,
  ]
  return responses.filter(Boolean).join(' ')
}
