import { deleteFolder } from '#lib/folders/delete'
import { getFolder } from '#lib/folders/get'
import { FolderShape, UpdateFolder } from '#lib/folders/schema'
import { updateFolder } from '#lib/folders/update'
import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

const common = { tag: 'Folders', params: IdParams } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a folder',
    permission: 'folder.read',
    response: item(FolderShape),
    handler: (ctx, { params }) => getFolder(ctx, params.id),
  }),
  PATCH: route({
    ...common,
    summary: 'Rename a folder, or change who has access',
    permission: 'folder.manage',
    body: UpdateFolder,
    response: item(FolderShape),
    handler: (ctx, { params, body }) => updateFolder(ctx, params.id, body),
  }),
  DELETE: route({
    ...common,
    summary: 'Delete an empty folder',
    permission: 'folder.manage',
    refusals: ['invalid_state'],
    response: noContent(),
    handler: (ctx, { params }) => deleteFolder(ctx, params.id),
  }),
})
