/** One call of a guide. The tests run these commands unchanged. */
export interface Call {
  title: string
  text: string
  curl: string
  typescript: string
  /** What later calls need from the response: the shell variable, and the path of its value. */
  keep?: { name: string; from: string }[]
  status: number
}

/** The beginning of the TypeScript examples. */
export const clientSample = `import { readFile, writeFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { paths } from './paraph'

const paraph = createClient<paths>({
  baseUrl: process.env.PARAPH_URL,
  headers: { Authorization: \`Bearer \${process.env.PARAPH_KEY}\` },
})`

const json = `-H "Authorization: Bearer $PARAPH_KEY" \\
  -H "Content-Type: application/json"`

/** From a PDF to the sealed file. */
export const firstSignature: Call[] = [
  {
    title: 'Upload the document',
    text: 'The file is stored byte for byte. A file that cannot be signed is rejected here, with the reason.',
    curl: `curl -X POST "$PARAPH_URL/api/v1/documents" \\
  -H "Authorization: Bearer $PARAPH_KEY" \\
  -F "file=@lease.pdf" \\
  -F "name=Lease"`,
    typescript: `const form = new FormData()
form.set('file', new Blob([await readFile('lease.pdf')]), 'lease.pdf')
const uploaded = await paraph.POST('/api/v1/documents', {
  body: { file: 'lease.pdf', name: 'Lease' },
  bodySerializer: () => form,
})
if (uploaded.error) throw new Error(uploaded.error.error.message)
const document = uploaded.data.data`,
    keep: [{ name: 'DOCUMENT_ID', from: 'data.id' }],
    status: 201,
  },
  {
    title: 'Create a process with its signers',
    text: 'A draft has documents and signers. With notifications off you hand out the signing links yourself; leave out `options` and we email the signers.',
    curl: `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${json} \\
  -d '{
    "name": "Lease",
    "documents": [{ "id": '$DOCUMENT_ID' }],
    "signers": [{ "name": "Ada Lovelace", "email": "ada@example.com" }],
    "options": { "enable_notifications": false }
  }'`,
    typescript: `const created = await paraph.POST('/api/v1/signature-processes', {
  body: {
    name: 'Lease',
    documents: [{ id: document.id }],
    signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
    options: { enable_notifications: false },
  },
})
if (created.error) throw new Error(created.error.error.message)
const process_ = created.data.data
const signer = process_.signers[0]!`,
    keep: [
      { name: 'PROCESS_ID', from: 'data.id' },
      { name: 'SIGNER_ID', from: 'data.signers.0.id' },
    ],
    status: 201,
  },
  {
    title: 'Place the fields',
    text: 'In points (1/72 inch) from the top left of the page as displayed. Repeating the request adds nothing.',
    curl: `curl -X POST "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/fields" \\
  ${json} \\
  -d '{
    "fields": [{
      "document_id": '$DOCUMENT_ID', "signer_id": '$SIGNER_ID', "type": "signature",
      "page": 1, "x": 72, "y": 640, "width": 160, "height": 40
    }]
  }'`,
    typescript: `const placed = await paraph.POST('/api/v1/signature-processes/{id}/fields', {
  params: { path: { id: process_.id } },
  body: {
    fields: [
      {
        document_id: document.id,
        signer_id: signer.id,
        type: 'signature',
        page: 1,
        x: 72,
        y: 640,
        width: 160,
        height: 40,
      },
    ],
  },
})
if (placed.error) throw new Error(placed.error.error.message)`,
    status: 200,
  },
  {
    title: 'Send it',
    text: 'From here on the documents and fields are fixed; people can still be corrected. If your key has the scope `signing-links`, the response includes each signer’s `signing_url`: pass it to the signer, on your page or in your own email. The audit trail records that you received it.',
    curl: `curl -X POST "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/send" \\
  -H "Authorization: Bearer $PARAPH_KEY"`,
    typescript: `const sent = await paraph.POST('/api/v1/signature-processes/{id}/send', {
  params: { path: { id: process_.id } },
})
if (sent.error) throw new Error(sent.error.error.message)
const link = sent.data.data.signers[0]!.signing_url`,
    keep: [{ name: 'SIGNING_URL', from: 'data.signers.0.signing_url' }],
    status: 200,
  },
  {
    title: 'Download the signed document',
    text: 'When everyone has signed and the file is sealed, the process is `completed`; before that you get a 409. Use the webhook event `process.completed` instead of polling.',
    curl: `curl "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/download-signed-pdf" \\
  -H "Authorization: Bearer $PARAPH_KEY" \\
  --fail -o lease-signed.pdf`,
    typescript: `const signed = await paraph.GET('/api/v1/signature-processes/{id}/download-signed-pdf', {
  params: { path: { id: process_.id } },
  parseAs: 'arrayBuffer',
})
if (signed.error) throw new Error(signed.error.error.message)
await writeFile('lease-signed.pdf', new Uint8Array(signed.data as unknown as ArrayBuffer))`,
    status: 200,
  },
]
