import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Paraph } from '../../src/index.ts'
import { Process, ProcessList, processStatuses, Signer, Trail } from '../shapes.ts'
import { answer, corrects, ends, id, mails, PER_PAGE, page, reads, toList } from '../tool.ts'

/** The tools that find and follow processes, and change those that were sent. */
export function addProcessTools(server: McpServer, paraph: Paraph): void {
  server.registerTool(
    'list_processes',
    {
      title: 'List signature processes',
      description: `The processes, newest first, ${PER_PAGE} a page: who signs what, and how far it is.`,
      inputSchema: {
        search: z.string().optional().describe('Part of the name of a process, or of a name or email in it.'),
        status: z.enum(processStatuses).optional(),
        page,
      },
      outputSchema: ProcessList,
      annotations: reads,
    },
    (query) =>
      answer(ProcessList, async () =>
        toList(await paraph.request('GET /signature-processes', { query: { ...query, per_page: PER_PAGE } })),
      ),
  )
  server.registerTool(
    'get_process',
    {
      title: 'Get a signature process',
      description: 'One process with its documents, signers and fields.',
      inputSchema: { id },
      outputSchema: Process,
      annotations: reads,
    },
    ({ id }) => answer(Process, () => paraph.getProcess(id)),
  )
  server.registerTool(
    'get_trail',
    {
      title: 'Get the audit trail',
      description: 'What happened in a process, when and by whom, and whether the chain of events is intact.',
      inputSchema: { id },
      outputSchema: Trail,
      annotations: reads,
    },
    ({ id }) =>
      answer(
        Trail,
        async () =>
          (await paraph.request('GET /signature-processes/{id}/audit-trail', { path: { id } })).data,
      ),
  )
  server.registerTool(
    'send_process',
    {
      title: 'Send a draft',
      description: 'Sends a draft: its first signers get emails. It cannot be changed back into a draft.',
      inputSchema: { id },
      outputSchema: Process,
      annotations: mails,
    },
    ({ id }) =>
      answer(
        Process,
        async () => (await paraph.request('POST /signature-processes/{id}/send', { path: { id } })).data,
      ),
  )
  server.registerTool(
    'remind',
    {
      title: 'Remind the signers',
      description: 'Sends a reminder to all signers whose turn it is, or to one of them.',
      inputSchema: { id, signer_id: id.optional() },
      outputSchema: Process,
      annotations: mails,
    },
    ({ id, signer_id }) =>
      answer(Process, async () => {
        const call = { path: { id }, body: { signer_id } }
        return (await paraph.request('POST /signature-processes/{id}/remind', call)).data
      }),
  )
  addCorrectionTools(server, paraph)
}

function addCorrectionTools(server: McpServer, paraph: Paraph): void {
  server.registerTool(
    'correct_process',
    {
      title: 'Correct a process',
      description:
        'Changes the message, the expiry or the reminders of a process, also of one that was sent. Only what is given changes. With `expires_in_days` an expired process is open again, and the signers whose turn it is get emails.',
      inputSchema: {
        id,
        message: z.string().nullable().optional().describe('To all signers; null for none.'),
        expires_in_days: z
          .int()
          .positive()
          .optional()
          .describe(
            'Counted from the day of sending, or from the day on which the process was last opened again; for an expired process from now.',
          ),
        reminder_days: z.int().positive().nullable().optional().describe('Days between two reminders.'),
      },
      outputSchema: Process,
      annotations: corrects,
    },
    ({ id, ...options }) =>
      answer(Process, async () => {
        const call = { path: { id }, body: { options } }
        return (await paraph.request('PATCH /signature-processes/{id}', call)).data
      }),
  )
  server.registerTool(
    'correct_signer',
    {
      title: 'Correct a signer',
      description:
        'Changes the name, address or phone of a signer who has not signed, or the message to them. After another name or address their old link stops working, and they are invited by a new one when it is their turn; after another phone or message the link stays, and they get no other email; a first one that still waits is written with the new message.',
      inputSchema: {
        id,
        signer_id: id,
        name: z.string().optional(),
        email: z.string().optional(),
        phone: z.string().nullable().optional(),
        message: z.string().nullable().optional().describe('To this signer.'),
      },
      outputSchema: Signer,
      annotations: corrects,
    },
    ({ id, signer_id: signer, ...body }) =>
      answer(Signer, async () => {
        const call = { path: { id, signer }, body }
        return (await paraph.request('PATCH /signature-processes/{id}/signers/{signer}', call)).data
      }),
  )
  server.registerTool(
    'cancel_process',
    {
      title: 'Cancel a process',
      description:
        'Ends a process that waits for signatures: the links stop working, the signers get emails.',
      inputSchema: { id, reason: z.string().optional() },
      outputSchema: Process,
      annotations: ends,
    },
    ({ id, reason }) =>
      answer(Process, async () => {
        const call = { path: { id }, body: { reason } }
        return (await paraph.request('POST /signature-processes/{id}/cancel', call)).data
      }),
  )
  server.registerTool(
    'void_process',
    {
      title: 'Declare a process void',
      description:
        'For a completed process: the signed file and its evidence stay, and everyone who verifies the file is told that it is void. It cannot be undone.',
      inputSchema: { id, reason: z.string().min(1) },
      outputSchema: Process,
      annotations: ends,
    },
    ({ id, reason }) =>
      answer(Process, async () => {
        const call = { path: { id }, body: { reason } }
        return (await paraph.request('POST /signature-processes/{id}/void', call)).data
      }),
  )
}
