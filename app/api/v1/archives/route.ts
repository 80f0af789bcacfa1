import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { listArchives } from '#lib/vault/list-archives'
import { ArchiveFilters, ArchiveShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List archived processes',
    description:
      'Every completed process is listed here; one that was declared void stays as evidence, with the status `voided`.',
    tag: 'Archives',
    permission: 'vault.read',
    query: Paging.extend(ArchiveFilters.shape),
    response: page(ArchiveShape),
    handler: (ctx, { query }) => listArchives(ctx, query),
  }),
})
