import { documentReferences as references } from '#lib/document-references'
import { IdParams } from '#lib/http/request/body'
import { item, noContent, versioned } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getProcess, getProcessVersion } from '#lib/processes/get'
import { UpdateProcess } from '#lib/processes/input'
import { ProcessShape } from '#lib/processes/schema'
import { updateProcess } from '#lib/processes/update'
import { deleteProcess } from '#lib/templates/use'

const response = versioned(item(ProcessShape), getProcessVersion)
const common = { tag: 'Signature processes', params: IdParams, response } as const
const change = { ...common, conditional: true } as const
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a signature process',
    permission: 'process.read',
    editor: 'draft',
    handler: (ctx, { params }) => getProcess(ctx, params.id),
  }),
  PATCH: route({
    ...change,
    summary: 'Change a process',
    description:
      'A draft completely; any process with `folder_id` alone, which moves its documents too (other drafts and templates with one of them get a copy); of a process that was sent `options.message`, `options.expires_in_days` (counted from its sending or its last extension) and `options.reminder_days`; an expired one is open again with `options.expires_in_days`, which then counts from now: the days that it had open it by a request with `options` alone, so that a record that is sent back changes nothing. Its signers are corrected at `/signers`.',
    permission: 'process.write',
    refusals: ['invalid_state', 'quota_exceeded', 'email_not_confirmed'],
    body: UpdateProcess,
    handler: (ctx, { params, body, ifMatch }) => updateProcess(ctx, params.id, body, references, ifMatch),
  }),
  DELETE: route({
    ...change,
    summary: 'Delete a draft',
    permission: 'process.write',
    refusals: ['invalid_state'],
    response: noContent(),
    handler: (ctx, { params, ifMatch }) => deleteProcess(ctx, params.id, ifMatch),
  }),
})
