import { Id, IdParams } from '#lib/http/request/body'
import { item, versioned } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import type { VersionedTemplate } from '#lib/templates/present'
import { TemplateShape } from '#lib/templates/schema'
import { restoreVersion } from '#lib/templates/versions/restore'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Restore an earlier version of a template',
    description:
      'Makes a new version with the contents of the earlier one. The current one is kept as a version; the folder stays.',
    tag: 'Templates',
    permission: 'template.write',
    conditional: true,
    params: IdParams.extend({ version: Id.meta({ description: 'The number of the earlier version.' }) }),
    response: versioned(item(TemplateShape), ({ etag }: VersionedTemplate) => etag),
    handler: (ctx, { params, ifMatch }) => restoreVersion(ctx, params.id, params.version, ifMatch),
  }),
})
