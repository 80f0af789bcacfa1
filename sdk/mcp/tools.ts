import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { type Paraph, ParaphError } from '../src/index.ts'
import type { Folder } from './folder.ts'

const id = z.int().positive()
const page = z.int().positive().default(1).describe('From 1.')
const statuses = [
  'draft',
  'sent',
  'in_progress',
  'completed',
  'refused',
  'cancelled',
  'expired',
  'voided',
] as const

/** What a tool does, for the client to decide whether to ask first. */
const reads = { readOnlyHint: true, openWorldHint: false }
const creates = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
/** Sends emails to other people. */
const mails = { ...creates, openWorldHint: true }
const ends = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true }

/** An MCP server whose tools are operations of a Paraph service; files are read from and written to `folder` only. */
export function paraphServer(paraph: Paraph, folder: Folder): McpServer {
  const server = new McpServer({ name: 'paraph', version: '0.1.0' })

  server.registerTool(
    'list_processes',
    {
      title: 'List signature processes',
      description: 'The processes, newest first, 20 a page: who signs what, and how far it is.',
      inputSchema: {
        search: z.string().optional().describe('Part of the name of a process, or of a name or email in it.'),
        status: z.enum(statuses).optional(),
        page,
      },
      annotations: reads,
    },
    (query) =>
      answer(() => paraph.request('GET /signature-processes', { query: { ...query, per_page: 20 } })),
  )
  server.registerTool(
    'get_process',
    {
      title: 'Get a signature process',
      description: 'One process with its documents, signers and fields.',
      inputSchema: { id },
      annotations: reads,
    },
    ({ id }) => answer(() => paraph.getProcess(id)),
  )
  server.registerTool(
    'list_templates',
    {
      title: 'List templates',
      description: 'The templates with their roles and fields, 20 a page.',
      inputSchema: { search: z.string().optional(), page },
      annotations: reads,
    },
    (query) => answer(() => paraph.request('GET /templates', { query: { ...query, per_page: 20 } })),
  )
  server.registerTool(
    'create_from_template',
    {
      title: 'Create a process from a template',
      description:
        'Creates a draft, one person for each role. With `send` it is sent at once: the signers get emails.',
      inputSchema: {
        template_id: id,
        signers: z.array(z.object({ role: z.string(), name: z.string(), email: z.string() })),
        values: z
          .record(z.string(), z.string())
          .optional()
          .describe('Preset values by the label of their field: a number as JSON, a date as 2026-12-01.'),
        send: z.boolean().default(false),
      },
      annotations: mails,
    },
    ({ template_id, ...body }) =>
      answer(async () => {
        const { data } = await paraph.request('POST /templates/{id}/use', { path: { id: template_id }, body })
        return data
      }),
  )
  server.registerTool(
    'upload_document',
    {
      title: 'Upload a PDF',
      description: 'Uploads a PDF file of the folder that the server was started with.',
      inputSchema: { path: z.string().describe('In the folder.'), name: z.string().optional() },
      annotations: creates,
    },
    ({ path, name }) =>
      answer(async () => {
        const file = await folder.read(path)
        return paraph.uploadDocument(new File([file.bytes], file.name), name)
      }),
  )
  server.registerTool(
    'send_process',
    {
      title: 'Send a draft',
      description: 'Sends a draft: its first signers get emails. It cannot be changed back into a draft.',
      inputSchema: { id },
      annotations: mails,
    },
    ({ id }) =>
      answer(
        async () => (await paraph.request('POST /signature-processes/{id}/send', { path: { id } })).data,
      ),
  )
  server.registerTool(
    'remind',
    {
      title: 'Remind the signers',
      description: 'Sends a reminder to all signers whose turn it is.',
      inputSchema: { id },
      annotations: mails,
    },
    ({ id }) =>
      answer(() => paraph.request('POST /signature-processes/{id}/remind', { path: { id }, body: {} })),
  )
  server.registerTool(
    'cancel_process',
    {
      title: 'Cancel a process',
      description:
        'Ends a process that waits for signatures: the links stop working, the signers get emails.',
      inputSchema: { id, reason: z.string().optional() },
      annotations: ends,
    },
    ({ id, reason }) =>
      answer(async () => {
        const call = { path: { id }, body: { reason } }
        return (await paraph.request('POST /signature-processes/{id}/cancel', call)).data
      }),
  )
  server.registerTool(
    'download_signed',
    {
      title: 'Download the signed document',
      description:
        'Writes the signed document of a completed process to a new file of the folder that the server was started with: a PDF, or a ZIP of several.',
      inputSchema: { id, path: z.string().describe('In the folder; the file must not exist.') },
      annotations: creates,
    },
    ({ id, path }) =>
      answer(async () => {
        const bytes = await paraph.downloadSigned(id)
        return { path: await folder.write(path, bytes), bytes: bytes.length }
      }),
  )
  return server
}

/** The result of a tool: JSON, or the error as the service explains it. */
async function answer(call: () => Promise<unknown>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await call(), null, 2) ?? '{}' }] }
  } catch (error) {
    const { message } = error as Error
    const details =
      error instanceof ParaphError ? { code: error.code, message, fields: error.fields } : { message }
    return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify(details, null, 2) }] }
  }
}
