import { z } from 'zod'
import { cacheableJson } from '#lib/http/response/cacheable-json'
import { methods, route } from '#lib/http/route'
import { TrustShape } from '#lib/keys/schema'
import { getTrust } from '#lib/keys/trust'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the root certificates of this installation',
    description:
      'For validators: with these roots as trust anchors they can judge its signatures. Authorities of organisations are not listed: the key identifier of its issuer in a certificate (`authorityKeyIdentifier`) is the name under which `GET /trust/{file}` finds one. Cacheable. This path has its own rate limit per client address.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'trust',
    response: cacheableJson(z.object({ data: TrustShape })),
    handler: async () => ({ data: await getTrust() }),
  }),
})
