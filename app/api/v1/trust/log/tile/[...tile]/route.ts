import { getTile } from '#lib/audit/log/published'
import { TilePathParams } from '#lib/audit/log/schema'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a tile of the transparency log',
    description:
      'Hashes of the Merkle tree, `{level}/{index}`, or entries, `entries/{index}`, as C2SP tlog-tiles describes; a tile that is not full yet ends with `.p/{width}`. An entry is the SHA-256 of the canonical JSON (RFC 8785) of `chain`, `hash` and `seq` of the head of an audit trail, and reveals none of them. Tiles never change. This path has its own rate limit per client address.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'trust',
    params: TilePathParams,
    response: file('application/octet-stream'),
    handler: async (_, { params }) => ({
      body: await getTile(params.tile),
      contentType: 'application/octet-stream',
      filename: 'tile',
      isPublic: true,
      maxAgeSeconds: 31_536_000,
    }),
  }),
})
