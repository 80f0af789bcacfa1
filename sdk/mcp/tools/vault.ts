import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Paraph } from '../../src/index.ts'
import type { Files } from '../files.ts'
import { SignedFile, VaultList, Verification } from '../shapes.ts'
import { answer, creates, id, PER_PAGE, page, reads, toList } from '../tool.ts'

/** The tools for signed files: to find, verify and fetch them. */
export function addVaultTools<T>(server: McpServer, paraph: Paraph, files: Files<T>): void {
  server.registerTool(
    'search_vault',
    {
      title: 'Search the vault',
      description: `The signed documents, newest first, ${PER_PAGE} a page. Archived ones only with \`status\`.`,
      inputSchema: {
        search: z.string().optional().describe('Text in names and tags.'),
        signer: z.string().optional().describe('Text in the name or email of a person who signed.'),
        status: z.enum(['active', 'archived', 'expiring', 'expired']).optional(),
        tags: z.array(z.string()).default([]).describe('The document has all of them.'),
        date_from: z.iso.date().optional().describe('Signed on this day (UTC) or later.'),
        date_to: z.iso.date().optional().describe('Signed on this day (UTC) or earlier.'),
        page,
      },
      outputSchema: VaultList,
      annotations: reads,
    },
    ({ tags, ...query }) =>
      answer(VaultList, async () => {
        // A comma separates tags, and a backslash makes it part of one.
        const list = tags.map((tag) => tag.replaceAll(/[\\,]/g, '\\$&')).join(',') || undefined
        return toList(
          await paraph.request('GET /vault/documents', {
            query: { ...query, tags: list, per_page: PER_PAGE },
          }),
        )
      }),
  )
  server.registerTool(
    'verify',
    {
      title: 'Verify signatures',
      description:
        'Verifies every signature of a PDF, or of a document in the vault, and says what was changed after signing. The file is not stored.',
      inputSchema: {
        file: files.input.optional(),
        vault_document_id: id.optional().describe('In place of `file`.'),
      },
      outputSchema: Verification,
      annotations: reads,
    },
    ({ file, vault_document_id }) =>
      answer(Verification, async () => {
        if ((file === undefined) === (vault_document_id === undefined))
          throw new Error('Give either `file` or `vault_document_id`.')
        if (vault_document_id === undefined)
          return (await paraph.request('POST /verify', { body: { file: await files.read(file as T) } })).data
        const call = { path: { id: vault_document_id } }
        return (await paraph.request('GET /vault/documents/{id}/verification', call)).data
      }),
  )
  addDownloads(server, paraph, files)
}

function addDownloads<T>(server: McpServer, paraph: Paraph, { folder }: Files<T>): void {
  server.registerTool(
    'download_signed',
    {
      title: 'Download the signed document',
      description: folder
        ? 'Writes the signed document of a completed process to a new file of the folder that the server was started with: a PDF, or a ZIP of several.'
        : 'Gives the resource with the signed document of a completed process: a PDF, or a ZIP of several.',
      inputSchema: {
        id,
        ...(folder ? { path: z.string().min(1).describe('In the folder; the file must not exist.') } : {}),
      },
      outputSchema: SignedFile,
      annotations: folder ? creates : reads,
    },
    ({ id, path }) =>
      answer(
        SignedFile,
        async () => {
          const bytes = folder && path ? await paraph.downloadSigned(id) : null
          const mime_type = bytes ? getType(bytes) : await findType(paraph, id)
          const { name } = await paraph.getProcess(id)
          return {
            uri: `paraph://signature-processes/${id}/signed`,
            name: `${name}.${mime_type === PDF ? 'pdf' : 'zip'}`,
            mime_type,
            ...(bytes && folder && path ? { size: bytes.length, path: await folder.write(path, bytes) } : {}),
          }
        },
        ({ uri, name, mime_type: mimeType, size }) => [{ type: 'resource_link', uri, name, mimeType, size }],
      ),
  )
  server.registerResource(
    'signed document',
    new ResourceTemplate('paraph://signature-processes/{id}/signed', { list: undefined }),
    { description: 'The signed document of a completed process: a PDF, or a ZIP of several.' },
    async ({ href: uri }, { id }) => {
      const bytes = await readLimited(paraph, Number(id))
      return { contents: [{ uri, mimeType: getType(bytes), blob: bytes.toString('base64') }] }
    },
  )
}

/** The bytes of the signed document, if they are few enough for one message. */
async function readLimited(paraph: Paraph, id: number): Promise<Buffer> {
  const response = await paraph.download(DOWNLOAD, { path: { id } })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_RESOURCE_BYTES) {
      const url = `${paraph.baseUrl}/api/v1/signature-processes/${id}/download-signed-pdf`
      throw new Error(
        `The file is larger than ${MAX_RESOURCE_BYTES / 1024 / 1024} MB: download it from ${url}.`,
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The type of the signed document: every version of it counts as known, so that the service sends none. */
async function findType(paraph: Paraph, id: number): Promise<string> {
  const { headers } = await paraph.download(DOWNLOAD, { path: { id }, headers: { 'if-none-match': '*' } })
  return headers.get('content-type') ?? PDF
}

const DOWNLOAD = 'GET /signature-processes/{id}/download-signed-pdf'
/** In base64 it is a third larger, and in memory several times. */
const MAX_RESOURCE_BYTES = 8 * 1024 * 1024
const PDF = 'application/pdf'

/** A ZIP begins with `PK`. */
function getType(bytes: Uint8Array): string {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? 'application/zip' : PDF
}
