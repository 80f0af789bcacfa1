import { multipart } from '#lib/http/request/multipart'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getSeal } from '#lib/keys/seals/get-seal'
import { removeSeal } from '#lib/keys/seals/remove-seal'
import { SealInput, SealShape } from '#lib/keys/seals/schema'
import { setSeal } from '#lib/keys/seals/set-seal'

const tag = 'Account'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the certificate of the seal',
    tag,
    permission: 'seal.read',
    response: item(SealShape),
    handler: (ctx) => getSeal(ctx),
  }),
  PUT: route({
    summary: 'Set the certificate of the seal',
    description:
      'Multipart form: `file`, a PKCS#12 file (.p12, .pfx) with one private key, its certificate and those of its issuers, and `password`. RSA of 2048 to 4096 bits, or ECDSA on P-256 or P-384. It certifies and seals documents in live mode from then on; the key is stored encrypted. The same file again changes nothing.',
    tag,
    permission: 'seal.change',
    body: multipart('file', SealInput),
    response: item(SealShape),
    handler: (ctx, { body }) => setSeal(ctx, body),
  }),
  DELETE: route({
    summary: 'Remove the certificate of the seal',
    description: 'The installation seals again. What was sealed stays valid.',
    tag,
    permission: 'seal.change',
    refusals: ['not_found'],
    response: noContent(),
    handler: (ctx) => removeSeal(ctx),
  }),
})
