import { createFolder } from '#lib/folders/create'
import { listFolders } from '#lib/folders/list'
import { CreateFolder, FolderFilters, FolderShape } from '#lib/folders/schema'
import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List folders',
    description: 'The folders that the caller has access to.',
    tag: 'Folders',
    permission: 'folder.read',
    query: Paging.extend(FolderFilters.shape),
    response: page(FolderShape),
    handler: (ctx, { query }) => listFolders(ctx, query),
  }),
  POST: route({
    summary: 'Create a folder',
    description: 'A tenant can have 10,000 folders, and 10,000 in test mode; beyond that: 409.',
    tag: 'Folders',
    permission: 'folder.manage',
    refusals: ['invalid_state'],
    body: CreateFolder,
    response: item(FolderShape, { status: 201, location: ({ id }) => `/api/v1/folders/${id}` }),
    handler: (ctx, { body }) => createFolder(ctx, body),
  }),
})
