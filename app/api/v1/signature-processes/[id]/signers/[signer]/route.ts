import { Id, IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getSigner } from '#lib/processes/get'
import { ChangeSigner } from '#lib/processes/input'
import { SignerShape } from '#lib/processes/schema'
import { changeSigner, removeSigner } from '#lib/processes/signers/correct'

const common = { tag: 'Signature processes', params: IdParams.extend({ signer: Id }) } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a signer',
    permission: 'process.read',
    response: item(SignerShape),
    handler: (ctx, { params }) => getSigner(ctx, params.id, params.signer),
  }),
  PATCH: route({
    ...common,
    permission: 'process.send',
    summary: 'Correct a signer',
    description:
      'Changes a person who has not signed. After another name, email or order their link stops working at once, and they are invited by a new one when it is their turn; with the same email, what they have filled in and added stays, after another name without the signature. An invited person whose address changes is notified by email at the old one, unless `options.enable_notifications` is false. Of a person who has signed, or in a completed process, only `otp`, `phone` and `access_code` can be changed, by which they open the documents; their link goes on working. Of a person whose data was erased nothing can be changed.',
    refusals: ['invalid_state'],
    body: ChangeSigner,
    response: item(SignerShape),
    handler: (ctx, { params, body }) => changeSigner(ctx, params.id, params.signer, body),
  }),
  DELETE: route({
    ...common,
    permission: 'process.send',
    summary: 'Remove a signer',
    description:
      'Removes a person who has not signed, with their fields; their link stops working at once. In a file that someone has signed the fields stay, empty. The last person who is to sign cannot be removed (409).',
    refusals: ['invalid_state'],
    response: noContent(),
    handler: (ctx, { params }) => removeSigner(ctx, params.id, params.signer),
  }),
})
