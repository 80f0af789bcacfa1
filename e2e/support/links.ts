import { buildPdf } from '#lib/pdf/fixtures/build'
import type { Client } from '../../scripts/client.ts'
import type { Options } from '../../sdk/src/index.ts'

type Process = Options<'POST /signature-processes'>['body']

interface ProcessToSend {
  name?: string
  signers: Partial<NonNullable<Process['signers']>[number]>[]
  /** Fields of the first signer in the only document. */
  fields?: object[]
  options?: Process['options']
}

/** Sends a process with one document, without emails. @returns the record, and the link of each signer */
export async function sendAndFind(
  client: Client,
  { name = 'Agreement', signers, fields, options }: ProcessToSend,
) {
  const { id } = await client.upload(buildPdf(), 'Lease.pdf')
  const { data } = await client.request('POST /signature-processes', {
    body: {
      name,
      documents: [{ id }],
      signers: signers.map((signer, index) => ({
        name: index === 0 ? 'Iris Quist' : 'Ola Berg',
        email: `signer-${crypto.randomUUID()}@example.com`,
        type: 'parallel' as const,
        ...signer,
      })),
      ...(fields && { fields: fields.map((field) => ({ document_index: 0, signer_index: 0, ...field })) }),
      options: { enable_otp: false, enable_notifications: false, ...options },
      send: true,
    } as Process,
  })
  const links = []
  for (const signer of data.signers) links.push(await client.findLink(data.id, signer.id))
  return { process: data, links }
}

export const sendAndFindLinks = async (client: Client, process: ProcessToSend) =>
  (await sendAndFind(client, process)).links
