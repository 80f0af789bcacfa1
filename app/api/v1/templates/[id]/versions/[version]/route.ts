import { Id, IdParams } from '#lib/http/request/body'
import { noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deleteVersion } from '#lib/templates/versions/delete'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({
    summary: 'Delete an earlier version of a template',
    description: 'Its documents can be deleted then. The processes that came from it stay.',
    tag: 'Templates',
    permission: 'template.write',
    params: IdParams.extend({ version: Id.meta({ description: 'The number of the earlier version.' }) }),
    response: noContent(),
    handler: (ctx, { params }) => deleteVersion(ctx, params.id, params.version),
  }),
})
