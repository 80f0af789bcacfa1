import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Paraph } from '../../src/index.ts'
import type { Files } from '../files.ts'
import { Document, Process, TemplateList } from '../shapes.ts'
import { answer, creates, id, mails, PER_PAGE, page, reads, toList } from '../tool.ts'

const presetValue = z.union([z.string(), z.number(), z.boolean()])
const values = z
  .record(z.string(), presetValue)
  .optional()
  .describe('Preset values by the label of their field: a number as JSON, a date as 2026-12-01.')
const templateValues = z
  .record(z.string(), z.union([presetValue, z.array(z.record(z.string(), presetValue))]))
  .optional()
  .describe(
    'Values by the name of their variable of the template (a list has rows), and preset values by the label of their field: a number as JSON, a date as 2026-12-01.',
  )

const Point = z.number().describe('In points of 1/72 inch.')
const Field = z.object({
  signer_index: z.int().min(0).default(0).describe('The position in `signers`, from 0.'),
  type: z
    .enum(['signature', 'initials', 'date', 'name', 'email', 'company', 'text', 'number', 'checkbox'])
    .default('signature'),
  label: z.string().optional(),
  required: z.boolean().default(true),
  page: z.int().positive().optional().describe('With `x` and `y`; from 1.'),
  x: Point.optional().describe('Points from the left of the page as displayed.'),
  y: Point.optional().describe('Points from the top of the page as displayed.'),
  anchor: z
    .object({
      text: z.string(),
      occurrence: z.int().positive().optional(),
      dx: Point.optional(),
      dy: Point.optional(),
    })
    .optional()
    .describe(
      'In place of `page`, `x` and `y`: a text of the document, and the distance from its top left corner.',
    ),
  width: Point.default(160),
  height: Point.default(40),
})

/** The tools that begin a process: from a file, a document or a template. */
export function addSendingTools<T>(server: McpServer, paraph: Paraph, files: Files<T>): void {
  server.registerTool(
    'list_templates',
    {
      title: 'List templates',
      description: `The templates with their roles and fields, ${PER_PAGE} a page.`,
      inputSchema: { search: z.string().optional(), page },
      outputSchema: TemplateList,
      annotations: reads,
    },
    (query) =>
      answer(TemplateList, async () =>
        toList(await paraph.request('GET /templates', { query: { ...query, per_page: PER_PAGE } })),
      ),
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
        values: templateValues,
        send: z.boolean().default(false),
      },
      outputSchema: Process,
      annotations: mails,
    },
    ({ template_id, ...body }) =>
      answer(
        Process,
        async () =>
          (await paraph.request('POST /templates/{id}/use', { path: { id: template_id }, body })).data,
      ),
  )
  server.registerTool(
    'upload_document',
    {
      title: 'Upload a document',
      description: 'Uploads a PDF, or another file that the service turns into one.',
      inputSchema: { file: files.input, name: z.string().optional() },
      outputSchema: Document,
      annotations: creates,
    },
    ({ file, name }) => answer(Document, async () => paraph.uploadDocument(await files.read(file), name)),
  )
  server.registerTool(
    'send_document',
    {
      title: 'Send a document for signing',
      description:
        'Uploads a file and sends it to its signers in one call: they get emails. Without `send` it stays a draft. Form fields and text tags of the file become fields; a signer without a signature field signs on an appended page.',
      inputSchema: {
        file: files.input.optional(),
        document_id: id.optional().describe('In place of `file`: a document that was uploaded before.'),
        name: z.string().optional().describe('Of the process; by default that of the document.'),
        signers: z
          .array(
            z.object({
              name: z.string(),
              email: z.string(),
              role_name: z.string().optional().describe('The role in the text tags of the file.'),
              order: z
                .int()
                .min(0)
                .optional()
                .describe('Signers with the same number sign at the same time.'),
            }),
          )
          .min(1),
        fields: z.array(Field).default([]),
        values,
        message: z.string().optional(),
        import_fields: z.boolean().default(true),
        send: z.boolean().default(true),
      },
      outputSchema: Process,
      annotations: mails,
    },
    ({ file, document_id, name, message, fields, ...body }) =>
      answer(Process, async () => {
        if ((file === undefined) === (document_id === undefined))
          throw new Error('Give either `file` or `document_id`.')
        const document =
          document_id === undefined
            ? await paraph.uploadDocument(await files.read(file as T))
            : (await paraph.request('GET /documents/{id}', { path: { id: document_id } })).data
        try {
          return await paraph.createProcess({
            ...body,
            name: name ?? document.name,
            documents: [{ id: document.id }],
            fields: fields.map((field) => ({ ...field, document_index: 0 })),
            options: { message },
          })
        } catch (error) {
          // Nothing is left of a call that failed; the error of the process says more than one of the deletion.
          if (document_id === undefined)
            await paraph
              .request('DELETE /documents/{id}', { path: { id: document.id } })
              .catch(() => undefined)
          throw error
        }
      }),
  )
}
