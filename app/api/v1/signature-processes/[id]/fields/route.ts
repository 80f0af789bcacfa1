import { raw } from '#lib/http/answer'
import { ById } from '#lib/http/body'
import { methods, route } from '#lib/http/route'
import { addFields, listFields, replaceFields } from '#lib/processes/fields'
import { FieldsInput } from '#lib/processes/input'
import { FieldsShape } from '#lib/processes/schema'

const tag = 'Signature processes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the signature fields of a process',
    tag,
    action: 'process.read',
    params: ById,
    answer: raw(FieldsShape),
    verb: async (ctx, { params }) => ({ data: await listFields(ctx, params.id) }),
  }),
  POST: route({
    summary: 'Add signature fields to a draft',
    description: 'A field that is there already in every member is not added again: a retry is safe.',
    tag,
    action: 'process.write',
    refusals: ['invalid_state'],
    params: ById,
    body: FieldsInput,
    answer: raw(FieldsShape),
    verb: async (ctx, { params, body }) => ({ data: await addFields(ctx, params.id, body.fields) }),
  }),
  PUT: route({
    summary: 'Replace the signature fields of a draft',
    tag,
    action: 'process.write',
    refusals: ['invalid_state'],
    params: ById,
    body: FieldsInput,
    answer: raw(FieldsShape),
    verb: async (ctx, { params, body }) => ({ data: await replaceFields(ctx, params.id, body.fields) }),
  }),
})
