import { now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { TrustFileParams } from '#lib/keys/schema'
import { getTrustFile } from '#lib/keys/trust'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the certificate or the revocation list of an authority',
    description:
      'The address that certificates of this installation name: `{key identifier}.crt` is the certificate (RFC 5280, 4.2.2.1), `.crl` the current revocation list (5), both DER. A list is valid for 7 days and replaced when it is a day old.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'trust',
    params: TrustFileParams,
    response: file('application/pkix-cert', 'application/pkix-crl'),
    handler: async (_, { params }) => {
      const { body, contentType } = await getTrustFile(params.file, now())
      const etag = sha256Hex(body)
      return { body, contentType, filename: params.file, etag, isPublic: true, maxAgeSeconds: 3600 }
    },
  }),
})
