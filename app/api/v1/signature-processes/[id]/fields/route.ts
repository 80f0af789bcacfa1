import { IdParams } from '#lib/http/request/body'
import { plainJson, versioned } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { addFields, listFields, replaceFields, type VersionedFields } from '#lib/processes/fields/fields'
import { FieldsInput } from '#lib/processes/fields/input'
import { FieldsShape } from '#lib/processes/schema'

const response = versioned(plainJson(FieldsShape), ({ version }: VersionedFields) => version)
const common = { tag: 'Signature processes', params: IdParams, response } as const
const change = { ...common, conditional: true } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'List the signature fields of a process',
    permission: 'process.read',
    editor: 'draft',
    handler: (ctx, { params }) => listFields(ctx, params.id),
  }),
  POST: route({
    ...change,
    summary: 'Add signature fields to a draft',
    description: 'A field identical to an existing one is not added again, so retrying is safe.',
    permission: 'process.write',
    refusals: ['invalid_state'],
    body: FieldsInput,
    handler: (ctx, { params, body, ifMatch }) => addFields(ctx, params.id, body.fields, ifMatch),
  }),
  PUT: route({
    ...change,
    summary: 'Replace the signature fields of a draft',
    description:
      'An entry with an `id` changes that field, and one that equals a field is that field; both keep their ids. Others are new, and absent fields are removed.',
    permission: 'process.write',
    editor: 'draft',
    refusals: ['invalid_state'],
    body: FieldsInput,
    handler: (ctx, { params, body, ifMatch }) => replaceFields(ctx, params.id, body.fields, ifMatch),
  }),
})
