import { memberDescriptions, recordsDescription } from './descriptions/members.ts'
import { describeParameter } from './descriptions/parameters.ts'
import { schemaDescriptions } from './descriptions/schemas.ts'
import type { Schema, Schemas } from './schema-example.ts'

interface Parameter {
  name?: string
  description?: string
  schema?: Schema
}

type Content = Record<string, { schema?: Schema }>

/** The parts of an operation that this module reads. */
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}

/** The parts of the document that this module reads. */
interface Document {
  components?: { schemas?: Schemas }
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
}

/** Describes every schema, member and parameter that has no description of its own. */
export function describeAll({ components, paths = {}, webhooks = {} }: Document): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    schema.description ??= schemaDescriptions[name]
    describeMembers(schema, name)
  }
  for (const [path, item] of Object.entries(paths)) {
    for (const { parameters = [], requestBody, responses = {} } of Object.values(item)) {
      for (const parameter of parameters)
        if (parameter.name && !parameter.schema?.description)
          parameter.description ??= describeParameter(path, parameter.name)
      for (const body of [requestBody, ...Object.values(responses)]) describeBody(body?.content)
    }
  }
  for (const item of Object.values(webhooks))
    for (const { requestBody } of Object.values(item))
      describeMembers(getBodySchema(requestBody?.content), 'payload')
}

function getBodySchema(content: Content = {}): Schema {
  return content['application/json']?.schema ?? content['multipart/form-data']?.schema ?? {}
}

function describeBody(content: Content | undefined): void {
  const body = getBodySchema(content)
  const { data } = body.properties ?? {}
  if (data) data.description ??= data.type === 'array' ? recordsDescription.many : recordsDescription.one
  describeMembers(body, 'body')
}

/** @param owner the name of the schema or member that has the members */
function describeMembers(schema: Schema, owner: string): void {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    member.description ??= memberDescriptions[`${owner}.${name}`] ?? memberDescriptions[name]
    describeMembers(member, name)
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  for (const part of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf])
    if (typeof part === 'object') describeMembers(part, owner)
}
